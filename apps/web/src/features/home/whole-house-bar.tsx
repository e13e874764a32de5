import { useTranslation } from 'react-i18next'
import { queryClient } from '#core/query-client.ts'
import { knownDevices, readIds } from '#features/device-model/device-cache.ts'
import { isMovedByKeys } from './house-summary.ts'
import { useShown } from './owner-choice.ts'
import { TogetherBar } from './together-bar.tsx'
import { useHouseSummary } from './use-house-summary.ts'
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
  const title = t(isAll ? 'home.whole.own' : 'home.whole.title')
  return (
    <section className={styles.house} aria-label={title}>
      <TogetherBar
        title={title}
        room={null}
        counts={summary}
        shadesNow={() =>
          knownDevices(queryClient).filter((one) => ids.includes(one.id) && isMovedByKeys(one, isAll))
        }
      />
    </section>
  )
}
