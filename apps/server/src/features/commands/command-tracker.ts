import { randomUUID } from 'node:crypto'
import { type ErrorCode, LIMITS, type Target } from '@senca/contract'
import type { Confirmation } from '#drivers/driver.ts'
import type { ActivityEnd } from '#features/activity/index.ts'
import { type Device, type ShadowChange, type Shadows, stateOf } from '#features/devices/index.ts'
import { type Actor, principalOf } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { EventBus } from '#platform/events/event-bus.ts'
import { createKeyedSets } from '#platform/keyed-sets.ts'
import { type Part, partOf, type SentCommand } from './command-goal.ts'
import { type CommandNotice, createCommandNotices } from './command-notices.ts'
import type { CommandObserver } from './command-observers.ts'
import { createCommandTails, type Tail } from './command-tails.ts'
import { createPageOrders } from './page-orders.ts'
import { type CommandEvent, type Done, isDone, type Machine } from './progress.ts'
import {
  isFollowed,
  isInFlight,
  isMoveInFlight,
  isUnanswered,
  type Own,
  type OwnCommand,
  ownOf,
  type PageOrder,
  progress,
  type RegisteredCommand,
  type Tracked,
} from './tracked-command.ts'
import { createTravelTimes } from './travel-time.ts'

const UNFINISHED_PER_PRINCIPAL = 2_000
/** Even together with their stops, this is less than UNANSWERED_PER_DEVICE, so guests cannot block the commands of the home. */
const UNFINISHED_OF_GUESTS_PER_DEVICE = 6
const UNANSWERED_PER_DEVICE = 16
const BACKGROUND_PER_DEVICE = 16
const BACKGROUND_PER_HOME = 2_000
/** For this long after the end of a command, a report may still be about it, because messages can cross. */
const TAIL_MS = 500
/** If it is unknown whether the device took a command, a report about it may arrive for this long. */
const LATE_MS = LIMITS.COMMAND_STATE_MS
/** If the sending instance is gone and never announced the end of a command, the command counts as over after this time. */
const FORGOTTEN_MS = LIMITS.COMMAND_REST_MAX_MS + 30_000

interface CommandTrackerOptions {
  shadows: Pick<Shadows, 'get' | 'onChange' | 'onDropped'>
  bus: EventBus
  clock: Clock
}

interface RegisterOptions {
  actor: Actor
  device: Device
  command: SentCommand
  controller: AbortController
  order?: PageOrder | null
}

function count(commands: Iterable<Tracked>, isCounted: (command: Tracked) => boolean): number {
  let counted = 0
  for (const command of commands) if (isCounted(command)) counted += 1
  return counted
}

/** Tracks every command that is in flight. This is the only place that counts them, keeps their timers and ends them. */
export function createCommandTracker({ shadows, bus, clock }: CommandTrackerOptions) {
  const notices = createCommandNotices(bus)
  const byDevice = createKeyedSets<Tracked>()
  const tails = createCommandTails(clock)
  const pageOrders = createPageOrders(clock)
  const unfinishedByPrincipal = createKeyedSets<Tracked>()
  const backgroundByHome = createKeyedSets<Tracked>()
  const travelTimes = createTravelTimes(shadows)
  const undos: (() => void)[] = []
  let lastTurn = 0
  let isStopped = false

  const track = <T extends Omit<Tracked, 'turn' | 'cancelTimer'>>(command: T) => {
    const tracked = { ...command, turn: 0, cancelTimer() {} }
    byDevice.add(command.deviceId, tracked)
    return tracked
  }

  const forget = (tracked: Tracked) => {
    tracked.cancelTimer()
    byDevice.delete(tracked.deviceId, tracked)
  }

  /** Passes an event to all followed commands of a device except the one that caused it. */
  const notify = (
    deviceId: string,
    eventOf: (at: number, restMs: number) => CommandEvent,
    except?: Tracked,
  ) => {
    const at = clock.now().getTime()
    for (const tracked of byDevice.of(deviceId)) {
      const { own } = tracked
      if (own === null || tracked === except || !isFollowed(tracked)) continue
      progress(own, eventOf(at, travelTimes.restMsOf(own.device)))
    }
  }

  const markAccepted = (tracked: Tracked) => {
    const { deviceId, part, isStop, turn } = tracked
    tracked.phase = 'accepted'
    if (part === null) return
    // An instance without a command of its own has not loaded the shadow of the device.
    const eventOf = (at: number, restMs: number): CommandEvent => {
      const state = stateOf(shadows.get(deviceId))
      return { kind: 'other_taken', part, isStop, turn, state, at, restMs }
    }
    notify(deviceId, eventOf, tracked)
  }

  const markOver = (tracked: Tracked, mayBegin: boolean) => {
    const { own, deviceId, part, turn, expires } = tracked
    tracked.phase = 'over'
    if (own?.background != null) backgroundByHome.delete(own.background, tracked)
    forget(tracked)
    // What third-party hardware does from now on is a late effect, and the activity log has it.
    const isLate = mayBegin && !expires
    if (!isStopped && part !== null && !isLate) tails.keep(deviceId, part, turn, mayBegin ? LATE_MS : TAIL_MS)
  }

  const giveUp = (own: Own, error: ErrorCode) => {
    own.isGivenUp = true
    progress(own, { kind: 'ended', error })
  }

  /**
   * Ends a command. If its sender has already been answered, the command is no longer followed but is not withdrawn from the
   * device.
   */
  const end = (tracked: Tracked, error: ErrorCode) => {
    const { own } = tracked
    if (own === null || !isFollowed(tracked)) return
    if (own.background === null) own.controller?.abort(error)
    giveUp(own, error)
  }

  const changed = ({ shadow, event }: ShadowChange) => {
    const { deviceId, counts, connected } = shadow
    switch (event.kind) {
      case 'report': {
        const state = stateOf(shadow)
        const { target = null } = shadow.fields
        if (event.isDerived !== true) travelTimes.learn(deviceId, state, event.at)
        return notify(deviceId, (at, restMs) => ({ kind: 'report', at, restMs, state, counts, target }))
      }
      case 'connection':
        return notify(deviceId, (at) => ({ kind: 'connection', at, isConnected: connected }))
      case 'claimed':
      case 'forgotten':
      case 'transferred':
        // The former owner must not learn what the device does in its next home.
        for (const tracked of byDevice.of(deviceId)) end(tracked, 'device_not_exist')
    }
  }

  /** Records a notice about a command of another instance. */
  const noted = (notice: CommandNotice) => {
    const { id, deviceId } = notice
    if (notice.phase === 'sent') {
      if (!isStopped) pageOrders.keep(deviceId, notice.part, notice.order)
      const tracked: Tracked = track({ ...notice, own: null })
      lastTurn += 1
      tracked.turn = lastTurn
      tracked.cancelTimer = clock.after(FORGOTTEN_MS, () => forget(tracked))
      return
    }
    const tracked = [...byDevice.of(deviceId)].find((known) => known.id === id)
    if (tracked === undefined) return
    if (notice.phase === 'accepted') markAccepted(tracked)
    else markOver(tracked, notice.mayBegin)
  }

  return {
    start() {
      undos.push(shadows.onChange(changed), shadows.onDropped(travelTimes.forget), notices.subscribe(noted))
    },
    /** Ends all commands at once. */
    stop() {
      isStopped = true
      for (const undo of undos.splice(0)) undo()
      for (const tracked of byDevice.all()) {
        end(tracked, 'internal_error')
        forget(tracked)
      }
      tails.clear()
      pageOrders.clear()
    },
    isStopped: () => isStopped,

    /**
     * Registers a command that is to be checked and sent. Returns null if its sender, or the guests of the device, have too many.
     */
    register({
      actor,
      device,
      command,
      controller,
      order = null,
    }: RegisterOptions): RegisteredCommand | null {
      const principal = principalOf(actor)
      if (unfinishedByPrincipal.of(principal).size >= UNFINISHED_PER_PRINCIPAL) return null
      const isGuest = actor.kind === 'link'
      const isStop = command.command === 'abort'
      const isLikeIt = (other: Tracked) => other.own?.sender?.isGuest === true && other.isStop === isStop
      if (isGuest && count(byDevice.of(device.id), isLikeIt) >= UNFINISHED_OF_GUESTS_PER_DEVICE) return null
      const own = ownOf(device, controller, { principal, isGuest })
      const part = partOf(command)
      const tracked: RegisteredCommand = track({
        id: randomUUID(),
        deviceId: device.id,
        part,
        isStop,
        target: null,
        phase: 'registered',
        expires: true,
        own,
        command,
        controller,
        order,
      })
      unfinishedByPrincipal.add(principal, tracked)
      return tracked
    },

    /** Called when the sender has its answer, whatever the result. */
    release(tracked: RegisteredCommand) {
      const { own, phase } = tracked
      if (own.sender !== null) unfinishedByPrincipal.delete(own.sender.principal, tracked)
      own.sender = null
      if (phase === 'registered') forget(tracked)
    },

    /** Whether a newer command of the same page was sent to the same part, by any instance. */
    isOvertaken: ({ deviceId, part, order }: RegisteredCommand): boolean =>
      pageOrders.isOvertaken(deviceId, part, order),

    /**
     * Marks a command as sent to `target`. Returns false if the device has too many unanswered ones; then it must not be sent.
     * `expires`: whether the command is void if the device does not answer.
     */
    markSent(tracked: RegisteredCommand, target: Target | null, expires = true): boolean {
      if (count(byDevice.of(tracked.deviceId), isUnanswered) >= UNANSWERED_PER_DEVICE) return false
      lastTurn += 1
      tracked.turn = lastTurn
      tracked.phase = 'sent'
      tracked.target = target
      tracked.expires = expires
      if (!isStopped) pageOrders.keep(tracked.deviceId, tracked.part, tracked.order)
      return true
    },

    /** Called when the command is on its way. Also announces it to the other instances. */
    started({ id, deviceId, part, isStop, target, expires, order, own }: RegisteredCommand) {
      for (const observer of own.observers) observer.started?.()
      notices.publish({ phase: 'sent', id, deviceId, part, isStop, target, expires, order })
    },

    /**
     * Called when the device acknowledges the command, or when it was handed over to hardware that does not acknowledge commands.
     * False if it was already.
     */
    accepted(tracked: RegisteredCommand, confirmation: Confirmation): boolean {
      const { id, deviceId, part, own, phase } = tracked
      if (phase !== 'sent') return false
      const at = clock.now().getTime()
      if (confirmation === 'acknowledged') {
        for (const observer of own.observers) observer.acknowledged?.()
        progress(own, { kind: 'acknowledged', at, restMs: travelTimes.restMsOf(own.device) })
      } else progress(own, { kind: 'handed_over', at, restMs: travelTimes.reportedMsOf(own.device, part) })
      markAccepted(tracked)
      notices.publish({ phase: 'accepted', id, deviceId })
      return true
    },

    /** Called with the first evidence that hardware which does not acknowledge commands carries out this one. */
    proven({ own, phase }: RegisteredCommand) {
      if (phase !== 'sent' && phase !== 'accepted') return
      for (const observer of own.observers) observer.acknowledged?.()
      progress(own, { kind: 'evidence', at: clock.now().getTime() })
    },

    /** Runs the state machine of a command. Calls `ended` once. */
    follow<S extends { phase: string }>(
      tracked: OwnCommand,
      machine: Machine<S>,
      ended: (done: Done) => void,
    ) {
      let state: S | Done = machine.first
      let dueAt: number | null = null
      const wait = (due: number | null) => {
        if (due === dueAt) return
        dueAt = due
        tracked.cancelTimer()
        if (due === null) return
        const ms = Math.max(0, due - clock.now().getTime())
        tracked.cancelTimer = clock.after(ms, () => progress(tracked.own, { kind: 'overdue' }))
      }
      tracked.own.observers.push({
        progressed(event) {
          if (isDone(state)) return
          state = machine.next(state, event)
          wait(isDone(state) ? null : machine.dueAt(state))
          if (isDone(state)) ended(state)
        },
      })
      wait(machine.dueAt(machine.first))
    },

    /**
     * Keeps following a command after its sender was answered. If the device has too many such commands, the oldest is given up.
     * Returns false if the home has too many.
     */
    enterBackground(tracked: OwnCommand): boolean {
      const { own, part, deviceId } = tracked
      const home = `${part === null ? 'maintenance' : 'commands'} ${own.device.ownerId ?? ''}`
      const before = [...byDevice.of(deviceId)].filter(
        (other) => other.phase === 'accepted' && other.own?.background === home,
      )
      const oldest = before[0]?.own ?? null
      if (before.length >= BACKGROUND_PER_DEVICE && oldest !== null) giveUp(oldest, 'device_update_failed')
      if (backgroundByHome.of(home).size >= BACKGROUND_PER_HOME) return false
      own.background = home
      backgroundByHome.add(home, tracked)
      return true
    },

    /** Tracks a calibration or restart that the device has acknowledged. */
    registerMaintenance(device: Device, observer: CommandObserver): OwnCommand {
      const own = { ...ownOf(device, null, null), observers: [observer] }
      return track({
        id: randomUUID(),
        deviceId: device.id,
        part: null,
        isStop: false,
        target: null,
        phase: 'accepted',
        expires: true,
        own,
      })
    },

    /** Called for a command that is not sent. */
    refused({ own }: RegisteredCommand, end: ActivityEnd) {
      for (const observer of own.observers) observer.ended?.(end)
    },

    /**
     * Ends the command. `mayBegin`: the device may still start to carry it out. Without an end, nobody follows it any further, and how
     * it ends stays unknown.
     */
    over(tracked: OwnCommand, mayBegin: boolean, end: ActivityEnd | null = null) {
      const { id, deviceId, part, own } = tracked
      markOver(tracked, mayBegin)
      if (part !== null) notices.publish({ phase: 'over', id, deviceId, mayBegin })
      if (end !== null) for (const observer of own.observers) observer.ended?.(end)
    },

    /** The parts of a device that have commands in flight or just ended, sent by any instance. */
    partsOf(deviceId: string): Part[] {
      const parts = new Set<Part>()
      for (const tracked of byDevice.of(deviceId)) if (isInFlight(tracked)) parts.add(tracked.part)
      for (const { part } of tails.of(deviceId)) parts.add(part)
      return [...parts]
    },
    /** The targets of the movements of a device that are in flight, sent by any instance; null for one that only the device knows. */
    movesOf(deviceId: string): (Target | null)[] {
      return [...byDevice.of(deviceId)].filter(isMoveInFlight).map(({ target }) => target)
    },
    /** Whether a newer command was sent to the same part, by any instance. */
    isTakenOver({ deviceId, part, turn }: RegisteredCommand): boolean {
      const isLater = (other: Tracked | Tail) => other.part === part && other.turn > turn
      return [...byDevice.of(deviceId), ...tails.of(deviceId)].some(isLater)
    },
    countUnanswered: () => count(byDevice.all(), isUnanswered),
    countWaiting: () => count(byDevice.all(), isFollowed),
    countInFlight: () => count(byDevice.all(), isInFlight),
  }
}

export type CommandTracker = ReturnType<typeof createCommandTracker>
