import type { Charge } from '@senca/contract'
import type { MatterCover, MatterLight, MatterLock, MatterPart, MatterPower } from '@senca/matter/messages'
import type { EntityAction, Limitation, LockState } from '../entities/entity.ts'
import type { NativeState } from '../entities/native-entity.ts'

/** What an entity is by what its endpoint reports. */
export interface PartDescription {
  kind: NativeState['kind']
  /** Added to the name of what has several parts of a kind. */
  deviceClass: string | null
  can: EntityAction[]
  limitations: Limitation[]
}

/** The whole way in hundredths of a per cent; 0 is open, as in Senca. */
export const WHOLE = 10_000
export const FULL_LEVEL = 254

const shareOf = (hundredths: number | null): number | null =>
  hundredths === null ? null : hundredths / WHOLE

/** By the numbers of `Type` and `EndProductType` of the Window Covering cluster. */
const CLASS_BY_TYPE: Record<number, string> = {
  0: 'shade',
  1: 'shade',
  2: 'shade',
  3: 'shade',
  4: 'curtain',
  5: 'awning',
  6: 'shutter',
  7: 'blind',
  8: 'blind',
}
const ROLLER_SHUTTER = 17

const classOf = ({ type, endProduct }: MatterCover): string | null =>
  endProduct === ROLLER_SHUTTER ? 'shutter' : (CLASS_BY_TYPE[type ?? -1] ?? null)

/** Without lift, opening and closing would turn the slats. */
const actionsOfCover = ({ lifts, tilts, knowsLift, knowsTilt }: MatterCover): EntityAction[] => [
  ...(lifts ? (['open', 'close'] as const) : []),
  ...(lifts || tilts ? (['stop'] as const) : []),
  ...(knowsLift ? (['setPosition'] as const) : []),
  ...(knowsTilt ? (['setTilt', 'openTilt', 'closeTilt'] as const) : []),
]

/** The operating modes in which a lock takes no unlock from outside. */
const PRIVACY_MODES: readonly (number | null)[] = [2, 3]

const limitation = (code: Limitation['code'], detail: string): Limitation => ({ code, detail })

function describeLock({
  mode,
  hasLatch,
  needsPin,
}: MatterLock): Pick<PartDescription, 'can' | 'limitations'> {
  const isPrivate = PRIVACY_MODES.includes(mode)
  const unlocks: EntityAction[] = isPrivate ? [] : ['unlock', ...(hasLatch ? (['unlatch'] as const) : [])]
  return {
    can: ['lock', ...unlocks],
    limitations: [
      ...(isPrivate
        ? [limitation('privacy_mode', 'the lock takes no unlock from outside in this mode')]
        : []),
      ...(needsPin ? [limitation('code_required', 'the lock takes commands with a code alone')] : []),
    ],
  }
}

/** The descriptions of the entities of a part: a lock with a door sensor has two. */
export function describePart(part: MatterPart): PartDescription[] {
  switch (part.kind) {
    case 'cover': {
      const isBinary = (part.lifts && !part.knowsLift) || (part.tilts && !part.knowsTilt)
      const limitations = isBinary
        ? [limitation('no_position', 'the hardware goes to no position between its ends')]
        : []
      return [{ kind: 'cover', deviceClass: classOf(part), can: actionsOfCover(part), limitations }]
    }
    case 'lock':
      return [
        { kind: 'lock', deviceClass: null, ...describeLock(part) },
        ...(part.door === undefined
          ? []
          : [{ kind: 'contact' as const, deviceClass: 'door', can: [], limitations: [] }]),
      ]
    case 'light':
    case 'switch':
      return [
        {
          kind: part.kind,
          deviceClass: null,
          can: ['on', 'off', ...(part.level === undefined ? [] : (['setBrightness'] as const))],
          limitations: [],
        },
      ]
  }
}

/** The number of `BatChargeLevel` from which on a battery is low. */
const LEVEL_WARNING = 1

/** The charge that hardware reports of its battery; null if it has none, or knows nothing of it. */
export function chargeOfPower({ battery, level }: MatterPower): Charge | null {
  if (battery === null && level === null) return null
  return {
    ...(battery === null ? {} : { battery }),
    ...(level === null ? {} : { batteryLow: level >= LEVEL_WARNING }),
  }
}

type Running = 'lock' | 'unlock' | null

/** Between its ends a lock is on its way while a command runs, and else it is stuck. */
function lockStateOf(state: number | null, running: Running): LockState['lockState'] {
  if (state === 0) return running === 'lock' ? 'locking' : running === 'unlock' ? 'unlocking' : 'jammed'
  return ({ 1: 'locked', 2: 'unlocked', 3: 'open' } as const)[state ?? -1] ?? 'unknown'
}

/** Open, forced open and ajar; closed; what is jammed or faulty is unknown. */
const IS_OPEN: Record<number, boolean> = { 0: true, 1: false, 3: true, 5: true }

const stateOfLight = ({ kind, on, level }: MatterLight): NativeState =>
  kind === 'switch'
    ? { kind, on }
    : { kind, on, brightness: level === undefined || level === null ? null : level / FULL_LEVEL }

/** The state of the entity of a kind of a part. */
export function stateOfPart(part: MatterPart, kind: NativeState['kind'], running: Running): NativeState {
  switch (part.kind) {
    case 'cover': {
      const position = shareOf(part.lift)
      return {
        kind: 'cover',
        closed: position === null ? null : position === 1,
        moving: part.motion,
        position,
        inclination: shareOf(part.tilt),
      }
    }
    case 'lock':
      return kind === 'contact'
        ? { kind, on: IS_OPEN[part.door ?? -1] ?? null }
        : { kind: 'lock', lockState: lockStateOf(part.state, running) }
    case 'light':
    case 'switch':
      return stateOfLight(part)
  }
}
