import { distance, isBand, isUnsafeWay, type Oracle, type Place, ROUNDING } from './oracle.ts'
import { createRepeats } from './repeats.ts'
import type { Shade } from './shade.ts'

/** Only overrides use this position, so that they can be recognized in the messages. */
export const OVERRIDE_PERCENT = 37
/** The ventilation position of the simulated hardware. */
const VENTILATION = 0.85
const SAFE_AFTER_MS = 180_000
const NEAR = 0.03

export interface UnsafeCommand {
  at: string
  deviceId: string
  type: string
  kept: Place
  here: number
  goal: number
  command: unknown
}
export interface LeftOutside {
  at: string
  deviceId: string
  type: string
  kept: Place
  here: number
  /** Absent if it was sent as it must, and did not arrive. */
  missing?: 'a repeated command'
}

interface WireWatchOptions {
  oracle: Pick<Oracle, 'placeOf'>
  residents: readonly Shade[]
  now(): number
}

interface Kept {
  place: Place
  /** When it was last seen in its safe place, or when it became kept there. */
  since: number
  isDisturbed: boolean
  wasOutside: boolean
}

/** Where a cover is kept that can only be sent to its ends: the safer one, and 0 for a range of both. */
const endOf = (place: Place): Place => (typeof place === 'number' ? place : 0)

/** Judges the commands that devices receive by their true positions, and checks where they stay. */
export function createWireWatch({ oracle, residents, now }: WireWatchOptions) {
  const unsafe: UnsafeCommand[] = []
  const leftOutside: LeftOutside[] = []
  const byId = new Map(residents.map((resident) => [resident.id, resident]))
  const kept = new Map<string, Kept>()
  /** The required places before the current concurrent events; null while none are running. */
  let frozen: Map<string, Place | null> | null = null
  const repeats = createRepeats(now)
  const counts = { commands: 0, commandsWhileProtected: 0, broughtIn: 0 }

  const axisOf = ({ type }: Shade) => (type === 'pergola' ? 'inclination' : 'position')
  const placeIn = (resident: Shade): number => Number(resident.device.state()[axisOf(resident)] ?? 0)
  const keptAt = (resident: Shade): Place | null => {
    const place = oracle.placeOf(resident, now())
    return place !== null && resident.cover?.style === 'mute' ? endOf(place) : place
  }

  const goalOf = (resident: Shade, body: object): number | null => {
    const command = 'command' in body ? body.command : ''
    const axis = axisOf(resident)
    const wished = axis in body ? Reflect.get(body, axis) : undefined
    if (typeof wished === 'number') return wished / 100
    if (command === 'move_to_ventilation') return VENTILATION
    // A calibration moves to both ends.
    return command === 'recalibrate' ? -1 : null
  }

  const isUnknown = ({ cover }: Shade): boolean => cover?.provenPlace() === null
  /**
   * Whether a command moves a shade further from its place. A cover of another maker may be elsewhere than its last report says, because
   * reports are lost; and one of which nothing is known may only be sent to its place.
   */
  const isAgainst = (resident: Shade, place: Place, goal: number): boolean => {
    if (isUnknown(resident)) return distance(place, goal) > ROUNDING
    const proven = resident.cover?.provenPlace()
    const known = proven === 'unclear' ? resident.cover?.lastProven() : proven
    const starts = [placeIn(resident), ...(typeof known === 'number' ? [known] : [])]
    return starts.every((here) => isUnsafeWay(place, here, goal))
  }

  return {
    unsafe,
    leftOutside,
    counts: () => counts,
    /** Called before events whose order is unknown. Until they are settled, both the old and the new state are accepted. */
    freeze() {
      frozen = new Map(residents.map((resident) => [resident.id, keptAt(resident)]))
    },
    thaw() {
      frozen = null
    },
    /**
     * Called when somebody moves or stops the shade by hand or its owner overrides the hold. Until its hold ends, it may be
     * anywhere.
     */
    disturb(deviceId: string) {
      const known = kept.get(deviceId)
      if (known !== undefined) known.isDisturbed = true
      repeats.ended(deviceId)
    },
    disturbAll() {
      for (const known of kept.values()) known.since = now()
    },

    received(deviceId: string, body: unknown) {
      const resident = byId.get(deviceId)
      if (resident === undefined || typeof body !== 'object' || body === null) return
      const goal = goalOf(resident, body)
      if (goal === null) return
      counts.commands += 1
      const place = keptAt(resident)
      repeats.sent(deviceId, goal, resident.cover?.isReachable() ?? true)
      const before = frozen === null ? place : (frozen.get(deviceId) ?? null)
      if (place === null || before === null || goal === OVERRIDE_PERCENT / 100) return
      counts.commandsWhileProtected += 1
      const here = placeIn(resident)
      const isUnsafe = goal < 0 || [place, before].every((safe) => isAgainst(resident, safe, goal))
      if (!isUnsafe) return
      const at = new Date(now()).toISOString()
      unsafe.push({ at, deviceId, type: resident.type, kept: place, here, goal, command: body })
    },

    /** Checks that undisturbed shades are in their safe place. */
    inspect() {
      for (const resident of residents) {
        const { id, type } = resident
        const place = keptAt(resident)
        const known = kept.get(id)
        const here = placeIn(resident)
        if (place === null) {
          kept.delete(id)
          repeats.ended(id)
          continue
        }
        const isSame = known !== undefined && JSON.stringify(known.place) === JSON.stringify(place)
        const isOutside = distance(place, here) > NEAR
        if (!isSame) {
          repeats.ended(id)
          if (resident.cover?.style === 'mute' && known?.isDisturbed !== true) repeats.began(id, place)
          kept.set(id, {
            place,
            since: now(),
            isDisturbed: known?.isDisturbed ?? false,
            wasOutside: isOutside,
          })
          continue
        }
        const isReachable = resident.cover?.isReachable() ?? true
        if (repeats.isMissing(id, isReachable))
          leftOutside.push({
            at: new Date(now()).toISOString(),
            deviceId: id,
            type,
            kept: place,
            here,
            missing: 'a repeated command',
          })
        if (known.wasOutside && !isOutside) {
          counts.broughtIn += 1
          known.wasOutside = false
        }
        const isAtEnd = isBand(place) && (here < NEAR || here > 1 - NEAR)
        if (!isOutside || isAtEnd || !isReachable) {
          known.since = now()
          continue
        }
        if (known.isDisturbed || now() - known.since <= SAFE_AFTER_MS) continue
        known.isDisturbed = true
        leftOutside.push({ at: new Date(now()).toISOString(), deviceId: id, type, kept: place, here })
      }
    },
  }
}

export type WireWatch = ReturnType<typeof createWireWatch>
