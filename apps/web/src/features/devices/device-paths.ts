import { type DeviceInfo, kindOf } from '@senca/contract'

/** The screens of a device; each takes the device from navigation state or from the address. */
type DeviceScreen = 'control' | 'settings' | 'favourite' | 'ventilation' | 'activity'

const PATHS = {
  shade: {
    control: '/device',
    settings: '/devicesettingspage',
    favourite: '/devicefavouritepage',
    ventilation: '/deviceventilationpage',
    activity: '/deviceactivity',
  },
  door: { control: '/doordeviceinfopage', settings: '/doorsettingspage', activity: '/deviceactivity' },
  light: { control: '/device', settings: '/devicesettingspage', activity: '/deviceactivity' },
} as const satisfies Record<string, Partial<Record<DeviceScreen, string>>>

/** What a screen of a device is told by the one before it; its address says the same. */
export const deviceLinkState = ({
  id,
  name,
  devicetype,
}: Pick<DeviceInfo, 'id' | 'name' | 'devicetype'>) => ({
  deviceId: id,
  name,
  devicetype,
})

/** The address of a device's screen, which a reload and somebody it is sent to understand. */
export function devicePath(
  { id, devicetype }: Pick<DeviceInfo, 'id' | 'devicetype'>,
  screen: DeviceScreen,
): string {
  const paths: Partial<Record<DeviceScreen, string>> = PATHS[kindOf(devicetype).family]
  return `${paths[screen] ?? paths.control}?${new URLSearchParams({ deviceId: id })}`
}
