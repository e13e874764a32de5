import { useTranslation } from 'react-i18next'
import styles from './upgrades.module.css'

/** A progress bar with its percentage; `share` is 0..1. */
export function UpgradeProgress({ share, label }: { share: number; label: string }) {
  const { t } = useTranslation()
  const percent = Math.floor(share * 100)
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} aria-label={label} max={100} value={percent} />
      <span className={styles.figure}>{t('card.percent', { value: percent })}</span>
    </div>
  )
}
