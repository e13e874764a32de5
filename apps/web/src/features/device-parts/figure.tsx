import type { Axis, DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { endText, endWordOf, figureAt, portionText } from '#features/device-model/views/shade-view.ts'
import styles from './figure.module.css'

/**
 * A share 0..1 of an axis as a large number with a small unit and what it counts, or at an end as a word; "?" if it is unknown, and "≈" in front if
 * it is only assumed.
 */
export function Figure(props: {
  device: Pick<DeviceInfo, 'devicetype' | 'settings'>
  axis: Axis
  share: number | null
  isAssumed?: boolean
  /** Says what the figure counts: "closed", "extended". */
  isCounted?: boolean
}) {
  const { t } = useTranslation()
  const { value, unit } = figureAt(props.device, props.axis, props.share)
  const portion = portionText(props.device, props.axis, props.share, t)
  const end = endWordOf(props.device, props.axis, props.share)
  if (value === null) return <span>?</span>
  if (end !== null) {
    return (
      <span className={styles.word}>
        {props.isAssumed && <small className={styles.about}>≈</small>}
        <span>{endText(props.device, end, t)}</span>
      </span>
    )
  }
  return (
    <>
      {props.isAssumed && <small className={styles.about}>≈</small>}
      <span>{`${String(value).replace('-', '−')}${unit === 'percent' ? '' : '°'}`}</span>
      {unit === 'percent' && <small className={styles.unit}>{'\u202f%'}</small>}
      {props.isCounted && portion !== null && <span className={styles.portion}>{` ${portion}`}</span>}
    </>
  )
}
