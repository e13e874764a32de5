import type { Axis, DeviceInfo } from '@senca/contract'
import { figureAt } from '#features/device-model/shade-view.ts'
import styles from './figure.module.css'

/** A share 0..1 of an axis as a large figure with a small unit; "?" where it is not known, "≈" before what is assumed. */
export function Figure(props: {
  device: Pick<DeviceInfo, 'devicetype' | 'settings'>
  axis: Axis
  share: number | null
  isAssumed?: boolean
}) {
  const { value, unit } = figureAt(props.device, props.axis, props.share)
  if (value === null) return '?'
  return (
    <>
      {props.isAssumed && <small className={styles.about}>≈</small>}
      {String(value).replace('-', '−')}
      {unit === 'percent' ? <small className={styles.unit}>%</small> : '°'}
    </>
  )
}
