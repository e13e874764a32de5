import {
  capabilitiesOf,
  type DeviceInfo,
  deviceInfoSchema,
  deviceStateSchema,
  parseDeviceType,
} from '@senca/contract'

type Raw = {
  name: string
  kind: string
  connected?: boolean
  settings?: object
  state?: object
  favourite?: object
  unlockBy?: string
}

/** A device as the server would send it. The contract parses it, so only valid devices can be shown. */
export function device(raw: Raw): DeviceInfo {
  const connected = raw.connected ?? true
  const devicetype = parseDeviceType(raw.kind)
  if (devicetype === null) throw new TypeError(`Expected a device type, got "${raw.kind}"`)
  const state = deviceStateSchema.parse({
    status: connected ? 'ready' : 'offline',
    position: null,
    inclination: null,
    assumed: false,
    reportedAt: '2026-11-20T09:24:00.000Z',
    ...raw.state,
  })
  return deviceInfoSchema.parse({
    id: `gallery-${raw.name}`,
    name: raw.name,
    devicetype,
    connected,
    version: 2,
    permissions: ['view', 'command', 'maintain'],
    can: capabilitiesOf(devicetype, state),
    settings: raw.settings ?? {},
    favourite: raw.favourite ?? null,
    ventilation: null,
    lastSeenAt: connected ? null : '2026-11-20T08:10:00.000Z',
    totalRestarts: 1,
    totalStateUpdates: 7,
    state,
    ...(raw.unlockBy === undefined ? {} : { unlockBy: raw.unlockBy }),
  })
}

const tilt = (degrees: number): number => (degrees + 90) / 180

export const DOOR = {
  magnetLockConnected: true,
  magnetLockLocked: true,
  magnetLockState: 'locked',
  motorLockConnected: true,
  motorLockLocked: true,
  motorLockState: 'locked',
  lockMagneticSensorConnected: true,
  lockMagneticSensorOpen: false,
  magneticSensorConnected: true,
  magneticSensorOpen: false,
  magicFoilConnected: true,
  magicFoilOpacity: 0,
  doorLightConnected: true,
  doorLightBrightness: 0,
  handleLightConnected: true,
  handleLightBrightness: 0,
}

/** A device that was claimed and has not reported yet. */
export const NEVER = { reportedAt: null }

/** A home with a device of every type, some of them moving. */
export const HOME: readonly DeviceInfo[] = [
  { name: 'Living room, south', kind: 'roller_shutter', state: { position: 0.3 } },
  { name: 'Wohnzimmer Panorama', kind: 'venetian_blind', state: { position: 1, inclination: tilt(-56) } },
  {
    name: 'Bedroom',
    kind: 'textile_screen',
    state: { status: 'closing', position: 0.35, target: { position: 0.8 } },
  },
  { name: 'Terasa nad vhodom', kind: 'awning', state: { position: 0.6 } },
  { name: 'Pergola', kind: 'pergola', state: { inclination: 0.4 } },
  {
    name: 'Улазна врата',
    kind: 'home_door',
    state: {
      ...DOOR,
      status: 'busy',
      magnetLockState: 'unlocking',
      magnetLockLocked: null,
      lockMagneticSensorOpen: null,
      doorLightBrightness: 1,
    },
  },
  { name: 'Kitchen screen', kind: 'insect_screen', connected: false, state: { position: 0.55 } },
  { name: 'Sicherheitsrollladen', kind: 'falcon', state: { position: 1 } },
  { name: 'Hallway, wall light', kind: 'light', state: { light1Brightness: 1 } },
].map(device)

/** Every state of a card, with commands in flight and outdated values. */
export const STATES: readonly {
  device: DeviceInfo
  stale?: boolean
  pending?: { target: { position?: number; inclination?: number } | null }
  error?: string
  canRetry?: boolean
  done?: string
}[] = [
  { device: device({ name: 'Open', kind: 'roller_shutter', state: { position: 0 } }) },
  { device: device({ name: 'Closed', kind: 'roller_shutter', state: { position: 1 } }) },
  { device: device({ name: 'Unknown', kind: 'roller_shutter' }) },
  { device: device({ name: 'A tenth', kind: 'roller_shutter', state: { position: 0.1 } }) },
  { device: device({ name: 'Claimed, no report', kind: 'roller_shutter', state: NEVER }) },
  { device: device({ name: 'Claimed, away', kind: 'awning', connected: false, state: NEVER }) },
  { device: device({ name: 'Claimed door', kind: 'home_door', connected: false, state: NEVER }) },
  { device: device({ name: 'Claimed light', kind: 'light', connected: false, state: NEVER }) },
  { device: device({ name: 'Assumed', kind: 'roller_shutter', state: { position: 0.4, assumed: true } }) },
  { device: device({ name: 'Stale', kind: 'roller_shutter', state: { position: 0.4 } }), stale: true },
  { device: device({ name: 'Offline', kind: 'roller_shutter', connected: false, state: { position: 0.4 } }) },
  {
    device: device({ name: 'Sending', kind: 'roller_shutter', state: { position: 0.2 } }),
    pending: { target: { position: 0.7 } },
  },
  {
    device: device({
      name: 'Opening',
      kind: 'roller_shutter',
      state: { status: 'opening', position: 0.9, target: { position: 0.1 } },
    }),
  },
  {
    device: device({
      name: 'Calibrating',
      kind: 'roller_shutter',
      state: { status: 'calibrating', position: 0.5 },
    }),
  },
  {
    device: device({ name: 'Unreachable', kind: 'roller_shutter', state: { position: 0.6 } }),
    error: 'The device did not answer in time. It may still move.',
  },
  {
    device: device({ name: 'Try again', kind: 'venetian_blind', state: { position: 0.2, inclination: 0.6 } }),
    error: 'Stopped early: it may be blocked, or someone stopped it',
    canRetry: true,
  },
  {
    device: device({ name: 'Just done', kind: 'roller_shutter', state: { position: 0.8 } }),
    done: 'Done in 12 s',
  },
  {
    device: device({
      name: 'Slats in the sun',
      kind: 'venetian_blind',
      state: { position: 1, inclination: tilt(-24) },
    }),
  },
  {
    device: device({
      name: 'Slats against it',
      kind: 'venetian_blind',
      state: { position: 1, inclination: tilt(60) },
    }),
  },
  {
    device: device({
      name: 'Half a blind',
      kind: 'zaluzija',
      state: { position: 0.6, inclination: tilt(-40) },
    }),
  },
  { device: device({ name: 'Textile screen', kind: 'screen', state: { position: 0.7 } }) },
  { device: device({ name: 'Insect screen', kind: 'komarnik', state: { position: 0.7 } }) },
  { device: device({ name: 'Awning', kind: 'tenda', state: { position: 1 } }) },
  { device: device({ name: 'Pergola, shut', kind: 'pergola', state: { inclination: 1 } }) },
  { device: device({ name: 'Pergola, unknown', kind: 'pergola' }) },
  { device: device({ name: 'Falcon', kind: 'falcon', state: { position: 0.6 } }) },
  { device: device({ name: 'Beschattungssteuerung', kind: 'roller_shutter', state: { position: 0.15 } }) },
  { device: device({ name: 'Шкуре дневна соба ЈЗ', kind: 'roller_shutter', state: { position: 0.85 } }) },
  { device: device({ name: 'Door, locked', kind: 'home_door', state: DOOR }) },
  {
    device: device({
      name: 'Door, open',
      kind: 'home_door',
      state: {
        ...DOOR,
        magnetLockState: 'unlocked',
        magnetLockLocked: false,
        motorLockState: 'unlocked',
        motorLockLocked: false,
        lockMagneticSensorOpen: true,
        magneticSensorOpen: true,
      },
    }),
  },
  {
    device: device({
      name: 'Door, milky, jammed',
      kind: 'home_door',
      state: {
        ...DOOR,
        motorLockState: 'jammed',
        motorLockLocked: null,
        magicFoilOpacity: 1,
        handleLightBrightness: 1,
        lockMagneticSensorConnected: false,
      },
    }),
  },
  {
    device: device({
      name: 'Side door',
      kind: 'home_door',
      state: { motorLockConnected: true, motorLockLocked: null, motorLockState: 'unknown' },
    }),
  },
  { device: device({ name: 'Door, offline', kind: 'home_door', connected: false, state: DOOR }) },
  {
    device: device({ name: 'Door, failed', kind: 'home_door', state: DOOR }),
    error: 'The device is offline',
  },
  {
    device: device({ name: 'Light, failed', kind: 'light', state: { light1Brightness: 0 } }),
    error: 'The device did not answer in time. It may still switch.',
    canRetry: true,
  },
  { device: device({ name: 'Light, off', kind: 'light', state: { light1Brightness: 0 } }) },
  {
    device: device({
      name: 'Light, partly',
      kind: 'light',
      state: { light1Brightness: 1, light2Brightness: 0 },
    }),
  },
  { device: device({ name: 'Light, unknown', kind: 'light', state: { light1Brightness: null } }) },
  {
    device: device({
      name: 'Light, offline',
      kind: 'light',
      connected: false,
      state: { light1Brightness: 1 },
    }),
  },
]

/** A list of `count` devices, to try how smoothly it scrolls. */
export const crowd = (count: number): DeviceInfo[] =>
  Array.from({ length: count }, (_, index) => {
    const base = HOME[index % HOME.length] ?? HOME[0]
    if (!base) throw new RangeError('The home is empty')
    return { ...base, id: `crowd-${index}`, name: `${index + 1} ${base.name}`.slice(0, 20) }
  })
