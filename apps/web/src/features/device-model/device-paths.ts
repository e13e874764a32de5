import { type DeviceInfo, kindOf } from '@senca/contract'

/** The two positions that a shade can store. */
export type PlaceName = 'favourite' | 'ventilation'

/** The screens of a device, including those about sharing it. Each takes the device from the navigation state or from the URL. */
type DeviceScreen =
  | PlaceName
  | 'control'
  | 'settings'
  | 'hardware'
  | 'sun'
  | 'health'
  | 'keys'
  | 'replace'
  | 'upgrade'
  | 'activity'
  | 'share'
  | 'access'
  | 'transfer'

const OF_ALL = {
  hardware: '/devicehardwarepage',
  health: '/devicehealth',
  keys: '/devicekeys',
  replace: '/devicereplace',
  upgrade: '/deviceupgrade',
  activity: '/deviceactivity',
  share: '/links/new',
  access: '/access',
  transfer: '/transfer',
} as const

const PATHS = {
  shade: {
    control: '/device',
    settings: '/devicesettingspage',
    favourite: '/devicefavouritepage',
    ventilation: '/deviceventilationpage',
    sun: '/devicesunpage',
    ...OF_ALL,
  },
  door: { control: '/doordeviceinfopage', settings: '/doorsettingspage', ...OF_ALL },
  light: { control: '/device', settings: '/devicesettingspage', ...OF_ALL },
} as const satisfies Record<string, Partial<Record<DeviceScreen, string>>>

/** The navigation state that a device screen receives. The URL contains the same information. */
export const deviceLinkState = ({
  id,
  name,
  devicetype,
}: Pick<DeviceInfo, 'id' | 'name' | 'devicetype'>) => ({
  deviceId: id,
  name,
  devicetype,
})

/** The URL of a device screen. It also works after a reload and when it is sent to another person. */
export function devicePath(
  { id, devicetype }: Pick<DeviceInfo, 'id' | 'devicetype'>,
  screen: DeviceScreen,
): string {
  const paths: Partial<Record<DeviceScreen, string>> = PATHS[kindOf(devicetype).family]
  return `${paths[screen] ?? paths.control}?${new URLSearchParams({ deviceId: id })}`
}
