import { useTranslation } from 'react-i18next'
import { TogetherKeys } from './together-keys.tsx'
import { shadesOfHouse, useHouseSummary } from './use-house-summary.ts'

/** With only one shade its own card is enough. */
const WORTH_A_KEY = 2

/** The keys that open, stop and close all shades of the home. */
export function WholeHouseKeys() {
  const { t } = useTranslation()
  const summary = useHouseSummary()
  if (summary === null || summary.shades < WORTH_A_KEY) return null
  return (
    <section aria-label={t('home.whole.title')}>
      <TogetherKeys room={null} counts={summary} shadesNow={shadesOfHouse} />
    </section>
  )
}
