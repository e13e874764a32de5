import {
  type Axis,
  type CommandResult,
  type DeviceCommand,
  type DeviceInfo,
  isBusy,
  kindOf,
  LIMITS,
} from '@senca/contract'
import { doorCheckOf, type MomentAct, type MomentRun, placeOfAct } from '@senca/contract/automation'
import { isOwn } from '#features/device-model/rights.ts'
import { doorLightsOf, locksOf } from '#features/device-model/views/door-view.ts'
import { channelsOf } from '#features/device-model/views/light-view.ts'

/** Why a device is not as a moment wants it. The order is that in which they are named: an open door comes before a lock. */
export const WHYS = [
  'doorOpen',
  'jammed',
  'notLocked',
  'lockUnknown',
  'doorUnknown',
  'notClosed',
  'notIn',
  'notOpen',
  'lightOn',
  'unknown',
  'failed',
  'unconfirmed',
] as const
export type Why = (typeof WHYS)[number]

export interface Finding {
  device: DeviceInfo
  why: Why
  /** What prevents it, if that is known. */
  because: 'offline' | 'held' | { error: string; description: string } | null
  /** The commands of the key that does it; empty where no key helps. */
  commands: DeviceCommand[]
}

/** What is proven of the whole home if nothing was found. */
export type Claim = 'closedAndLocked' | 'closed' | 'locked' | 'open' | 'dark'

type ShadeAct = 'open_shades' | 'close_shades'

const actsOf = (run: MomentRun): MomentAct[] => run.flatMap(({ step }) => ('act' in step ? step.act : []))

/** The newest act decides about shades. */
const shadeActOf = (run: MomentRun): ShadeAct | null =>
  actsOf(run).findLast((act): act is ShadeAct => act === 'open_shades' || act === 'close_shades') ?? null

const isOffline = ({ connected, state }: DeviceInfo): boolean => !connected || state.status === 'offline'
const familyOf = ({ devicetype }: DeviceInfo) => kindOf(devicetype).family

/** Hardware of other makers reports no generation. It may stop a little off its target. */
const toleranceOf = ({ version }: DeviceInfo): number =>
  version === null ? LIMITS.THIRD_PARTY_TOLERANCE : LIMITS.TARGET_TOLERANCE

/** Where the act wants a shade, by its main axis: slats of blinds do not count. Null for one that it leaves alone. */
function wantedOf(device: DeviceInfo, act: ShadeAct | null): { axis: Axis; place: 0 | 1 } | null {
  const axis = kindOf(device.devicetype).mainAxis
  const place = act === null ? null : placeOfAct(act, device.devicetype)
  return axis === null || place === null ? null : { axis, place }
}

const isThere = (device: DeviceInfo, { axis, place }: { axis: Axis; place: 0 | 1 }): boolean => {
  const value = device.state[axis]
  return value !== null && Math.abs(value - place) <= toleranceOf(device) + Number.EPSILON
}

const lightCommandsOf = (device: DeviceInfo): { level: number | null; command: DeviceCommand }[] => [
  ...channelsOf(device).map(({ type, brightness }) => ({
    level: brightness,
    command: { command: 'light_apply' as const, lightType: type, brightness: 0 },
  })),
  ...(familyOf(device) === 'door' ? doorLightsOf(device.state) : []).map(({ type, level }) => ({
    level,
    command: { command: 'light_apply' as const, lightType: type, brightness: 0 },
  })),
]

const errorOf = (result: CommandResult | undefined) =>
  result?.status === 'error' ? { error: result.error, description: result.error_description } : null

type Because = Finding['because']

function becauseOf(device: DeviceInfo, result: CommandResult | undefined): Because {
  if (isOffline(device)) return 'offline'
  if (device.safety != null) return 'held'
  return errorOf(result)
}

function doorFinding(device: DeviceInfo, result: CommandResult | undefined): Finding | null {
  const { state } = device
  const found = (why: Why, commands: DeviceCommand[] = []): Finding => ({
    device,
    why,
    because: isOffline(device) ? 'offline' : why === 'doorOpen' || why === 'jammed' ? null : errorOf(result),
    commands: isOffline(device) ? [] : commands,
  })
  if (isOffline(device)) return found('lockUnknown')
  const { locked, open } = doorCheckOf(device)
  if (open === true) return found('doorOpen')
  const locks = locksOf(state)
  const toLock = locks
    .filter(
      ({ type, isLocked }) =>
        !isLocked && device.can.includes(type === 'motor' ? 'lockMotor' : 'unlockMagnet'),
    )
    .map(({ type }) => ({ command: 'lock' as const, lockType: type }))
  if (locks.some((lock) => lock.state === 'jammed')) return found('jammed', toLock)
  if (locked === false) return found('notLocked', toLock)
  if (locked === null) return found('lockUnknown', toLock)
  const isContactSilent = state.magneticSensorConnected === true || state.lockMagneticSensorConnected === true
  return open === null && isContactSilent ? found('doorUnknown') : null
}

function shadeFinding(device: DeviceInfo, act: ShadeAct, result: CommandResult | undefined): Finding | null {
  const wanted = wantedOf(device, act)
  if (wanted === null) return null
  const isUnknown = device.state[wanted.axis] === null || device.state.assumed || isOffline(device)
  if (!isUnknown && isThere(device, wanted)) return null
  const because = becauseOf(device, result)
  const percent = wanted.place * 100
  const notThere = act === 'open_shades' ? 'notOpen' : wanted.place === 0 ? 'notIn' : 'notClosed'
  return {
    device,
    why: isUnknown ? 'unknown' : notThere,
    because,
    commands:
      because === 'offline' || because === 'held'
        ? []
        : [{ command: 'move', position: percent, inclination: percent }],
  }
}

function lightFinding(device: DeviceInfo, result: CommandResult | undefined): Finding | null {
  const lights = lightCommandsOf(device).filter(({ level }) => level !== 0)
  if (familyOf(device) !== 'light' && lights.length === 0) return null
  if (lights.length === 0 && !isOffline(device)) return null
  const isOn = !isOffline(device) && lights.some(({ level }) => level !== null)
  return {
    device,
    why: isOn ? 'lightOn' : 'unknown',
    because: isOffline(device) ? 'offline' : errorOf(result),
    commands: isOffline(device) ? [] : lights.map(({ command }) => command),
  }
}

/** The result of a device in the newest step of these that names it. */
const resultIn = (steps: MomentRun, id: string): CommandResult | undefined =>
  steps
    .toReversed()
    .flatMap(({ results }) => results)
    .find(({ device_ids: ids }) => ids.includes(id))

const stepsOfAct = (run: MomentRun, ...acts: MomentAct[]): MomentRun =>
  run.filter(({ step }) => 'act' in step && acts.includes(step.act))

/** What the steps of scenarios say of a device: they name no state that could be proven. */
function scenarioFinding(device: DeviceInfo, run: MomentRun): Finding | null {
  const result = resultIn(
    run.filter(({ step }) => 'scenarioId' in step),
    device.id,
  )
  if (result === undefined || result.status === 'success') return null
  const why = result.status === 'unconfirmed' ? 'unconfirmed' : 'failed'
  return { device, why, because: becauseOf(device, result), commands: [] }
}

/** What is not as the moment wants it, by the states that are known now. At most one finding for each device and kind of act. */
export function findingsOf(run: MomentRun, devices: readonly DeviceInfo[]): Finding[] {
  const acts = new Set(actsOf(run))
  const shadeAct = shadeActOf(run)
  const all = devices.flatMap((device): Finding[] => {
    const own = isOwn(device)
    const { id } = device
    const byActs = [
      own && acts.has('check_doors') && familyOf(device) === 'door'
        ? doorFinding(device, resultIn(stepsOfAct(run, 'check_doors'), id))
        : null,
      own && shadeAct !== null && familyOf(device) === 'shade'
        ? shadeFinding(device, shadeAct, resultIn(stepsOfAct(run, shadeAct), id))
        : null,
      own && acts.has('lights_off')
        ? lightFinding(device, resultIn(stepsOfAct(run, 'lights_off'), id))
        : null,
    ].filter((finding) => finding !== null)
    if (byActs.length > 0) return byActs
    const failed = scenarioFinding(device, run)
    return failed === null ? [] : [failed]
  })
  return all.toSorted((a, b) => WHYS.indexOf(a.why) - WHYS.indexOf(b.why))
}

/** What may be said of the whole home while nothing was found. Nothing is claimed about what the home does not have. */
export function claimsOf(run: MomentRun, devices: readonly DeviceInfo[]): Claim[] {
  const acts = new Set(actsOf(run))
  const shadeAct = shadeActOf(run)
  const own = devices.filter(isOwn)
  const hasShades = own.some((device) => wantedOf(device, shadeAct) !== null)
  const hasLocks = acts.has('check_doors') && own.some((device) => familyOf(device) === 'door')
  const hasLights = acts.has('lights_off') && own.some((device) => lightCommandsOf(device).length > 0)
  const isClosed = shadeAct === 'close_shades' && hasShades
  return [
    ...(isClosed && hasLocks ? (['closedAndLocked'] as const) : isClosed ? (['closed'] as const) : []),
    ...(shadeAct === 'open_shades' && hasShades ? (['open'] as const) : []),
    ...(hasLocks && !isClosed ? (['locked'] as const) : []),
    ...(hasLights ? (['dark'] as const) : []),
  ]
}

const isAtRest = ({ state }: DeviceInfo): boolean =>
  !isBusy(state.status) &&
  locksOf(state).every((lock) => lock.state !== 'locking' && lock.state !== 'unlocking')

/**
 * The devices that the run concerns and that are not at rest: they move, or they acknowledged a command less than the time ago in
 * which a device reports.
 */
export function openOf(run: MomentRun, devices: readonly DeviceInfo[], elapsedMs: number): DeviceInfo[] {
  const concerned = new Set(run.flatMap(({ results }) => results.flatMap(({ device_ids: ids }) => ids)))
  const accepted = new Set(
    run.flatMap(({ results }) =>
      results.flatMap(({ status, device_ids: ids }) => (status === 'success' ? ids : [])),
    ),
  )
  const notDone = new Set(findingsOf(run, devices).map(({ device }) => device.id))
  return devices.filter((device) => {
    if (!concerned.has(device.id) || isOffline(device)) return false
    if (!isAtRest(device)) return elapsedMs < LIMITS.COMMAND_REST_MAX_MS
    return notDone.has(device.id) && accepted.has(device.id) && elapsedMs < LIMITS.COMMAND_STATE_MS
  })
}
