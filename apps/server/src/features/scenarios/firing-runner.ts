import { type CommandResult, type DeviceCommand, kindOf, type Target } from '@senca/contract'
import type { SafetyReason, ScenarioAction } from '@senca/contract/automation'
import { type DeviceOutcome, mergeOutcomes } from '@senca/contract/outcomes'
import type { CommandService } from '#features/commands/index.ts'
import {
  type Device,
  deviceCapabilities,
  effectiveTypeOf,
  hasReported,
  isHeardOf,
  isOccupied,
  type Shadow,
  type ShadowChange,
  type Shadows,
  stateOf,
  ventilationOf,
} from '#features/devices/index.ts'
import type { DelegateActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createTokenBucket } from '#platform/token-bucket.ts'
import { NO_TRACING, type Tracing, within } from '#platform/tracing/tracing.ts'
import type { FiringResult, FiringStore, Sending } from './firings.store.ts'
import { commandsFor, isDone, moveTo } from './scenario-commands.ts'
import type { TargetedScenario } from './scenarios.store.ts'

interface FiringRunnerOptions {
  store: FiringStore
  clock: Clock
  commands: Pick<CommandService, 'apply'>
  shadows: Pick<Shadows, 'get' | 'hold' | 'peek'>
  lookUp(ids: readonly string[]): Promise<Device[]>
  safety: SafetyMoves
  tracing?: Tracing
  /** Something of ours broke a firing. */
  failed(error: unknown): void
}

/** What keeps devices safe while scenarios of weather and security are active. */
export interface SafetyMoves {
  moveOf(
    device: Device,
    shadow: Shadow,
  ): { kind: 'free' | 'safe' } | { kind: 'move'; target: Target; reason: SafetyReason }
  began(deviceId: string, target: Target): void
  /** The safety move to that target has come to rest, was stopped, or never left; both are null where there was nothing to do. */
  ended(deviceId: string, target: Target | null, outcome: DeviceOutcome | null): void
}

/** So many devices are marked by one statement; after a crash as many at most were marked and not sent. */
const BATCH = 20
/** A thousand firings of one second leave within five. */
export const DEVICES_PER_SECOND = 225
/** Of safety moves as many as a home may have. */
const URGENT_BATCH = 100
/** So many leave together where some time was lost. */
const BURST = 8
/** What became of devices is written together so often. */
const WRITE_AFTER_MS = 200
/** A device that does not say within a day what it made of a command has not done it. */
const LOOKED_FOR_MS = 86_400_000
const UNFINISHED_LIMIT = 500

type ScenarioOf = Pick<TargetedScenario, 'accountId' | 'name'> & { scenarioId: string }

/** A scenario acts with the rights that its account has when it acts, and never with more; its devices have one owner. */
const actorOf = (
  { scenarioId, accountId, name }: ScenarioOf,
  deviceIds: readonly string[],
  device: Pick<Device, 'ownerId'> | undefined,
): DelegateActor => ({
  kind: 'scenario',
  id: scenarioId,
  accountId,
  sessionId: null,
  // Of what others own that much is left of it which they lend its account.
  ownerId: device?.ownerId ?? accountId,
  name,
  grants: new Map(
    deviceIds.map((id) => [
      id,
      { permissions: ['view', 'command'] as const, channels: null, actions: null, limits: null },
    ]),
  ),
})

const resultOf = (outcome: DeviceOutcome): CommandResult => {
  const [result] = mergeOutcomes([outcome])
  if (result === undefined) throw new Error('an outcome has a result')
  return result
}

const keyOf = ({ firingId, deviceId }: { firingId: string; deviceId: string }) => `${firingId} ${deviceId}`

/** Carries out firings that are claimed: each device is marked before its commands leave, and never sent them again. */
export function createFiringRunner(options: FiringRunnerOptions) {
  const { store, clock, commands, shadows, lookUp, safety, failed, tracing = NO_TRACING } = options
  /** Devices for which something waits, with what ends that their shadows are held for it. */
  const waiting = new Map<string, () => void>()
  /** What this process is sending, by firing and device: of what was tried again the newest. */
  const sending = new Map<string, object>()
  /** Devices that have connected and not reported since. */
  const unheard = new Set<string>()
  /** What is decided and not written. */
  let decided: { one: Sending; result: FiringResult }[] = []
  let running: Promise<void> | null = null
  let isStopped = false
  const pace = createTokenBucket({ ratePerSecond: DEVICES_PER_SECOND, burst: BURST }, clock.now().getTime())

  /** Whether a device is there, and has said where it is. */
  const isHere = (deviceId: string): boolean => {
    const shadow = shadows.peek(deviceId)
    return shadow !== undefined && isHeardOf(shadow) && !unheard.has(deviceId)
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

  /** Devices for which something waits and that are there. */
  const ready = (): string[] => [...waiting.keys()].filter(isHere)

  /** One after the other, evenly: what others command meanwhile is not behind many of them. */
  const waitForTurn = async (): Promise<void> => {
    const ms = pace.msUntil(1, clock.now().getTime())
    if (ms > 0) await new Promise<void>((resolve) => void clock.after(Math.ceil(ms), resolve))
    pace.take(1, clock.now().getTime())
  }

  const commandsOf = (device: Device, actions: readonly ScenarioAction[]): DeviceCommand[] | null => {
    const shadow = shadows.get(device.id)
    const type = effectiveTypeOf(device, shadow)
    const { safePlaces } = device.settings
    return commandsFor(actions, { type, can: deviceCapabilities(type, shadow), safePlaces })
  }

  const isShade = (device: Device): boolean =>
    kindOf(effectiveTypeOf(device, shadows.get(device.id))).family === 'shade'

  /** One after the other; what fails ends it. */
  const command = async (
    actor: DelegateActor,
    device: Device | undefined,
    deviceId: string,
    actions: readonly ScenarioAction[],
    isAwaited: boolean,
  ): Promise<DeviceOutcome> => {
    if (device === undefined) return { deviceId, ok: false, error: 'device_not_exist' }
    const all = commandsOf(device, actions)
    if (all === null) return { deviceId, ok: false, error: 'device_unsupported_action' }
    let last: DeviceOutcome = { deviceId, ok: true }
    for (const one of all) {
      const [outcome] = await commands.apply(actor, [deviceId], one, { isAwaited })
      if (outcome === undefined) return { deviceId, ok: false, error: 'internal_error' }
      if (!outcome.ok) return outcome
      last = outcome
    }
    return last
  }

  /** Moves a shade to where it is kept, by whichever scenario that is now; it stays where that is no safer. */
  const moveToSafety = async (one: Sending, device: Device): Promise<DeviceOutcome> => {
    const { deviceId } = one
    const move = safety.moveOf(device, shadows.get(deviceId))
    if (move.kind !== 'move') {
      safety.ended(deviceId, null, null)
      return { deviceId, ok: true }
    }
    safety.began(deviceId, move.target)
    let outcome: DeviceOutcome | null = null
    try {
      const actor = actorOf(one, [deviceId], device)
      const [moved] = await commands.apply(actor, [deviceId], moveTo(move.target), {
        isAwaited: true,
        cause: move.reason,
      })
      outcome = moved ?? { deviceId, ok: false, error: 'internal_error' }
      return outcome
    } finally {
      safety.ended(deviceId, move.target, outcome)
    }
  }

  const isNewest = (one: Sending): boolean => sending.get(keyOf(one)) === one
  const forgetSending = (one: Sending) => {
    if (isNewest(one)) sending.delete(keyOf(one))
  }

  /** Writes together what is decided within a moment. A crash meanwhile is as one before: it is looked up. */
  const write = async (): Promise<void> => {
    // What was tried again meanwhile is decided by that.
    const newest = decided.filter(({ one }) => isNewest(one))
    decided = []
    if (newest.length === 0) return
    await store.finish(newest.map(({ result }) => result)).catch(failed)
    for (const { one } of newest) forgetSending(one)
  }
  const decide = (one: Sending, result: FiringResult) => {
    decided.push({ one, result })
    if (decided.length === 1) clock.after(WRITE_AFTER_MS, () => void write())
  }

  const send = async (one: Sending, device: Device | undefined): Promise<void> => {
    const { firingId, scenarioId, deviceId, actions } = one
    const attributes = { 'senca.scenario': scenarioId, 'senca.firing': firingId, 'senca.device': deviceId }
    const span = tracing.begin('scenario', attributes, { isRoot: true })
    try {
      const outcome = await within(span, () =>
        one.isUrgent && device !== undefined && isShade(device)
          ? moveToSafety(one, device)
          : command(actorOf(one, [deviceId], device), device, deviceId, actions, true),
      )
      // The server stops: what became of it is looked up after the next start.
      if (isStopped && !outcome.ok && outcome.error === 'internal_error') return
      decide(one, { firingId, deviceId, result: resultOf(outcome) })
    } catch (error) {
      if (!isStopped) failed(error)
      forgetSending(one)
    }
  }

  const runBatch = async (deviceIds: readonly string[], isPaced: boolean): Promise<void> => {
    const taken = await store.take(deviceIds, clock.now())
    stopWaiting(deviceIds)
    // Before their turn comes: nobody else looks up what became of them.
    for (const one of taken) sending.set(keyOf(one), one)
    const devices = await lookUp(taken.map(({ deviceId }) => deviceId)).catch((error: unknown) => {
      taken.forEach(forgetSending)
      throw error
    })
    const deviceById = new Map(devices.map((device) => [device.id, device]))
    for (const one of taken) {
      if (isPaced && !one.isUrgent) await waitForTurn()
      // Nobody waits for them: a shade takes its time, and others are due.
      void send(one, deviceById.get(one.deviceId))
    }
  }

  const runAll = async (): Promise<void> => {
    for (let next = ready(); next.length > 0 && !isStopped; next = ready())
      await runBatch(next.slice(0, BATCH), true)
  }

  /** Sends what waits for devices that are there, as fast as it may. */
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

    /** How many devices could be sent something now and have to wait for their turn. */
    backlog: () => ready().length,

    /** Moves devices to safety: those that are there at once, the others when they come. */
    async hurry(deviceIds: readonly string[]): Promise<void> {
      startWaiting(deviceIds)
      const here = deviceIds.filter(isHere)
      for (let from = 0; from < here.length && !isStopped; from += URGENT_BATCH)
        await runBatch(here.slice(from, from + URGENT_BATCH), false)
    },

    /** Whether something waits for a device or is on its way to it. */
    isAbout: (deviceId: string): boolean =>
      waiting.has(deviceId) || [...sending.keys()].some((key) => key.endsWith(` ${deviceId}`)),

    /** Devices for which something was claimed. */
    waitFor: startWaiting,

    /** Hears what happens to devices: what waits for one leaves after its first report. */
    heard({ shadow: { deviceId }, event }: ShadowChange) {
      if (event.kind === 'connection' && event.connected) unheard.add(deviceId)
      else if (event.kind === 'connection' || event.kind === 'report') unheard.delete(deviceId)
      if (event.kind !== 'report') return
      if (waiting.has(deviceId)) void run()
    },

    /** Reads what waits, also what other instances claimed. */
    async refresh(): Promise<void> {
      const all = await store.waiting()
      const isWaiting = new Set(all)
      stopWaiting([...waiting.keys()].filter((id) => !isWaiting.has(id)))
      startWaiting(all)
    },

    /** A run by hand: all its devices at once, and an answer for each. */
    async runNow(scenario: TargetedScenario, firingId: string): Promise<CommandResult[]> {
      const { id: scenarioId, accountId, name, actions, deviceIds } = scenario
      const keys = deviceIds.map((deviceId) => keyOf({ firingId, deviceId }))
      for (const key of keys) sending.set(key, scenario)
      try {
        const devices = new Map((await lookUp(deviceIds)).map((device) => [device.id, device]))
        const outcomes = await Promise.all(
          deviceIds.map((deviceId) => {
            const device = devices.get(deviceId)
            const actor = actorOf({ scenarioId, accountId, name }, [deviceId], device)
            return command(actor, device, deviceId, actions, false)
          }),
        )
        await store.finish(
          outcomes.map((outcome) => ({ firingId, deviceId: outcome.deviceId, result: resultOf(outcome) })),
        )
        return mergeOutcomes(outcomes)
      } finally {
        for (const key of keys) sending.delete(key)
      }
    },

    /**
     * Looks up what became of commands that left before a process ended: by the first state that the device reports
     * since, once it is at rest.
     */
    async lookUpUnfinished(before: Date): Promise<void> {
      const rows = await store.unfinished(before, UNFINISHED_LIMIT)
      const left = rows.filter((row) => !sending.has(keyOf(row)))
      const devices = await lookUp([...new Set(left.map(({ deviceId }) => deviceId))])
      const deviceById = new Map(devices.map((device) => [device.id, device]))
      const found = left.flatMap(({ firingId, deviceId, sentAt, actions }) => {
        const outcome = foundOut(deviceById.get(deviceId), deviceId, sentAt ?? before, actions)
        return outcome === null ? [] : [{ firingId, deviceId, result: resultOf(outcome) }]
      })
      if (found.length > 0) await store.finish(found)
    },

    /** Sends what is marked as being sent, nothing more, and writes what is decided. */
    async stop() {
      isStopped = true
      await running
      stopWaiting([...waiting.keys()])
      await write()
    },
  }

  /** What a device says of commands that were sent to it; null while it says nothing. */
  function foundOut(
    device: Device | undefined,
    deviceId: string,
    sentAt: Date,
    actions: readonly ScenarioAction[],
  ): DeviceOutcome | null {
    if (device === undefined) return { deviceId, ok: false, error: 'device_not_exist' }
    const shadow = shadows.get(deviceId)
    const state = stateOf(shadow)
    const hasSpoken =
      shadow.connected &&
      hasReported(shadow) &&
      state.reportedAt !== null &&
      new Date(state.reportedAt) >= sentAt
    if (!hasSpoken) {
      const isLost = clock.now().getTime() - sentAt.getTime() > LOOKED_FOR_MS
      return isLost ? { deviceId, ok: false, error: 'device_not_responding' } : null
    }
    if (state.status !== 'ready' || isOccupied(shadow)) return null
    const all = commandsOf(device, actions) ?? []
    const ventilation = ventilationOf(device, shadow)
    const isThere = all.length > 0 && all.every((one) => isDone(one, state, ventilation))
    return isThere ? { deviceId, ok: true } : { deviceId, ok: false, error: 'device_update_failed' }
  }
}

export type FiringRunner = ReturnType<typeof createFiringRunner>
