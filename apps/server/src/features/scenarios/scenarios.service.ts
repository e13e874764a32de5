import { randomUUID } from 'node:crypto'
import { type CommandResult, type DeviceType, LIMITS, nameKeyOf } from '@senca/contract'
import {
  isWeatherTrigger,
  type Scenario,
  type ScenarioCreateRequest,
  type ScenarioHistory,
  type ScenarioOutlook,
  type ScenarioSkipRequest,
  type ScenarioStatus,
  type ScenarioStatusChange,
  type ScenarioTrigger,
  type ScenarioUpdateRequest,
  triggerKindOf,
} from '@senca/contract/automation'
import { mergeOutcomes } from '@senca/contract/outcomes'
import type { AccountService } from '#features/accounts/index.ts'
import type { Billing } from '#features/billing/index.ts'
import { type DeviceService, effectiveTypeOf, type Shadows } from '#features/devices/index.ts'
import type { GroupService } from '#features/groups/index.ts'
import { type AccountActor, can } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { claimDue } from './claims.store.ts'
import { withdraw } from './conclusions.ts'
import { nextDueAfter } from './due-times.ts'
import type { FiringRunner } from './firing-runner.ts'
import type { FiringStore } from './firings.store.ts'
import { outlookOf } from './outlook.ts'
import { type ScenarioNotice, tellOfScenario } from './scenario-events.ts'
import { expandPreset } from './scenario-presets.ts'
import { assertActionsFor, readActions, readTriggers } from './scenario-rules.ts'
import {
  managerOf,
  placeOf,
  placesOf,
  type ScenarioStore,
  type ScenarioValues,
  type TargetedScenario,
} from './scenarios.store.ts'

interface ScenarioServiceOptions {
  store: ScenarioStore
  firings: FiringStore
  runner: FiringRunner
  database: Pick<Database, 'db'>
  clock: Clock
  accounts: Pick<AccountService, 'find'>
  entitlement: Billing['entitlement']
  devices: Pick<DeviceService, 'findAll' | 'holdVisible'>
  groups: Pick<GroupService, 'list' | 'pinnable'>
  shadows: Pick<Shadows, 'get'>
  safety: ScenarioWatch
  watchingSince(): Date
}

/** What watches scenarios of weather and security. */
export interface ScenarioWatch {
  /** Whether a scenario keeps its devices somewhere now. */
  isActive(scenarioId: string): boolean
  /** Watches a scenario as it is from now on, or no longer; part of the transaction, before an existing row is changed. */
  watch(queries: Queries, scenario: WatchedScenario): Promise<void>
  /** It will be deleted. */
  forget(queries: Queries, scenario: WatchedScenario): Promise<void>
}
export type WatchedScenario = Pick<
  TargetedScenario,
  'id' | 'accountId' | 'managerId' | 'enabled' | 'triggers' | 'deviceIds'
>

/** What a scenario is for, as it is asked for. */
interface Aim {
  targets: string[]
  groups: string[]
}

const scenarioOf = (rows: readonly TargetedScenario[], id: string): TargetedScenario => {
  const row = rows.find((candidate) => candidate.id === id)
  if (row === undefined) throw new ApiError('resource_not_found')
  return row
}

const malformed = (key: string, message: string) => new ApiError('malformed_scenario', { key, message })

const HISTORY_LENGTH = 50
const OUTLOOK_HOURS = 168
const MILLISECOND = 1
const HOUR_MS = 3_600_000

/** Scenarios: what is done with devices by itself, when, and what became of it. */
export function createScenarioService(options: ScenarioServiceOptions) {
  const { store, firings, runner, database, clock, accounts, devices, groups, shadows, safety } = options
  const { entitlement } = options

  /** When a scenario fires next that nobody skipped. */
  const shownNextAt = async (row: TargetedScenario, skipped: ReadonlySet<number> | undefined) => {
    const { enabled, nextAt, deviceIds, triggers } = row
    if (!enabled || deviceIds.length === 0) return null
    if (nextAt === null || skipped?.has(nextAt.getTime()) !== true) return nextAt
    const place = await placeOf(database.db, row)
    let next: Date | null = nextAt
    while (place !== null && next !== null && skipped.has(next.getTime()))
      next = nextDueAfter(triggers, place, next)?.at ?? null
    return next
  }

  const statusOfRow = ({ id, deviceIds }: TargetedScenario, isRunning: boolean): ScenarioStatus => {
    if (deviceIds.length === 0) return 'paused'
    if (safety.isActive(id)) return 'active'
    return isRunning ? 'running' : 'idle'
  }

  const statusOf = async (
    row: TargetedScenario,
    isRunning: boolean,
    skipped: ReadonlySet<number> | undefined,
  ): Promise<Omit<ScenarioStatusChange, 'scenarioId'>> => ({
    status: statusOfRow(row, isRunning),
    nextAt: (await shownNextAt(row, skipped))?.toISOString() ?? null,
    lastRun:
      row.lastRunAt === null || row.lastOutcome === null
        ? null
        : { at: row.lastRunAt.toISOString(), outcome: row.lastOutcome },
  })

  /** As an account sees them. */
  const shown = async (viewer: string, rows: readonly TargetedScenario[]): Promise<Scenario[]> => {
    const makers = [...new Set(rows.map(({ accountId }) => accountId))]
    const others = makers.filter((maker) => maker !== viewer)
    const [runningOfEach, skips, emails] = await Promise.all([
      Promise.all(makers.map((maker) => store.running(maker))),
      store.skips(rows.map(({ id }) => id)),
      Promise.all(others.map(async (maker) => [maker, (await accounts.find(maker))?.email ?? ''] as const)),
    ])
    const emailOf = new Map(emails)
    const running = new Set(runningOfEach.flatMap((ids) => [...ids]))
    return Promise.all(
      rows.map(async (row): Promise<Scenario> => {
        const { id, name, enabled, targets, groups: groupIds, triggers, actions, catchUp } = row
        return {
          id,
          name,
          enabled,
          targets,
          groups: groupIds,
          devicesManagerId: managerOf(row),
          madeBy: emailOf.get(row.accountId) ?? null,
          triggers,
          actions,
          catchUp,
          ...(await statusOf(row, running.has(id), skips.get(id))),
        }
      }),
    )
  }

  /** What an account made, and what others made of its devices. */
  const visible = async (accountId: string): Promise<TargetedScenario[]> => [
    ...(await store.list(accountId)),
    ...(await store.listOthers(accountId)),
  ]

  /** Throws `resource_not_found`, and `insufficient_permission` of what another account made of the actor's devices. */
  const ownOf = async ({ accountId }: AccountActor, id: string): Promise<TargetedScenario> => {
    const row = scenarioOf(await visible(accountId), id)
    if (row.accountId !== accountId) throw new ApiError('insufficient_permission')
    return row
  }

  const list = async ({ accountId }: Pick<AccountActor, 'accountId'>): Promise<Scenario[]> =>
    shown(accountId, await visible(accountId))

  const info = async ({ accountId }: Pick<AccountActor, 'accountId'>, id: string): Promise<Scenario> => {
    const row = scenarioOf(await visible(accountId), id)
    const [scenario] = await shown(accountId, [row])
    if (scenario === undefined) throw new ApiError('resource_not_found')
    return scenario
  }

  /** The devices of an aim, which are all of one type. Throws what stands in the way of it. */
  const devicesOf = async (actor: AccountActor, { targets, groups: groupIds }: Aim) => {
    const own = new Map((await groups.list(actor)).map((group) => [group.id, group]))
    const missing = groupIds.find((id) => !own.has(id))
    if (missing !== undefined) throw new ApiError('resource_not_found', { key: 'groups' })
    const members = groupIds.flatMap((id) => own.get(id)?.activeDeviceTokens ?? [])
    const ids = [...new Set([...targets, ...members])]
    if (ids.length === 0) throw malformed('targets', 'A scenario is for one device or group at least.')
    const found = await devices.findAll(actor, 'view', ids)
    const types = new Set<DeviceType>()
    const owners = new Set<string | null>()
    for (const [deviceId, result] of found) {
      if (!result.ok) throw new ApiError('device_not_exist', { deviceId })
      if (!can(actor, 'command', result.device)) throw new ApiError('insufficient_permission', { deviceId })
      types.add(effectiveTypeOf(result.device, shadows.get(deviceId)))
      owners.add(result.device.ownerId)
    }
    const [type, ...otherTypes] = types
    if (type === undefined || otherTypes.length > 0)
      throw malformed('targets', 'All devices of a scenario have one type.')
    if (owners.size > 1) throw malformed('targets', 'All devices of a scenario have one owner.')
    const [ownerId] = owners
    const isOwn = ownerId === actor.accountId || ownerId === undefined
    return { ids, type, managerId: isOwn ? null : ownerId }
  }

  /** Throws `open_weather_subscription_needed` where the devices' owner has none and the triggers need one. */
  const assertSubscribed = async (ownerId: string, triggers: readonly ScenarioTrigger[]): Promise<void> => {
    if (!triggers.some(isWeatherTrigger)) return
    if (!(await entitlement(ownerId)).hasAccess) throw new ApiError('open_weather_subscription_needed')
  }

  /** Throws `data_missing` where a time or the weather has no home to be told by; the weather is always that at the devices. */
  const nextAtOf = async (
    queries: Queries,
    accountId: string,
    { enabled, triggers, managerId }: Pick<ScenarioValues, 'enabled' | 'triggers' | 'managerId'>,
  ): Promise<Date | null> => {
    const kind = triggerKindOf(triggers)
    const isByWeather = triggers.some((trigger) => isWeatherTrigger(trigger) && trigger.lat === undefined)
    if (kind !== 'time' && !isByWeather) return null
    const whose = { accountId, managerId }
    const place = await placeOf(queries, isByWeather ? { ...whose, accountId: managerOf(whose) } : whose)
    if (place === null)
      throw new ApiError('data_missing', { key: 'home', message: 'The home has no place yet.' })
    return kind === 'time' && enabled ? (nextDueAfter(triggers, place, clock.now())?.at ?? null) : null
  }

  /** Devices and groups are held before the scenarios are locked: who takes one away does it in this order too. */
  const change = (
    actor: AccountActor,
    { targets, groups: groupIds }: Aim,
    work: (queries: Queries, rows: TargetedScenario[]) => Promise<void>,
  ): Promise<void> =>
    database.db.transaction(async (queries) => {
      const held = await devices.holdVisible(queries, actor, targets)
      const missing = targets.find((id) => !held.has(id))
      if (missing !== undefined) throw new ApiError('device_not_exist', { deviceId: missing })
      const heldGroups = await groups.pinnable.hold(queries, actor, groupIds)
      if (groupIds.some((id) => !heldGroups.has(id)))
        throw new ApiError('resource_not_found', { key: 'groups' })
      await store.lock(queries, actor.accountId)
      await work(queries, await store.list(actor.accountId, queries))
    })

  const assertNameFree = (rows: readonly TargetedScenario[], name: string): void => {
    if (rows.some((row) => nameKeyOf(row.name) === nameKeyOf(name)))
      throw new ApiError('device_name_in_use', { key: 'name', message: 'Another scenario has this name.' })
  }

  /** Throws `device_too_many_scenarios` once a device is in more than it may be. */
  const assertRoom = async (queries: Queries, ids: readonly string[]): Promise<void> => {
    for (const [deviceId, count] of await store.countsOf(queries, ids)) {
      if (count > LIMITS.SCENARIOS_PER_DEVICE) throw new ApiError('device_too_many_scenarios', { deviceId })
    }
  }

  /** Throws where a device would be in two scenarios of one kind of weather: they could ask for two things at once. */
  const assertNoSimilar = async (
    queries: Queries,
    scenarioId: string,
    triggers: readonly ScenarioTrigger[],
    ids: readonly string[],
  ): Promise<void> => {
    const measurements = triggers.filter(isWeatherTrigger).map(({ measurement }) => measurement)
    if (measurements.length === 0) return
    const deviceId = await store.similar(queries, scenarioId, measurements, ids)
    if (deviceId !== null) throw new ApiError('similar_weather_scenario_already_exists', { deviceId })
  }

  /** Its maker, and the owner of its devices. */
  const tell = async (
    queries: Queries,
    scenario: Pick<TargetedScenario, 'accountId' | 'managerId' | 'id' | 'deviceIds'>,
    what: ScenarioNotice['change'],
  ) => {
    const owners = await store.ownersOf(queries, scenario.deviceIds)
    for (const managerId of new Set([scenario.managerId, ...owners]))
      await tellOfScenario(queries, { ...scenario, managerId }, what)
  }

  return {
    list,
    info,

    /** What a page is told of a scenario; null where it is gone. */
    async told(accountId: string, id: string): Promise<Scenario | null> {
      return (await list({ accountId })).find((scenario) => scenario.id === id) ?? null
    },

    async create(actor: AccountActor, request: ScenarioCreateRequest): Promise<Scenario> {
      const { name, enabled, targets, groups: groupIds = [], catchUp = 'within' } = request
      const asked = request.preset === undefined ? request : expandPreset(request.preset)
      const triggers = readTriggers(asked.triggers ?? [])
      const actions = readActions(asked.actions ?? [])
      const aim = { targets, groups: groupIds }
      const { accountId } = actor
      const { ids, type, managerId } = await devicesOf(actor, aim)
      assertActionsFor(type, actions)
      await assertSubscribed(managerOf({ accountId, managerId }), triggers)
      const id = randomUUID()
      await change(actor, aim, async (queries, rows) => {
        if (rows.length >= LIMITS.SCENARIOS_PER_ACCOUNT) throw new ApiError('device_scenarios_limit_exceeded')
        assertNameFree(rows, name)
        const values = { name, managerId, enabled, triggers, actions, catchUp }
        const nextAt = await nextAtOf(queries, accountId, values)
        await store.insert(queries, accountId, id, { ...values, nextAt })
        await store.aim(queries, id, aim)
        await assertRoom(queries, ids)
        await assertNoSimilar(queries, id, triggers, ids)
        const made = { id, accountId, managerId, enabled, triggers, deviceIds: ids }
        await safety.watch(queries, made)
        await tell(queries, made, 'created')
      })
      return info(actor, id)
    },

    /** Changes what is named; what is due already fires as it was. */
    async update(actor: AccountActor, { id, ...changes }: ScenarioUpdateRequest): Promise<Scenario> {
      const before = await ownOf(actor, id)
      const triggers = changes.triggers === undefined ? undefined : readTriggers(changes.triggers)
      const actions = changes.actions === undefined ? undefined : readActions(changes.actions)
      const aim = {
        targets: changes.targets ?? before.targets,
        groups: changes.groups ?? before.groups,
      }
      const isAimed = changes.targets !== undefined || changes.groups !== undefined
      // What the weather moves already may be changed: protection that is set up is never taken away.
      const becomesWeather =
        triggers?.some(isWeatherTrigger) === true && !before.triggers.some(isWeatherTrigger)
      const seen =
        isAimed || becomesWeather || ((actions ?? triggers) !== undefined && before.deviceIds.length > 0)
          ? await devicesOf(actor, aim)
          : null
      if (seen !== null) assertActionsFor(seen.type, actions ?? before.actions)
      const managerId = seen === null ? before.managerId : seen.managerId
      const whose = { accountId: actor.accountId, managerId }
      if (becomesWeather || managerId !== before.managerId)
        await assertSubscribed(managerOf(whose), triggers ?? before.triggers)
      let due: string[] = []
      await change(actor, isAimed ? aim : { targets: [], groups: [] }, async (queries, rows) => {
        const row = scenarioOf(rows, id)
        const { name = row.name, enabled = row.enabled, catchUp = row.catchUp } = changes
        assertNameFree(
          rows.filter((other) => other !== row),
          name,
        )
        due = await claimDue(queries, [row], { now: clock.now(), watchingSince: options.watchingSince() })
        const values = {
          name,
          managerId: seen === null ? row.managerId : managerId,
          enabled,
          catchUp,
          triggers: triggers ?? row.triggers,
          actions: actions ?? row.actions,
        }
        const nextAt = await nextAtOf(queries, actor.accountId, values)
        await safety.watch(queries, { ...row, ...values })
        await store.update(queries, id, { ...values, nextAt })
        if (!enabled) await withdraw(queries, id)
        if (isAimed) {
          await store.aim(queries, id, aim)
          await assertRoom(queries, seen?.ids ?? [])
        }
        await assertNoSimilar(queries, id, values.triggers, seen?.ids ?? row.deviceIds)
        const deviceIds = seen?.ids ?? row.deviceIds
        await tell(queries, { ...row, deviceIds }, 'updated')
        if (managerId !== row.managerId) await tell(queries, { ...row, managerId, deviceIds }, 'updated')
      })
      runner.waitFor(due)
      return info(actor, id)
    },

    /** By who made it, or by the owner of its devices. */
    async delete(actor: AccountActor, id: string): Promise<void> {
      const { accountId } = scenarioOf(await visible(actor.accountId), id)
      await database.db.transaction(async (queries) => {
        await store.lock(queries, accountId)
        const row = scenarioOf(await store.list(accountId, queries), id)
        await tell(queries, row, 'deleted')
        await safety.forget(queries, row)
        await store.delete(queries, row.id)
      })
    },

    /** Runs it now, also where it is switched off; answers once each device has taken its command. */
    async run(actor: AccountActor, id: string): Promise<CommandResult[]> {
      const scenario = await ownOf(actor, id)
      if (scenario.deviceIds.length === 0) return mergeOutcomes([])
      const account = await accounts.find(actor.accountId)
      const reason = { type: 'manual' as const, by: account?.email ?? null }
      const firingId = await firings.start(scenario, { at: clock.now(), reason })
      return runner.runNow(scenario, firingId)
    },

    async outlook({ accountId }: AccountActor, hours = OUTLOOK_HOURS): Promise<ScenarioOutlook> {
      const rows = (await store.list(accountId)).filter(
        ({ enabled, deviceIds }) => enabled && deviceIds.length > 0,
      )
      const skips = await store.skips(rows.map(({ id }) => id))
      return outlookOf(rows, skips, await placesOf(database.db, rows), { now: clock.now(), hours })
    },

    /** Throws `resource_not_found` for a moment at which it is not due. */
    async skip(actor: AccountActor, { id, at, skip }: ScenarioSkipRequest): Promise<void> {
      const dueAt = new Date(at)
      const horizon = clock.now().getTime() + LIMITS.OUTLOOK_HOURS * HOUR_MS
      await ownOf(actor, id)
      await change(actor, { targets: [], groups: [] }, async (queries, rows) => {
        const row = scenarioOf(rows, id)
        const { enabled, triggers, deviceIds } = row
        const place = await placeOf(queries, row)
        const isAhead = dueAt > clock.now() && dueAt.getTime() <= horizon
        const due =
          place === null || !isAhead
            ? null
            : nextDueAfter(triggers, place, new Date(dueAt.getTime() - MILLISECOND))
        if (!enabled || deviceIds.length === 0 || due?.at.getTime() !== dueAt.getTime())
          throw new ApiError('resource_not_found', { key: 'at' })
        await store.skip(queries, id, dueAt, skip)
        await tell(queries, row, 'status')
      })
    },

    async history({ accountId }: AccountActor, id: string, limit = HISTORY_LENGTH): Promise<ScenarioHistory> {
      scenarioOf(await visible(accountId), id)
      const rows = await firings.history(id, limit)
      return rows.map(({ at, dueAt, reason, outcome, devices: parts }) => ({
        at: at.toISOString(),
        dueAt: dueAt?.toISOString() ?? null,
        reason,
        ...(reason.type === 'manual' ? { by: reason.by } : {}),
        // Some devices are not decided about yet.
        outcome: outcome ?? 'part',
        results: mergedResults(parts.flatMap(({ result }) => result ?? [])),
      }))
    },
  }
}

/** Results of which the same is to be said, as one. */
function mergedResults(results: readonly CommandResult[]): CommandResult[] {
  const merged = new Map<string, CommandResult>()
  for (const { device_ids: ids, ...rest } of results) {
    const key = JSON.stringify(rest)
    const known = merged.get(key)
    if (known === undefined) merged.set(key, { ...rest, device_ids: [...ids] })
    else known.device_ids.push(...ids)
  }
  return [...merged.values()]
}

export type ScenarioService = ReturnType<typeof createScenarioService>
