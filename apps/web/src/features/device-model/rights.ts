import type { DeviceInfo } from '@senca/contract'

type Held = Pick<DeviceInfo, 'permissions'>

/** Whether the signed-in person owns the device, and did not get it by a role. */
export const isOwn = ({ owner }: Pick<DeviceInfo, 'owner'>): boolean => owner == null

/** Whether the signed-in person may move, switch and unlock the device. */
export const mayCommand = ({ permissions }: Held): boolean => permissions.includes('command')

/** Whether the signed-in person may maintain the device. Without this right they see neither activity nor settings. */
export const mayMaintain = ({ permissions }: Held): boolean => permissions.includes('maintain')
