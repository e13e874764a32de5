import { type DeviceCommand, isBusy, type Target, unitToPercent } from '@senca/contract'
import type { SafetyReason, Sun } from '@senca/contract/automation'
import type { DeviceOutcome } from '@senca/contract/outcomes'
import type { CommandService } from '#features/commands/index.ts'
import { effectiveTypeOf, hasReported, type Shadows, stateOf } from '#features/devices/index.ts'
import { sunPositionAt } from '#features/homes/index.ts'
import type { DelegateActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { inSavepoints } from '#platform/postgres/savepoints.ts'
import { baseAfterFailure, nextShading } from './shading.ts'
import { DUE_SUN_CHECK, type SunCheck, type SunStore } from './sun.store.ts'
import { placeWithoutSun, type ShadedWindow, shinesOn, wantedPlace } from './wanted-place.ts'

interface SunWatcherOptions {
  store: SunStore
  database: Pick<Database, 'db'>
  clock: Clock
  whenDue: WhenDue
  shadows: Pick<Shadows, 'get' | 'load'>
  commands: Pick<CommandService, 'apply'>
  /** The outdoor temperature at a home in °C; null if unknown. */
  temperatureAt(queries: Queries, accountId: string, home: SunCheck['home']): Promise<number | null>
  updated(deviceId: string): void
  failed(error: unknown): void
}

interface Move {
  check: SunCheck
  target: Target
  cause: SafetyReason
  sentAt: Date
  /** The base once the shade has arrived. */
  base: Target | null
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const BATCH_SIZE = 50
/** A device whose check failed is retried after this time. */
const FAILED_CHECK_MS = MINUTE_MS
/** The delay before a move that failed is tried again, and how often; later tries come as rarely as moves do. */
const FAILED_MOVE_MS = 30_000
const FAILED_TRIES = 3
/** Somebody else decided where the shade is. */
const TAKEN_OVER: ReadonlySet<string | undefined> = new Set(['stopped', 'replaced'])
/** The hysteresis in °C: it counts as cool again only this far below the limit. */
const HEAT_BAND_C = 1
/** The step for searching when the sun reaches a window. */
const SEARCH_MS = 10 * MINUTE_MS
/** A smaller change of the wanted position is not published. */
const NOTIFIED_CHANGE = 0.005

/** The sun acts with the rights of the owner on this one device. */
const actorOf = ({ device: { id, ownerId, name } }: SunCheck): DelegateActor => ({
  kind: 'sun',
  id,
  accountId: ownerId,
  sessionId: null,
  ownerId,
  name,
  grants: new Map([[id, { permissions: ['view', 'command'], channels: null, actions: null, limits: null }]]),
})

const moveTo = ({ position, inclination }: Target): DeviceCommand => ({
  command: 'move',
  ...(position === undefined ? {} : { position: unitToPercent(position) }),
  ...(inclination === undefined ? {} : { inclination: unitToPercent(inclination) }),
})

/** Whether two wanted positions differ visibly. */
function isNews(before: Target | null, after: Target | null): boolean {
  if (before === null || after === null) return before !== after
  return (['position', 'inclination'] as const).some((axis) => {
    const [one, other] = [before[axis], after[axis]]
    return one === undefined || other === undefined ? one !== other : Math.abs(one - other) >= NOTIFIED_CHANGE
  })
}

const isSunNews = (before: Sun, after: Sun): boolean =>
  isNews(before.wants, after.wants) ||
  before.pausedUntil !== after.pausedUntil ||
  (before.hasFailed === true) !== (after.hasFailed === true)

/**
 * Computes the position of the sun every minute and moves the shades that follow it. Each device is handled by one of several
 * instances.
 */
export function createSunWatcher(options: SunWatcherOptions) {
  const { store, database, clock, whenDue, shadows, commands, temperatureAt, updated, failed } = options

  /** How often the last move of a device has failed, as far as this instance knows. */
  const failures = new Map<string, number>()

  const windowOf = ({ device }: Pick<SunCheck, 'device'>): ShadedWindow => {
    const shadow = shadows.get(device.id)
    const { inclinationType = 'full_180' } = { ...device.settings, ...shadow.settings }
    return { type: effectiveTypeOf(device, shadow), inclinationType, settings: device.sun }
  }

  /** The time of the next check: every minute while the sun is on the window, otherwise when it reaches the window. */
  const nextCheckAt = (check: SunCheck, window: ShadedWindow, now: Date, isAsked: boolean): Date => {
    const soon = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS + MINUTE_MS)
    if (check.device.sun.mode === 'off') return new Date(now.getTime() + DAY_MS)
    if (isAsked) return soon
    for (let ms = SEARCH_MS; ms < DAY_MS; ms += SEARCH_MS) {
      const at = new Date(now.getTime() + ms)
      if (shinesOn(window, sunPositionAt(at, check.home)) === null) continue
      return new Date(Math.max(soon.getTime(), at.getTime() - SEARCH_MS))
    }
    return new Date(now.getTime() + DAY_MS)
  }

  const heatAt = async (queries: Queries, check: SunCheck) => {
    const { sun, ownerId } = check.device
    if (sun.mode !== 'heat') return { isHot: null, temperature: null }
    const temperature = await temperatureAt(queries, ownerId, check.home)
    if (temperature === null) return { isHot: check.isHot, temperature }
    const limit = check.isHot === true ? sun.above - HEAT_BAND_C : sun.above
    return { isHot: temperature > limit, temperature }
  }

  /** The state of a device; null if it cannot be moved now. */
  const hereOf = (deviceId: string) => {
    const shadow = shadows.get(deviceId)
    const state = stateOf(shadow)
    const isThere = shadow.connected && hasReported(shadow) && !isBusy(state.status)
    return isThere ? state : null
  }

  /**
   * Checks one device and writes the result, in the given transaction. Returns the move that is due. With `isPausing` nothing is
   * moved.
   */
  const dueAt = async (
    queries: Queries,
    check: SunCheck,
    { isPausing = false }: { isPausing?: boolean } = {},
  ): Promise<{ sun: Sun; move: Move | null }> => {
    const now = clock.now()
    const { device } = check
    const window = windowOf(check)
    const position = sunPositionAt(now, check.home)
    const { isHot, temperature } = await heatAt(queries, check)
    const wants = wantedPlace(window, position, isHot)
    const pausedUntil = device.sun.pausedUntil === null ? null : new Date(device.sun.pausedUntil)
    const isOver = pausedUntil !== null && pausedUntil <= now
    const { memory, move } = nextShading(check.memory, {
      now,
      wants,
      open: placeWithoutSun(window.type),
      isPaused: isPausing || pausedUntil !== null,
      here: hereOf(device.id),
    })
    const isAsked = wants !== null || memory.base !== null || shinesOn(window, position) !== null
    const isFollowing = isAsked && !isPausing && pausedUntil === null
    const hasFailed = device.sun.hasFailed === true && isFollowing
    const sun: Sun = { ...device.sun, wants, pausedUntil: isOver ? null : device.sun.pausedUntil, hasFailed }
    // Until a move has arrived, the shade counts as where it was.
    const kept = move === null ? memory : { base: check.memory.base, movedAt: now }
    await store.write(queries, device.id, { ...kept, isHot, dueAt: nextCheckAt(check, window, now, isAsked) })
    if (isOver || isSunNews(device.sun, sun)) await store.writeSun(queries, device.id, sun)
    const cause: SafetyReason =
      temperature === null || wants === null
        ? {
            measurement: 'sun',
            value: wants === null ? null : Math.round(position.elevation),
            unit: '°',
            threshold: null,
            condition: null,
          }
        : {
            measurement: 'temperature',
            value: temperature,
            unit: '°C',
            threshold: device.sun.above,
            condition: isHot === true ? 'gt' : 'lt',
          }
    const { base } = memory
    return { sun, move: move === null ? null : { check, target: move, cause, sentAt: now, base } }
  }

  /** What is stored after a move has ended, and whether the device is shown as failed. */
  const afterMove = (move: Move, outcome: DeviceOutcome) => {
    const { check, target, sentAt, base } = move
    const { id } = check.device
    // A shade that confirms nothing counts as moved, because it would be moved again and again.
    const isOver = outcome.ok !== false || TAKEN_OVER.has(outcome.detail)
    // During a hold it waits. Afterwards it is moved as after a hold.
    const isHeld = outcome.ok === false && outcome.error === 'weather_scenario_matched'
    if (isOver || isHeld) failures.delete(id)
    if (isOver) return { values: { base }, hasFailed: false }
    if (isHeld) return { values: {}, hasFailed: false }
    const count = (failures.get(id) ?? 0) + 1
    failures.set(id, count)
    const before = baseAfterFailure(check.memory.base, target, outcome.reached ?? {})
    const soon = { movedAt: check.memory.movedAt, dueAt: new Date(clock.now().getTime() + FAILED_MOVE_MS) }
    return {
      values: { base: before, movedAt: sentAt, ...(count <= FAILED_TRIES ? soon : {}) },
      hasFailed: true,
    }
  }

  /** Sends a move and stores its result. */
  const send = async (move: Move): Promise<void> => {
    const { check, target, cause, sentAt } = move
    const { id } = check.device
    const [outcome] = await commands.apply(actorOf(check), [id], moveTo(target), { isAwaited: true, cause })
    // During a shutdown the outcome is unknown; the shade is evaluated again after the next start.
    if (outcome === undefined || checking.isStopped()) return
    const { values, hasFailed } = afterMove(move, outcome)
    const isNew = await database.db.transaction(async (queries) => {
      const device = await store.hold(queries, check.device)
      // Since then the settings have changed, or the shade has been asked to move again.
      if (device === null || device.sun === null || !(await store.settle(queries, id, sentAt, values)))
        return false
      const sun = { ...device.sun, hasFailed: hasFailed && device.sun.pausedUntil === null }
      if (!isSunNews(device.sun, sun)) return false
      await store.writeSun(queries, id, sun)
      return true
    })
    if (isNew) updated(id)
  }

  const evaluateDue = async (repeatAfter: (ms: number) => void): Promise<void> => {
    const ids = await store.dueIds(clock.now(), BATCH_SIZE)
    if (ids.length === 0) return
    await shadows.load(ids)
    const { checked, count } = await database.db.transaction(async (queries) => {
      const { checks, gone } = await store.due(queries, clock.now(), ids)
      await store.forget(queries, gone)
      const checked = await inSavepoints(
        queries,
        checks,
        async (ofThis, check) => ({ before: check, ...(await dueAt(ofThis, check)) }),
        async ({ device }, error) => {
          failed(error)
          await store.postpone(queries, device.id, new Date(clock.now().getTime() + FAILED_CHECK_MS))
        },
      )
      return { checked, count: checks.length + gone.length }
    })
    for (const { before, sun } of checked) if (isSunNews(before.device.sun, sun)) updated(before.device.id)
    for (const { move } of checked) if (move !== null) void send(move).catch(failed)
    if (count === BATCH_SIZE) repeatAfter(0)
  }
  const checking = whenDue({
    kind: 'sun',
    query: DUE_SUN_CHECK,
    run: (_found, repeatAfter) => evaluateDue(repeatAfter),
    failed,
  })

  return { dueAt, send, stop: checking.stop }
}

export type SunWatcher = ReturnType<typeof createSunWatcher>
