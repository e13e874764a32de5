import {
  isWeatherTrigger,
  type Scenario,
  type ScenarioStatus,
  type ScenarioStatusChange,
} from '@senca/contract/automation'
import type { AccountService } from '#features/accounts/index.ts'
import type { AccountActor, BridgeActor } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database } from '#platform/postgres/database.ts'
import { nextDueAfter, skippedTimes } from './firing/due-times.ts'
import { type ListedScenario, managerOf, placeOf, type ScenarioStore } from './scenarios.store.ts'

interface ShownScenariosOptions {
  store: ScenarioStore
  database: Pick<Database, 'db'>
  accounts: Pick<AccountService, 'find'>
  safety: { isActive(scenarioId: string): boolean }
}

type Viewer = Pick<AccountActor, 'kind' | 'accountId'> | BridgeActor

/** A scenario as a bridge may know it: with its devices alone, and without places. Empty if it has none of its devices. */
function seenBy<Row extends ListedScenario>({ grants }: BridgeActor, row: Row): Row[] {
  const isGranted = (id: string) => grants.has(id)
  const deviceIds = row.deviceIds.filter(isGranted)
  if (deviceIds.length === 0) return []
  const triggers = row.triggers.map((trigger) => {
    if (!isWeatherTrigger(trigger)) return trigger
    const { lat: _place, lon: _too, ...rest } = trigger
    return rest
  })
  return [{ ...row, deviceIds, targets: row.targets.filter(isGranted), triggers }]
}

/** Throws `resource_not_found`. */
export const scenarioOf = <Row extends Pick<ListedScenario, 'id'>>(rows: readonly Row[], id: string): Row => {
  const row = rows.find((candidate) => candidate.id === id)
  if (row === undefined) throw new ApiError('resource_not_found')
  return row
}

/** Scenarios as accounts see them. */
export function createShownScenarios({ store, database, accounts, safety }: ShownScenariosOptions) {
  /** When a scenario fires next, without skipped times. */
  const shownNextAt = async (row: ListedScenario, skips: readonly Date[] | undefined) => {
    const { enabled, nextAt, deviceIds, triggers } = row
    if (!enabled || deviceIds.length === 0) return null
    if (nextAt === null || skips === undefined) return nextAt
    const place = await placeOf(database.db, row)
    const skipped = skippedTimes(triggers, place, skips)
    let next: Date | null = nextAt
    while (place !== null && next !== null && skipped.has(next.getTime()))
      next = nextDueAfter(triggers, place, next)?.at ?? null
    return next
  }

  const statusOfRow = ({ id, deviceIds, progress }: ListedScenario): ScenarioStatus => {
    if (deviceIds.length === 0) return 'paused'
    if (safety.isActive(id)) return 'active'
    return progress === null ? 'idle' : 'running'
  }

  const statusOf = async (
    row: ListedScenario,
    skips: readonly Date[] | undefined,
  ): Promise<Omit<ScenarioStatusChange, 'scenarioId'>> => ({
    status: statusOfRow(row),
    ...(row.progress === null ? {} : { progress: row.progress }),
    nextAt: (await shownNextAt(row, skips))?.toISOString() ?? null,
    lastRun:
      row.lastRunAt === null || row.lastOutcome === null
        ? null
        : { at: row.lastRunAt.toISOString(), outcome: row.lastOutcome },
  })

  /** The e-mail addresses of the other accounts that created scenarios, by account. */
  const makersOf = async (
    viewer: string,
    rows: readonly ListedScenario[],
  ): Promise<ReadonlyMap<string, string>> => {
    const others = new Set(rows.map(({ accountId }) => accountId).filter((maker) => maker !== viewer))
    return new Map(
      await Promise.all(
        [...others].map(async (maker) => [maker, (await accounts.find(maker))?.email ?? ''] as const),
      ),
    )
  }

  /** The scenarios as an account sees them. */
  const shown = async (viewer: string, rows: readonly ListedScenario[]): Promise<Scenario[]> => {
    const [skips, emailOf] = await Promise.all([
      store.skips(rows.map(({ id }) => id)),
      makersOf(viewer, rows),
    ])
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
          ...(await statusOf(row, skips.get(id))),
        }
      }),
    )
  }

  /** The scenarios that an account created, and those of others for its devices. */
  const visible = async (accountId: string): Promise<ListedScenario[]> => [
    ...(await store.list(accountId)),
    ...(await store.listOthers(accountId)),
  ]

  /** The same for every actor: a bridge sees those of its maker that have devices of its own. */
  const visibleTo = async (viewer: Viewer): Promise<ListedScenario[]> =>
    viewer.kind === 'bridge'
      ? (await store.list(viewer.accountId)).flatMap((row) => seenBy(viewer, row))
      : visible(viewer.accountId)

  /** Throws `resource_not_found`, and `insufficient_permission` for a scenario of another account for the actor's devices. */
  const ownOf = async (
    { accountId }: Pick<AccountActor, 'accountId'>,
    id: string,
  ): Promise<ListedScenario> => {
    const row = scenarioOf(await visible(accountId), id)
    if (row.accountId !== accountId) throw new ApiError('insufficient_permission')
    return row
  }

  /** Throws like `ownOf` if the actor may not run one of these scenarios; `key` is the field that names them. */
  const assertOwn = async (
    { accountId }: AccountActor,
    ids: readonly string[],
    key: string,
  ): Promise<void> => {
    if (ids.length === 0) return
    const rows = new Map((await visible(accountId)).map((row) => [row.id, row]))
    for (const id of ids) {
      const row = rows.get(id)
      if (row === undefined) throw new ApiError('resource_not_found', { key })
      if (row.accountId !== accountId) throw new ApiError('insufficient_permission', { key })
    }
  }

  const list = async (viewer: Viewer): Promise<Scenario[]> => shown(viewer.accountId, await visibleTo(viewer))

  const info = async (viewer: Viewer, id: string): Promise<Scenario> => {
    const row = scenarioOf(await visibleTo(viewer), id)
    const [scenario] = await shown(viewer.accountId, [row])
    if (scenario === undefined) throw new ApiError('resource_not_found')
    return scenario
  }

  return {
    visible,
    visibleTo,
    makersOf,
    ownOf,
    assertOwn,
    list,
    info,
    /** The scenario as it is published to a page; null if it is gone. */
    async notified(accountId: string, id: string): Promise<Scenario | null> {
      return (await list({ kind: 'account', accountId })).find((scenario) => scenario.id === id) ?? null
    },
  }
}
