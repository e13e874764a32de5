import type { DeviceInfo } from '@senca/contract'
import { isOwn } from '#features/device-model/rights.ts'
import styles from './whose.module.css'

/** Whose device it is, below its name; nothing of one's own. */
export const Whose = ({ device }: { device: DeviceInfo }) =>
  isOwn(device) ? null : <span className={styles.whose}>{device.owner}</span>
