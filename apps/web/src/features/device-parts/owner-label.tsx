import type { DeviceInfo } from '@senca/contract'
import { isOwn } from '#features/device-model/rights.ts'
import styles from './owner-label.module.css'

/** The owner of a device, below its name; renders nothing for an own device. */
export const OwnerLabel = ({ device }: { device: DeviceInfo }) =>
  isOwn(device) ? null : <span className={styles.whose}>{device.owner}</span>
