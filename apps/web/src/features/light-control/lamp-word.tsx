import { wholePercent } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import styles from './light-control.module.css'

/** The brightness 0..1 of a lamp in large type: a number if it can be dimmed, else a word; null is unknown. */
export function LampWord({ level, dims }: { level: number | null; dims: boolean }) {
  const { t } = useTranslation()
  const percent = level === null ? null : wholePercent(level)
  if (!dims || percent === null || percent === 0) {
    return <span>{t(`card.light.${percent === null ? 'unknown' : percent > 0 ? 'on' : 'off'}`)}</span>
  }
  return (
    <span className={styles.numeral}>
      {percent}
      <small>{'\u202f%'}</small>
    </span>
  )
}
