import type { Capability, DeviceInfo, LockType } from '@senca/contract'
import { type ActivityEntry, activityEntrySchema } from '@senca/contract/activity'
import type {
  CommandFailure,
  CommandPhase,
  PartCapability,
  Wish,
} from '#features/device-model/command-lifecycle.ts'
import { DOOR, device, NEVER } from './fixtures.ts'

/** A device and the commands to its parts that its screen shows. */
export type ScreenState = {
  device: DeviceInfo
  stale?: boolean
  asked?: { lane: Capability; wish: Wish; phase: CommandPhase; failure?: CommandFailure }
}

const silence: CommandFailure = {
  by: 'device',
  error: 'device_unreachable',
  description: '',
  detail: null,
}

const door = (
  name: string,
  state: object,
  more: { connected?: boolean; unlockBy?: string } = {},
): DeviceInfo => device({ name, kind: 'home_door', state: { ...DOOR, ...state }, ...more })

const unlocking = (lockType: LockType): Wish => ({ kind: 'unlock', lockType })
const setting = (capability: PartCapability): Wish => ({ kind: 'part', capability, value: 1 })

/** Every state of a door's screen, by name; the tab is in the URL. */
export const DOOR_STATES: Record<string, ScreenState> = {
  locked: { device: door('Front door', {}) },
  unlocked: {
    device: door('Front door', {
      magnetLockState: 'unlocked',
      magnetLockLocked: false,
      motorLockState: 'unlocked',
      motorLockLocked: false,
      lockMagneticSensorOpen: true,
    }),
  },
  open: {
    device: door('Front door', {
      magnetLockState: 'unlocked',
      magnetLockLocked: false,
      motorLockState: 'unlocked',
      motorLockLocked: false,
      lockMagneticSensorOpen: true,
      magneticSensorOpen: true,
    }),
  },
  unlocking: {
    device: door('Front door', { status: 'moving', motorLockState: 'unlocking', motorLockLocked: null }),
    asked: { lane: 'unlockMotor', wish: unlocking('motor'), phase: 'acknowledged' },
  },
  jammed: { device: door('Front door', { motorLockState: 'jammed', motorLockLocked: null }) },
  unknown: {
    device: door('Front door', {
      magnetLockState: 'unknown',
      magnetLockLocked: null,
      motorLockState: 'unknown',
      motorLockLocked: null,
      magicFoilOpacity: null,
    }),
  },
  held: { device: door('Front door', {}, { unlockBy: 'hold' }) },
  failed: {
    device: door('Front door', {}),
    asked: { lane: 'unlockMagnet', wish: unlocking('magnet'), phase: 'failed', failure: silence },
  },
  heldFailed: {
    device: door('Front door', {}, { unlockBy: 'hold' }),
    asked: { lane: 'unlockMagnet', wish: unlocking('magnet'), phase: 'failed', failure: silence },
  },
  milky: { device: door('Front door', { magicFoilOpacity: 1 }) },
  turning: {
    device: door('Front door', {}),
    asked: { lane: 'setFoil', wish: setting('setFoil'), phase: 'pending' },
  },
  lit: { device: door('Front door', { doorLightBrightness: 1, handleLightBrightness: 1 }) },
  dark: {
    device: door('Front door', {}),
    asked: { lane: 'setDoorLight', wish: setting('setDoorLight'), phase: 'failed', failure: silence },
  },
  stale: { device: door('Front door', {}), stale: true },
  offline: { device: door('Front door', { doorLightBrightness: 1 }, { connected: false }) },
  offlineOpen: {
    device: door(
      'Front door',
      { motorLockState: 'unlocked', motorLockLocked: false, magneticSensorOpen: true },
      { connected: false },
    ),
  },
  never: { device: device({ name: 'Front door', kind: 'home_door', connected: false, state: NEVER }) },
  bare: { device: device({ name: 'Side door', kind: 'home_door' }) },
  long: { device: door('W'.repeat(20), {}) },
}

const light = (name: string, state: object, more: { connected?: boolean; settings?: object } = {}) =>
  device({ name, kind: 'light', state, ...more })

const DIMMED = { light1Dimmable: true }

/** Every state of a light's screen, by name. */
export const LIGHT_STATES: Record<string, ScreenState> = {
  off: { device: light('Hallway', { ...DIMMED, light1Brightness: 0 }) },
  dimmed: { device: light('Hallway', { ...DIMMED, light1Brightness: 0.4 }) },
  on: { device: light('Hallway', { light1Brightness: 1 }) },
  unknown: { device: light('Hallway', { light1Brightness: null }) },
  two: {
    device: light(
      'Terrace',
      { ...DIMMED, light1Brightness: 0.7, light2Brightness: 0 },
      { settings: { light1Name: 'Wall' } },
    ),
  },
  waiting: {
    device: light('Hallway', { light1Brightness: 0 }),
    asked: { lane: 'setLight1', wish: setting('setLight1'), phase: 'pending' },
  },
  failed: {
    device: light('Hallway', { ...DIMMED, light1Brightness: 0 }),
    asked: { lane: 'setLight1', wish: setting('setLight1'), phase: 'failed', failure: silence },
  },
  stale: { device: light('Hallway', { ...DIMMED, light1Brightness: 0.4 }), stale: true },
  offline: { device: light('Hallway', { ...DIMMED, light1Brightness: 1 }, { connected: false }) },
  never: { device: light('Hallway', NEVER, { connected: false }) },
  none: { device: light('Hallway', {}) },
  long: {
    device: light(
      'W'.repeat(20),
      { light1Brightness: 1, light2Brightness: 1 },
      { settings: { light1Name: 'W'.repeat(20) } },
    ),
  },
}

const blind = (state: object, favourite?: object) =>
  device({
    name: 'Study',
    kind: 'venetian_blind',
    state,
    settings: { inclinationTime: 1600, inclinationType: 'full_180', switchType: 'push_button' },
    ...(favourite === undefined ? {} : { favourite }),
  })

/** Every state of the settings and of the screen for the favorite position, by name. */
export const SHADE_STATES: Record<string, ScreenState> = {
  unset: { device: blind({ position: 0.7, inclination: 0.3 }) },
  saved: {
    device: blind({ position: 0.7, inclination: 0.3 }, { position: 0.4, inclination: 0.5 }),
  },
  assumed: { device: blind({ position: 0.7, inclination: 0.3, assumed: true }) },
  unknown: { device: blind({}) },
  moving: {
    device: blind({ status: 'closing', position: 0.3, inclination: 0.5, target: { position: 0.9 } }),
  },
  roller: { device: device({ name: 'Bedroom', kind: 'roller_shutter', state: { position: 0.4 } }) },
  pergola: { device: device({ name: 'Pergola', kind: 'pergola', state: { inclination: 0.4 } }) },
  offline: {
    device: device({
      name: 'Study',
      kind: 'roller_shutter',
      connected: false,
      state: { position: 0.4 },
    }),
  },
}

/** Devices other than shades that have settings. */
export const OTHER_SETTINGS: Record<string, ScreenState> = {
  door: { device: door('Front door', {}) },
  light: { device: light('Terrace', { ...DIMMED, light1Brightness: 0.7, light2Brightness: 0 }) },
}

const entry = (number: number, raw: object): ActivityEntry =>
  activityEntrySchema.parse({
    id: String(number),
    at: new Date(Date.UTC(2026, 10, 20, 9, 24) - number * 420_000).toISOString(),
    deviceId: `device-${number}`,
    deviceName: 'Living room',
    origin: 'app',
    by: 'ana.kovac@tivolska.si',
    details: {},
    result: null,
    ...raw,
  })

/** Entries of the activity: every origin, every result of a command, and events without a command. */
export const ACTIVITY: readonly ActivityEntry[] = [
  {
    action: 'move',
    details: { position: 0.8 },
    result: { status: 'success', position: 0.8, durationMs: 12_400 },
  },
  { action: 'move', details: { position: 0.2 }, result: { status: 'acknowledged' } },
  {
    action: 'move_to_ventilation',
    by: 'marko@tivolska.si',
    origin: 'role',
    result: { status: 'error', error: 'device_unreachable' },
  },
  {
    action: 'unlock',
    deviceName: 'Front door',
    origin: 'link',
    by: 'Guests',
    details: { lockType: 'motor', unlockDuration: 5 },
    result: { status: 'success', durationMs: 900 },
  },
  { action: 'locked', deviceName: 'Front door', origin: 'device', by: null, details: { lockType: 'motor' } },
  { action: 'jammed', deviceName: 'Front door', origin: 'device', by: null, details: { lockType: 'motor' } },
  { action: 'door_opened', deviceName: 'Front door', origin: 'wall_switch', by: null },
  { action: 'moved', origin: 'wall_switch', by: null, details: { position: 1 } },
  {
    action: 'light_apply',
    deviceName: 'Terrace',
    origin: 'scenario',
    by: 'Evening',
    details: { lightType: 'light_1', brightness: 0.4 },
    result: { status: 'success', durationMs: 300 },
  },
  { action: 'rename', deviceName: 'W'.repeat(20), details: { name: 'W'.repeat(20) } },
  { action: 'deleted', deviceName: '' },
].map((raw, number) => entry(number, raw))
