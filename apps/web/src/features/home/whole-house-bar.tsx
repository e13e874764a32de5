import { useTranslation } from 'react-i18next'
import { queryClient } from '#core/query-client.ts'
import { knownDevices, readIds } from '#features/device-model/device-cache.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import { useShown } from './owner-choice.ts'
import { TogetherBar } from './together-bar.tsx'
import { useHouseSummary } from './use-house-summary.ts'
import { isMovedWithHouse } from './whole-house.ts'
import styles from './whole-house-bar.module.css'

const NONE: readonly string[] = []

/** One shade has its own card. */
const WORTH_A_KEY = 2

/** The shades of the whole house: how they stand, and open, stop and close for all of them. */
export function WholeHouseBar() {
  const { t } = useTranslation()
  const summary = useHouseSummary()
  const { ids, isAll } = useShown(readIds(queryClient) ?? NONE)
  if (summary === null || summary.shades < WORTH_A_KEY) return null
  // Nobody means the houses of others when they close their own.
  if (isAll) return null
  return (
    <section className={styles.house} aria-label={t('home.whole.title')}>
      <TogetherBar
        title={t('home.whole.title')}
        room={null}
        counts={summary}
        shadesNow={() =>
          knownDevices(queryClient).filter(
            (one) => ids.includes(one.id) && isMovedWithHouse(one) && mayCommand(one),
          )
        }
      />
    </section>
  )
}
