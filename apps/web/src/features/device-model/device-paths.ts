import { type DeviceInfo, kindOf } from '@senca/contract'

/** The two positions that a shade is asked to remember. */
export type PlaceName = 'favourite' | 'ventilation'

/** The screens of a device, and those about who else may use it; each takes the device from navigation state or from the address. */
type DeviceScreen =
  | PlaceName
  | 'control'
  | 'settings'
  | 'sun'
  | 'health'
  | 'keys'
  | 'replace'
  | 'upgrade'
  | 'activity'
  | 'share'
  | 'access'
  | 'people'
  | 'transfer'

const OF_ALL = {
  health: '/devicehealth',
  keys: '/devicekeys',
  replace: '/devicereplace',
  upgrade: '/deviceupgrade',
  activity: '/deviceactivity',
  share: '/links/new',
  access: '/links',
  people: '/people',
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
