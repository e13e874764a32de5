import type { DeviceType } from '@senca/contract'
import type { Chance } from '@senca/server/testing/chance.ts'
import type { VirtualHome } from '@senca/server/testing/homes/virtual-home.ts'

type Clock = VirtualHome['clock']
type Axis = 'position' | 'inclination'

/** `motion`: reports positions and motion; `positions`: reports positions only, and echoes some targets; `mute`: reports nothing. */
export const COVER_STYLES = ['motion', 'positions', 'mute'] as const
export type CoverStyle = (typeof COVER_STYLES)[number]

/** The duration of the whole way. */
const TRAVEL_MS: Record<Axis, number> = { position: 20_000, inclination: 2_000 }
const REPORT_EVERY_MS = { motion: 2_000, positions: 7_000, mute: 0 }
const ECHO_AFTER_MS = 100
/** A report that repeats the target this soon is an echo. */
const ECHO_MS = 1_000
/** After this long a command that no report has confirmed is over for the server too. */
const UNPROVEN_AFTER_MS = 100_000
const DROPPED_SHARE = 0.15
const ECHO_SHARE = 0.5
/** Motors stop this far beside a target between the ends. */
const BESIDE = 0.02
const SAME = 0.05

interface Movement {
  from: number
  to: number
  startedAt: number
}

interface BridgedCoverOptions {
  name: string
  type: DeviceType
  style: CoverStyle
  clock: Clock
  chance: Chance
  /** Publishes a retained message, if the bridge is connected. Returns whether it is. */
  publish(topic: string, payload: string): boolean
  /** Called with each movement that a message asks for, with the goal on the scale of the product. */
  commanded(axis: Axis, goal: number): void
  hasBridge(): boolean
}

/** A cover behind a bridge, with a motor that moves by the clock of the home. Places are those of the product: 0 open, 1 closed. */
export function createBridgedCover(options: BridgedCoverOptions) {
  const { name, type, style, clock, chance, publish, commanded, hasBridge } = options
  /** Bridges call an awning open that is out, which is 1 for the product. */
  const isInverted = type === 'awning'
  const axes: readonly Axis[] = type === 'venetian_blind' ? ['position', 'inclination'] : ['position']
  const movements: Record<Axis, Movement> = {
    position: { from: 0, to: 0, startedAt: 0 },
    inclination: { from: 0, to: 0, startedAt: 0 },
  }
  let isOnline = true
  let hasPower = true
  let cancelReport = () => {}
  /** The last place that a report has proved; null for none since the last command. */
  let proven: number | null = null
  let provenBefore: number | null = null
  let commandedAt = 0
  let target: number | null = null

  const nowMs = () => clock.now().getTime()
  const placeOn = (axis: Axis): number => {
    const { from, to, startedAt } = movements[axis]
    const way = (nowMs() - startedAt) / TRAVEL_MS[axis]
    return Math.abs(to - from) <= way ? to : from + Math.sign(to - from) * way
  }
  const isMoving = () => axes.some((axis) => placeOn(axis) !== movements[axis].to)
  const toPercent = (axis: Axis, place: number) =>
    Math.round((axis === 'position' && isInverted ? place : 1 - place) * 100)

  /** Publishes a position. A report of the motor, or an echo of the target, may be lost on its way to the bridge. */
  const publishPosition = (place: number) => {
    if (style === 'mute' || !publish(`${name}/position`, String(toPercent('position', place)))) return
    // A cover that was there already repeats no target: it says where it is.
    const wasThere = target !== null && provenBefore !== null && Math.abs(provenBefore - target) <= SAME
    const isEcho =
      target !== null && !wasThere && Math.abs(place - target) <= SAME && nowMs() - commandedAt <= ECHO_MS
    if (!isEcho) [proven, provenBefore, target] = [place, place, null]
  }
  const publishState = () => {
    publish(`${name}/availability`, isOnline && hasPower ? 'online' : 'offline')
    if (style === 'mute') return
    if (style === 'motion') publish(`${name}/state`, motionWord())
    if (axes.includes('inclination'))
      publish(`${name}/tilt`, String(toPercent('inclination', placeOn('inclination'))))
    publishPosition(placeOn('position'))
  }
  const motionWord = (): string => {
    const place = placeOn('position')
    const { to } = movements.position
    if (place !== to) return to > place !== isInverted ? 'closing' : 'opening'
    return toPercent('position', place) === 0 ? 'closed' : 'open'
  }
  const report = () => {
    if (isOnline && hasPower && chance.next() >= DROPPED_SHARE) publishState()
  }
  const reportWhileMoving = () => {
    cancelReport()
    if (!isMoving()) return report()
    cancelReport = clock.after(REPORT_EVERY_MS[style], () => {
      report()
      reportWhileMoving()
    })
  }

  const drive = (axis: Axis, goal: number) => {
    if (!hasPower) return
    const isBetween = goal > 0 && goal < 1
    const to = isBetween ? Math.min(1, Math.max(0, goal + (chance.next() - 0.5) * 2 * BESIDE)) : goal
    movements[axis] = { from: placeOn(axis), to, startedAt: nowMs() }
    if (style !== 'mute') reportWhileMoving()
  }
  const stop = () => {
    for (const axis of axes) movements[axis] = { from: placeOn(axis), to: placeOn(axis), startedAt: nowMs() }
    if (style !== 'mute') reportWhileMoving()
  }
  const ask = (axis: Axis, goal: number) => {
    commanded(axis, goal)
    if (axis === 'position') {
      provenBefore = proven ?? provenBefore
      ;[proven, target, commandedAt] = [null, goal, nowMs()]
    }
    if (!isOnline || !hasPower) return
    drive(axis, goal)
    if (style === 'positions' && axis === 'position' && chance.next() < ECHO_SHARE)
      clock.after(ECHO_AFTER_MS, () => publishPosition(goal))
  }

  return {
    /** Its announcement for MQTT discovery. */
    config: {
      name,
      unique_id: name,
      device_class:
        { awning: 'awning', venetian_blind: 'blind', textile_screen: 'shade' }[String(type)] ?? 'shutter',
      command_topic: `${name}/set`,
      availability: [{ topic: 'bridge/state' }, { topic: `${name}/availability` }],
      availability_mode: 'all',
      ...(style === 'motion' ? { state_topic: `${name}/state` } : {}),
      ...(style === 'mute'
        ? {}
        : { position_topic: `${name}/position`, set_position_topic: `${name}/position/set` }),
      ...(axes.includes('inclination') ? { tilt_command_topic: `${name}/tilt/set` } : {}),
      ...(axes.includes('inclination') && style !== 'mute' ? { tilt_status_topic: `${name}/tilt` } : {}),
    },
    type,
    style,
    isInverted,
    state: () => ({ position: placeOn('position'), inclination: placeOn('inclination') }),
    /** Whether a command reaches it. */
    isReachable: () => hasBridge() && isOnline && hasPower,
    /**
     * The place that its reports have proved, in the order of their arrival; null if nothing has; `unclear` while a command may still be
     * confirmed.
     */
    provenPlace(): number | null | 'unclear' {
      if (style === 'mute') return null
      if (proven !== null) return proven
      return nowMs() - commandedAt > UNPROVEN_AFTER_MS ? null : 'unclear'
    },
    /** The last place that was proved before the running command. */
    lastProven: () => provenBefore,
    publishState,
    receive(topic: string, payload: string) {
      if (topic === `${name}/tilt/set`) return ask('inclination', 1 - Number(payload) / 100)
      if (topic === `${name}/position/set`)
        return ask('position', isInverted ? Number(payload) / 100 : 1 - Number(payload) / 100)
      if (payload === 'STOP') return isOnline && hasPower ? stop() : undefined
      ask('position', Number((payload === 'CLOSE') !== isInverted))
    },
    wallSwitch(what: 'open' | 'close' | 'stop') {
      if (what === 'stop') stop()
      else drive('position', Number(what === 'close'))
    },
    /** Loses its radio, or its power. */
    leave(ms: number, { isPowerCut }: { isPowerCut: boolean }) {
      if (isPowerCut) {
        stop()
        hasPower = false
      } else isOnline = false
      publish(`${name}/availability`, 'offline')
      clock.after(ms, () => {
        if (isPowerCut) hasPower = true
        else isOnline = true
        publishState()
      })
    },
  }
}

export type BridgedCover = ReturnType<typeof createBridgedCover>
