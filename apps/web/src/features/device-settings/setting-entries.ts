import { type DeviceInfo, kindOf } from '@senca/contract'
import { isOwn, mayMaintain } from '#features/device-model/rights.ts'

/** The settings of a device. */
export type Entry =
  | 'rename'
  | 'light1Name'
  | 'light2Name'
  | 'recalibrate'
  | 'type'
  | 'directions'
  | 'switchType'
  | 'inclinationTime'
  | 'inclinationType'

/** The possible topics of a dialog. */
export type Asked = Entry | 'restart' | 'delete'

/** Whether the row that opens the dialog exists. */
export const isAskable = (
  device: Known & Pick<DeviceInfo, 'permissions' | 'owner'>,
  asked: Asked,
): boolean => {
  if (asked === 'delete') return isOwn(device)
  return mayMaintain(device) && (asked === 'restart' || entriesOf(device).includes(asked))
}

type Known = Pick<DeviceInfo, 'devicetype' | 'can'>

/** Settings that the hardware stores. Devices that take no settings are configured at the controller. */
const OF_HARDWARE: ReadonlySet<Entry> = new Set([
  'type',
  'directions',
  'switchType',
  'inclinationTime',
  'inclinationType',
])

/** The settings that make sense for the device type and for what the device can do, in the order of the list. */
export const entriesOf = (device: Known): Entry[] =>
  device.can.includes('changeSettings')
    ? entriesOfKind(device)
    : entriesOfKind(device).filter((entry) => !OF_HARDWARE.has(entry))

function entriesOfKind({ devicetype, can }: Known): Entry[] {
  if (kindOf(devicetype).family === 'light') {
    const hasTwo = can.includes('setLight2')
    return ['rename', 'light1Name', ...(hasTwo ? (['light2Name'] as const) : []), 'switchType']
  }
  const shade = ['rename', 'recalibrate', 'type', 'directions', 'switchType'] as const
  return devicetype === 'venetian_blind' ? [...shade, 'inclinationTime', 'inclinationType'] : [...shade]
}
