import { useTranslation } from 'react-i18next'
import { TogetherBar } from './together-bar.tsx'
import { shadesOfHouse, useHouseSummary } from './use-house-summary.ts'
import styles from './whole-house-bar.module.css'

/** With only one shade its own card is enough. */
const WORTH_A_KEY = 2

/** The bar for all shades of the home: their state, and buttons to open, stop and close all of them. */
export function WholeHouseBar() {
  const { t } = useTranslation()
  const summary = useHouseSummary()
  if (summary === null || summary.shades < WORTH_A_KEY) return null
  return (
    <section className={styles.house} aria-label={t('home.whole.title')}>
      <TogetherBar title={t('home.whole.title')} room={null} counts={summary} shadesNow={shadesOfHouse} />
    </section>
  )
}
