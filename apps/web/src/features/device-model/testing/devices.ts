import {
  capabilitiesOf,
  type DeviceInfo,
  type DeviceState,
  type DeviceType,
  deviceInfoSchema,
} from '@senca/contract'

type Given = Partial<Omit<DeviceInfo, 'state' | 'devicetype'>> & {
  devicetype?: DeviceType
  state?: Partial<DeviceState>
}

/** A device as the server would send it. The contract parses it, so it is always valid. */
export function deviceOf({ state: given, ...rest }: Given = {}): DeviceInfo {
  const { devicetype = 'roller_shutter', version = 2 } = rest
  const state = {
    status: 'ready',
    position: 0,
    inclination: null,
    assumed: false,
    reportedAt: '2026-06-21T10:00:00Z',
    ...given,
  } satisfies Partial<DeviceState>
  return deviceInfoSchema.parse({
    id: 'device-1',
    name: 'Bedroom',
    devicetype,
    connected: state.status !== 'offline',
    permissions: ['view', 'command', 'maintain'],
    version,
    can: capabilitiesOf(devicetype, state, { version }),
    settings: {},
    favourite: null,
    ventilation: null,
    lastSeenAt: null,
    totalRestarts: 1,
    totalStateUpdates: 10,
    state,
    ...rest,
  })
}
