import type { DeviceInfo } from '@senca/contract'

type Held = Pick<DeviceInfo, 'permissions'>

/** Whether a device is the reader's own, and not lent by a role. */
export const isOwn = ({ owner }: Pick<DeviceInfo, 'owner'>): boolean => owner == null

/** Whether the reader may move, switch and unlock it. */
export const mayCommand = ({ permissions }: Held): boolean => permissions.includes('command')

/** Whether the reader may look after it: who may not sees its activity and nothing to set. */
export const mayMaintain = ({ permissions }: Held): boolean => permissions.includes('maintain')
