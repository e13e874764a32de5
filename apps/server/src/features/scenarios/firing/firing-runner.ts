import { type CommandResult, LIMITS } from '@senca/contract'
import { type DeviceOutcome, mergeOutcomes } from '@senca/contract/outcomes'
import type { CommandService } from '#features/commands/index.ts'
import {
  type Device,
  hasReported,
  isFreshlyReported,
  type ShadowChange,
  type Shadows,
} from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import { TokenBucket } from '#platform/token-bucket.ts'
import { NO_TRACING, type Tracing, within } from '#platform/tracing/tracing.ts'
import type { TargetedScenario } from '../scenarios.store.ts'
import { createFiringCommands, type SafetyMoves } from './firing-commands.ts'
import type { FiringDevice, FiringResult } from './firing-steps.store.ts'
import type { FiringStore, Sending } from './firings.store.ts'
import { foundOutcome, leftOutOutcome, resultOf } from './outcomes.ts'

interface FiringRunnerOptions {
  store: FiringStore
  clock: Clock
  commands: Pick<CommandService, 'apply' | 'stop' | 'movesOf'>
  shadows: Pick<Shadows, 'get' | 'hold' | 'peek'>
  lookup(ids: readonly string[]): Promise<Device[]>
  /** Whether a command that was sent to a device may happen after it ended. */
  mayActLate(deviceId: string): boolean
  safety: SafetyMoves
  tracing?: Tracing
  /** Called when an internal error broke a firing. */
  failed(error: unknown): void
}

/** How many devices one statement marks. After a crash at most this many were marked but not sent. */
const BATCH = 20
/** With this rate, a thousand commands that are due at the same second are sent within five seconds. */
export const DEVICES_PER_SECOND = 225
/** The batch size for safety moves: as many as a home may have devices. */
const URGENT_BATCH = 100
/** How many commands may be sent together after a delay. */
const BURST = 8
/** The interval for writing outcomes together. */
const WRITE_AFTER_MS = 200
const UNFINISHED_LIMIT = 500

const keyOf = ({ firingId, deviceId }: { firingId: string; deviceId: string }) => `${firingId} ${deviceId}`

/** Carries out claimed firings. Each device is marked before its commands are sent, so that they are never sent twice. */
export function createFiringRunner(options: FiringRunnerOptions) {
  const {
    store,
    clock,
    commands,
    shadows,
    lookup,
    mayActLate,
    safety,
    failed,
    tracing = NO_TRACING,
  } = options
  const firingCommands = createFiringCommands({ commands, shadows, safety })
  /** Devices with waiting actions, each with the function that releases its shadow. */
  const waiting = new Map<string, () => void>()
  /** What this process is sending, by firing and device. After a retry it is the newest attempt. */
  const sending = new Map<string, object>()
  /** Devices whose safety moves were marked and are sent as soon as the devices are looked up. */
  const starting = new Set<string>()
  /** Devices that have connected and not reported since. */
  const unreported = new Set<string>()
  /** Outcomes that are not written yet. */
  let decided: { one: FiringDevice; result: FiringResult }[] = []
  let running: Promise<void> | null = null
  let writing: Promise<void> = Promise.resolve()
  let isStopped = false
  const pace = new TokenBucket({ ratePerSecond: DEVICES_PER_SECOND, burst: BURST }, clock.now().getTime())

  /**
   * Whether a device is connected and has reported its position. Third-party hardware may report nothing before it is sent a command,
   * so it is not waited for.
   */
  const isHere = (deviceId: string): boolean => {
    const shadow = shadows.peek(deviceId)
    if (shadow === undefined) return false
    if (mayActLate(deviceId)) return shadow.connected && hasReported(shadow)
    return isFreshlyReported(shadow) && !unreported.has(deviceId)
  }

  const startWaiting = (deviceIds: Iterable<string>) => {
    for (const id of deviceIds) if (!waiting.has(id)) waiting.set(id, shadows.hold([id]))
  }
  const stopWaiting = (deviceIds: Iterable<string>) => {
    for (const id of deviceIds) {
      waiting.get(id)?.()
      waiting.delete(id)
    }
  }

  /** Connected devices with waiting actions. */
  const ready = (): string[] => [...waiting.keys()].filter(isHere)

  /** Spreads commands evenly, so that commands of other people do not wait behind many of them. */
  const waitForTurn = async (): Promise<void> => {
    const ms = pace.msUntil(1, clock.now().getTime())
    if (ms > 0) await new Promise<void>((resolve) => void clock.after(Math.ceil(ms), resolve))
    pace.take(1, clock.now().getTime())
  }

  const isNewest = (one: FiringDevice): boolean => sending.get(keyOf(one)) === one
  const forgetSending = (one: FiringDevice) => {
    if (isNewest(one)) sending.delete(keyOf(one))
  }

  const writeDecided = async (): Promise<void> => {
    // If a device was retried in the meantime, only the newest attempt counts.
    const newest = decided.filter(({ one }) => isNewest(one))
    decided = []
    if (newest.length === 0) return
    await store.finish(newest.map(({ result }) => result)).catch(failed)
    for (const { one } of newest) forgetSending(one)
  }
  /**
   * Writes outcomes together, one time after the other. If the server crashes before, they are looked up after the restart. Resolves
   * when all that were decided until now are written.
   */
  const write = (): Promise<void> => {
    writing = writing.then(writeDecided)
    return writing
  }
  /** Pages that show a run by hand follow it device by device. */
  const writeNow = createCoalescedTask(write)
  const decide = (one: FiringDevice, result: FiringResult) => {
    decided.push({ one, result })
    if (decided.length === 1) clock.after(WRITE_AFTER_MS, () => void write())
  }

  /**
   * Decides a device of a run by hand: at once if its commands have failed, else when all of them have ended. What nobody follows any
   * more is looked up like after a crash.
   */
  const concluded = (
    one: FiringDevice,
    outcome: DeviceOutcome,
    ends: readonly Promise<DeviceOutcome>[],
  ): DeviceOutcome => {
    const { firingId, deviceId } = one
    const decideBy = (last: DeviceOutcome) => decide(one, { firingId, deviceId, result: resultOf(last) })
    if (outcome.ok !== true || ends.length === 0) {
      decideBy(outcome)
      return outcome
    }
    const giveUp = clock.after(LIMITS.COMMAND_REST_MAX_MS, () => forgetSending(one))
    void Promise.all(ends).then((all) => {
      giveUp()
      const last = all.find(({ ok }) => ok === false) ?? all.find(({ ok }) => ok === null) ?? outcome
      if (isStopped) return
      decideBy(last.ok === true ? outcome : last)
      writeNow.request()
    })
    return outcome
  }

  const send = async (one: Sending, device: Device | undefined): Promise<void> => {
    const { firingId, scenarioId, deviceId } = one
    starting.delete(deviceId)
    const attributes = { 'senca.scenario': scenarioId, 'senca.firing': firingId, 'senca.device': deviceId }
    const span = tracing.begin('scenario', attributes, { isRoot: true })
    try {
      const outcome = await within(span, () => firingCommands.send(one, device))
      // During a shutdown the outcome is unknown; it is looked up after the next start.
      if (isStopped && outcome.ok === false && outcome.error === 'internal_error') return
      decide(one, { firingId, deviceId, result: resultOf(outcome) })
    } catch (error) {
      if (!isStopped) failed(error)
      forgetSending(one)
    }
  }

  const runBatch = async (deviceIds: readonly string[], isPaced: boolean): Promise<void> => {
    const taken = await store.take(deviceIds, clock.now())
    stopWaiting(deviceIds)
    // Registered before their turn comes, so that they are not looked up as unfinished.
    for (const one of taken) {
      sending.set(keyOf(one), one)
      if (one.isUrgent) starting.add(one.deviceId)
    }
    const devices = await lookup(taken.map(({ deviceId }) => deviceId)).catch((error: unknown) => {
      for (const one of taken) {
        forgetSending(one)
        starting.delete(one.deviceId)
      }
      throw error
    })
    const deviceById = new Map(devices.map((device) => [device.id, device]))
    for (const one of taken) {
      if (isPaced && !one.isUrgent) await waitForTurn()
      // Not awaited, because a shade takes its time and others are due.
      void send(one, deviceById.get(one.deviceId))
    }
  }

  const runAll = async (): Promise<void> => {
    for (let next = ready(); next.length > 0 && !isStopped; next = ready())
      await runBatch(next.slice(0, BATCH), true)
  }

  /** Sends the waiting actions of connected devices as fast as the rate allows. */
  const run = (): Promise<void> => {
    running ??= runAll()
      .catch(failed)
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    run,

    /** The number of devices that are ready and wait for their turn. */
    backlog: () => ready().length,

    /** Moves devices to safety: connected ones at once, others when they connect. */
    async runNext(deviceIds: readonly string[]): Promise<void> {
      startWaiting(deviceIds)
      const here = deviceIds.filter(isHere)
      for (let from = 0; from < here.length && !isStopped; from += URGENT_BATCH)
        await runBatch(here.slice(from, from + URGENT_BATCH), false)
    },

    /** Whether a safety move of the device was marked and is sent in a moment. */
    isStarting: (deviceId: string): boolean => starting.has(deviceId),

    /** Whether devices have waiting actions, as far as this instance knows. */
    isWaiting: (): boolean => waiting.size > 0,

    /** Registers devices that have waiting actions. */
    waitFor: startWaiting,

    /** Handles changes of devices. The actions of a device are sent after its first report, or when third-party hardware connects. */
    received({ shadow: { deviceId }, event }: ShadowChange) {
      // A retained message does not mean that the device has just connected.
      const hasCome = event.kind === 'connection' && event.connected && event.keptSince === undefined
      if (hasCome) unreported.add(deviceId)
      else if (event.kind === 'connection' || event.kind === 'report') unreported.delete(deviceId)
      if (waiting.has(deviceId) && (event.kind === 'report' || (hasCome && mayActLate(deviceId)))) void run()
    },

    /** Reads the waiting actions, including those claimed by other instances. Those that have waited too long are skipped. */
    async refresh(): Promise<void> {
      let all = await store.waiting(clock.now())
      if (all.hasExpired) {
        await store.expire(clock.now())
        all = await store.waiting(clock.now())
      }
      const { deviceIds } = all
      stopWaiting([...waiting.keys()].filter((id) => !deviceIds.has(id)))
      startWaiting(deviceIds)
    },

    /**
     * Runs a scenario because a person (`isByHand`) or a bridge asked: all devices at once, except those that are left out. Resolves with
     * the result of each when it has acknowledged its commands; the firing ends when all are at rest or have failed.
     */
    async runNow(
      scenario: TargetedScenario,
      firingId: string,
      { leftOut, isByHand }: { leftOut: ReadonlySet<string>; isByHand: boolean },
    ): Promise<CommandResult[]> {
      const { deviceIds } = scenario
      const all = deviceIds.map((deviceId) => ({ firingId, deviceId }))
      for (const one of all) sending.set(keyOf(one), one)
      try {
        const devices = new Map((await lookup(deviceIds)).map((device) => [device.id, device]))
        const outcomes = await Promise.all(
          all.map(async (one) => {
            const { deviceId } = one
            if (leftOut.has(deviceId)) return concluded(one, leftOutOutcome(deviceId), [])
            const device = devices.get(deviceId)
            const ends: Promise<DeviceOutcome>[] = []
            const outcome = await firingCommands.sendNow(
              scenario,
              { deviceId, device, isByHand },
              (end) => void ends.push(end),
            )
            return concluded(one, outcome, ends)
          }),
        )
        // What needs no following is written before the answer.
        await write()
        return mergeOutcomes(outcomes)
      } catch (error) {
        for (const one of all) forgetSending(one)
        throw error
      }
    },

    /**
     * Determines the outcome of commands that were sent before a process ended, from the first report since then in which the
     * device is at rest.
     */
    async settleUnfinished(before: Date): Promise<void> {
      const rows = await store.unfinished(before, UNFINISHED_LIMIT)
      const left = rows.filter((row) => !sending.has(keyOf(row)))
      const devices = await lookup([...new Set(left.map(({ deviceId }) => deviceId))])
      const deviceById = new Map(devices.map((device) => [device.id, device]))
      const found = left.flatMap(({ firingId, deviceId, sentAt, actions }) => {
        const device = deviceById.get(deviceId)
        const outcome: DeviceOutcome | null =
          device === undefined
            ? { deviceId, ok: false, error: 'device_not_exist' }
            : foundOutcome(
                device,
                shadows.get(deviceId),
                { actions, sentAt: sentAt ?? before, mayActLate: mayActLate(deviceId) },
                clock.now(),
              )
        return outcome === null ? [] : [{ firingId, deviceId, result: resultOf(outcome) }]
      })
      if (found.length > 0) await store.finish(found)
    },

    /** Stops. Commands of marked devices are still sent, no more devices are marked, and outcomes are written. */
    async stop() {
      isStopped = true
      await running
      stopWaiting([...waiting.keys()])
      await write()
    },
  }
}

export type FiringRunner = ReturnType<typeof createFiringRunner>
