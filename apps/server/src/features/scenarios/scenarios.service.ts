import { randomUUID } from 'node:crypto'
import { type CommandResult, isRenamed, LIMITS } from '@senca/contract'
import {
  isWeatherTrigger,
  type Scenario,
  type ScenarioCreateRequest,
  type ScenarioHistory,
  type ScenarioOutlook,
  type ScenarioSkipRequest,
  type ScenarioUpdateRequest,
} from '@senca/contract/automation'
import { mergeOutcomes } from '@senca/contract/outcomes'
import * as z from 'zod/mini'
import type { AccountService } from '#features/accounts/index.ts'
import type { Billing } from '#features/billing/index.ts'
import type { CommandService } from '#features/commands/index.ts'
import { type DeviceService, type Shadows, ventilationOf } from '#features/devices/index.ts'
import type { GroupService } from '#features/groups/index.ts'
import { type AccountActor, type BridgeActor, type CallActor, mayCommand } from '#features/rights/index.ts'
import type { Pinnable } from '#features/rooms/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { claimDue } from './firing/claims.store.ts'
import { nextDueAfter } from './firing/due-times.ts'
import type { FiringRunner } from './firing/firing-runner.ts'
import { withdraw } from './firing/firing-steps.store.ts'
import type { FiringStore } from './firing/firings.store.ts'
import { commandsOf } from './firing/outcomes.ts'
import type { FindLeftOut } from './left-out.ts'
import { outlookOf } from './outlook.ts'
import { type Aim, createScenarioConditions } from './scenario-conditions.ts'
import { announceScenarios, type ScenarioNotice } from './scenario-events.ts'
import { expandPreset } from './scenario-presets.ts'
import { assertActionsFor, readActions, readTriggers } from './scenario-rules.ts'
import { managerOf, placeOf, placesOf, type ScenarioStore, type TargetedScenario } from './scenarios.store.ts'
import { createShownScenarios, scenarioOf } from './shown-scenarios.ts'

interface ScenarioServiceOptions {
  store: ScenarioStore
  firings: FiringStore
  runner: FiringRunner
  database: Pick<Database, 'db'>
  clock: Clock
  accounts: Pick<AccountService, 'find'>
  commands: Pick<CommandService, 'countOf'>
  entitlement: Billing['entitlement']
  devices: Pick<DeviceService, 'findAll' | 'holdVisible'>
  groups: Pick<GroupService, 'list' | 'pinnable'>
  shadows: Pick<Shadows, 'get'>
  safety: ScenarioWatch
  watchingSince(): Date
  findLeftOut: FindLeftOut
  deleting: ScenarioDeleting
}

/** Called in the transaction that deletes a scenario, before it is deleted. */
export type ScenarioDeleting = (
  queries: Queries,
  scenario: { id: string; accountId: string },
) => Promise<void>

/** Watches scenarios of weather and security. */
export interface ScenarioWatch {
  /** Whether a scenario is active now. */
  isActive(scenarioId: string): boolean
  /** Starts or stops watching a scenario in its new form. Called in the transaction, before an existing row is changed. */
  watch(queries: Queries, scenario: WatchedScenario): Promise<void>
  /** Called before a scenario is deleted. */
  forget(queries: Queries, scenario: WatchedScenario): Promise<void>
}
export type WatchedScenario = Pick<
  TargetedScenario,
  'id' | 'accountId' | 'managerId' | 'enabled' | 'triggers' | 'deviceIds'
>

const idSchema = z.uuid()
const HISTORY_LENGTH = 50
/** How often a change is retried after a conflict with another change. */
const UPDATE_ATTEMPTS = 10
const OUTLOOK_HOURS = 168
const MILLISECOND = 1
const NO_AIM: Aim = { targets: [], groups: [] }
const HOUR_MS = 3_600_000

/** Everything that changes of a scenario are checked against, as text. */
const checkedOf = ({ managerId, deviceIds, targets, groups, triggers, actions }: TargetedScenario): string =>
  JSON.stringify([managerId, deviceIds, targets, groups, triggers, actions])

/** Scenarios: creating, changing, running and listing them, and their history. */
export function createScenarioService(options: ScenarioServiceOptions) {
  const { store, firings, runner, database, clock, accounts, devices, groups, shadows, safety, findLeftOut } =
    options
  const { visible, visibleTo, makersOf, ownOf, assertOwn, list, info, notified } =
    createShownScenarios(options)
  const {
    devicesOf,
    assertSubscribed,
    nextAtOf,
    assertNameFree,
    assertDevices,
    assertNoSimilar,
    groupRefilled,
  } = createScenarioConditions(options)

  /**
   * Locks devices and groups before the scenarios. Code that removes a device or group uses the same order. `ownerId` is the owner
   * of the devices.
   */
  const change = (
    actor: AccountActor,
    ownerId: string,
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
      await store.lockDevicesOf(queries, ownerId)
      await work(queries, await store.list(actor.accountId, queries))
    })

  /** Notifies the author and the owner of the devices. */
  const notify = async (
    queries: Queries,
    scenario: Pick<TargetedScenario, 'accountId' | 'managerId' | 'id' | 'deviceIds'>,
    what: ScenarioNotice['change'],
  ) => {
    const owners = await store.ownersOf(queries, scenario.deviceIds)
    for (const managerId of new Set([scenario.managerId, ...owners]))
      await announceScenarios(queries, [{ ...scenario, managerId }], what)
  }

  /** Returns the devices with waiting actions; null if a concurrent change affected what the changes were checked against. */
  const tryUpdate = async (
    actor: AccountActor,
    { id, ...changes }: ScenarioUpdateRequest,
  ): Promise<string[] | null> => {
    const before = await ownOf(actor, id)
    const triggers = changes.triggers === undefined ? undefined : readTriggers(changes.triggers)
    const actions = changes.actions === undefined ? undefined : readActions(changes.actions)
    const aim = {
      targets: changes.targets ?? before.targets,
      groups: changes.groups ?? before.groups,
    }
    const isAimed = changes.targets !== undefined || changes.groups !== undefined
    // A scenario that already has weather triggers may be changed without a subscription, so that existing protection is never
    // lost.
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
    let due: string[] | null = null
    await change(actor, managerOf(whose), isAimed ? aim : NO_AIM, async (queries, rows) => {
      const row = scenarioOf(rows, id)
      if (checkedOf(row) !== checkedOf(before)) return
      const { enabled = row.enabled, catchUp = row.catchUp } = changes
      const name = changes.name !== undefined && isRenamed(row.name, changes.name) ? changes.name : row.name
      if (name !== row.name)
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
      await store.update(queries, row, { ...values, nextAt })
      if (!enabled) await withdraw(queries, id)
      if (isAimed) await store.aim(queries, id, aim)
      const after = { ...row, ...values, deviceIds: await store.devicesOf(queries, id) }
      if (isAimed) await assertDevices(queries, after)
      else await assertNoSimilar(queries, after)
      await notify(queries, { ...row, deviceIds: after.deviceIds }, 'updated')
      if (managerId !== row.managerId) await notify(queries, after, 'updated')
    })
    return due
  }

  /** A bridge runs a scenario only if it could itself send every command to every device of it [BR52]. */
  const mayRun = async (bridge: BridgeActor, { deviceIds, actions }: TargetedScenario): Promise<boolean> => {
    const found = await devices.findAll(bridge, 'command', deviceIds)
    return [...found.values()].every((result) => {
      if (!result.ok) return false
      const { device } = result
      const shadow = shadows.get(device.id)
      const ventilation = ventilationOf(device, shadow)
      return (commandsOf(device, shadow, actions) ?? []).every((command) =>
        mayCommand(bridge, device, command, ventilation),
      )
    })
  }

  const pinnable: Pinnable = {
    async idsOf({ accountId }) {
      return new Set(await store.idsOf(accountId))
    },
    async hold(queries, { accountId }, ids) {
      const readable = ids.filter((id) => idSchema.safeParse(id).success)
      return new Set(readable.length === 0 ? [] : await store.hold(queries, accountId, readable))
    },
  }

  return {
    list,
    info,
    notified,
    pinnable,
    assertOwn,
    groupRefilled,

    async create(actor: AccountActor, request: ScenarioCreateRequest): Promise<Scenario> {
      const { name, enabled, targets, groups: groupIds = [], catchUp = 'within' } = request
      const asked = request.preset === undefined ? request : expandPreset(request.preset)
      const triggers = readTriggers(asked.triggers ?? [])
      const actions = readActions(asked.actions ?? [])
      const aim = { targets, groups: groupIds }
      const { accountId } = actor
      const { type, managerId } = await devicesOf(actor, aim)
      assertActionsFor(type, actions)
      await assertSubscribed(managerOf({ accountId, managerId }), triggers)
      const id = randomUUID()
      await change(actor, managerOf({ accountId, managerId }), aim, async (queries, rows) => {
        if (rows.length >= LIMITS.SCENARIOS_PER_ACCOUNT) throw new ApiError('device_scenarios_limit_exceeded')
        assertNameFree(rows, name)
        const values = { name, managerId, enabled, triggers, actions, catchUp }
        const nextAt = await nextAtOf(queries, accountId, values)
        await store.insert(queries, accountId, id, { ...values, nextAt })
        await store.aim(queries, id, aim)
        const made = {
          id,
          accountId,
          managerId,
          enabled,
          triggers,
          deviceIds: await store.devicesOf(queries, id),
        }
        await assertDevices(queries, made)
        await safety.watch(queries, made)
        await notify(queries, made, 'created')
      })
      return info(actor, id)
    },

    /**
     * Changes the given properties. A firing that is already due still uses the old ones. Throws `too_many_requests` if others
     * change the scenario all the time.
     */
    async update(actor: AccountActor, request: ScenarioUpdateRequest): Promise<Scenario> {
      for (let attempt = 1; attempt <= UPDATE_ATTEMPTS; attempt += 1) {
        const due = await tryUpdate(actor, request)
        if (due === null) continue
        runner.waitFor(due)
        return info(actor, request.id)
      }
      throw new ApiError('too_many_requests', { retryAfterSeconds: 1 })
    },

    /** For the author or the owner of its devices. */
    async delete(actor: AccountActor, id: string): Promise<void> {
      const { accountId } = scenarioOf(await visible(actor.accountId), id)
      await database.db.transaction(async (queries) => {
        await store.lock(queries, accountId)
        const row = scenarioOf(await store.list(accountId, queries), id)
        await notify(queries, row, 'deleted')
        await safety.forget(queries, row)
        await options.deleting(queries, row)
        await store.delete(queries, row.id)
      })
    },

    /** Runs it now, even if it is disabled. Resolves when each device has acknowledged its command. */
    async run(actor: CallActor, id: string): Promise<CommandResult[]> {
      const scenario = await ownOf(actor, id)
      if (actor.kind === 'bridge' && !(await mayRun(actor, scenario)))
        throw new ApiError('insufficient_permission')
      if (scenario.deviceIds.length === 0) return mergeOutcomes([])
      if (actor.kind === 'bridge') options.commands.countOf(actor, scenario.deviceIds.length)
      const by =
        actor.kind === 'bridge' ? actor.name : ((await accounts.find(actor.accountId))?.email ?? null)
      const reason = { type: 'manual' as const, by }
      const leftOut = await findLeftOut([id])
      const firingId = await firings.start(scenario, { at: clock.now(), reason })
      return runner.runNow(scenario, firingId, {
        leftOut: leftOut.get(id) ?? new Set(),
        isByHand: actor.kind === 'account',
      })
    },

    /** The scenarios that a bridge may run: those of its maker with devices, of which it may send every command itself. */
    async listRunnable(bridge: BridgeActor): Promise<TargetedScenario[]> {
      const runnable: TargetedScenario[] = []
      for (const row of await store.list(bridge.accountId))
        if (row.deviceIds.length > 0 && (await mayRun(bridge, row))) runnable.push(row)
      return runnable
    },

    /** The firings of the account's scenarios, and of those that others created for its devices. */
    async outlook(actor: CallActor, hours = OUTLOOK_HOURS): Promise<ScenarioOutlook> {
      const { accountId } = actor
      const enabled = (await visibleTo(actor)).filter((row) => row.enabled && row.deviceIds.length > 0)
      const ids = enabled.map(({ id }) => id)
      const leftOut = await findLeftOut(ids)
      const rows = enabled.map((row) => ({
        ...row,
        deviceIds: row.deviceIds.filter((deviceId) => leftOut.get(row.id)?.has(deviceId) !== true),
      }))
      return outlookOf(rows, {
        skips: await store.skips(ids),
        placeOf: await placesOf(database.db, rows),
        makers: await makersOf(accountId, rows),
        now: clock.now(),
        hours,
      })
    },

    /** Throws `resource_not_found` if it is not due at this moment. */
    async skip(actor: AccountActor, { id, at, skip }: ScenarioSkipRequest): Promise<void> {
      const dueAt = new Date(at)
      const horizon = clock.now().getTime() + LIMITS.OUTLOOK_HOURS * HOUR_MS
      const own = await ownOf(actor, id)
      await change(actor, managerOf(own), NO_AIM, async (queries, rows) => {
        const row = scenarioOf(rows, id)
        const { enabled, triggers, deviceIds } = row
        const place = await placeOf(queries, row)
        const isAhead = dueAt > clock.now() && dueAt.getTime() <= horizon
        const due =
          place === null || !isAhead
            ? null
            : nextDueAfter(triggers, place, new Date(dueAt.getTime() - MILLISECOND))
        if (!enabled || deviceIds.length === 0 || place === null || due?.at.getTime() !== dueAt.getTime())
          throw new ApiError('resource_not_found', { key: 'at' })
        if (skip) await store.skip(queries, id, dueAt)
        else await store.unskip(queries, row, place, dueAt)
        await notify(queries, row, 'status')
      })
    },

    async history({ accountId }: AccountActor, id: string, limit = HISTORY_LENGTH): Promise<ScenarioHistory> {
      scenarioOf(await visible(accountId), id)
      const rows = await firings.history(id, limit)
      return rows.map(({ at, dueAt, reason, outcome, devices: parts }) => ({
        ...unconfirmedOf(parts),
        at: at.toISOString(),
        dueAt: dueAt?.toISOString() ?? null,
        reason,
        ...(reason.type === 'manual' ? { by: reason.by } : {}),
        // Some devices have no outcome yet.
        outcome: outcome ?? 'part',
        results: mergedResults(parts.flatMap(({ result }) => result ?? [])),
      }))
    },
  }
}

/** How many devices did not confirm what they were sent; empty for none. */
function unconfirmedOf(parts: readonly { result: CommandResult | null }[]): { unconfirmed?: number } {
  const unconfirmed = parts.filter(({ result }) => result?.status === 'unconfirmed').length
  return unconfirmed === 0 ? {} : { unconfirmed }
}

/** Merges equal results. */
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
