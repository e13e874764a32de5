import { type DeviceType, LIMITS, nameKeyOf } from '@senca/contract'
import { isWeatherTrigger, type ScenarioTrigger, triggerKindOf } from '@senca/contract/automation'
import type { Billing } from '#features/billing/index.ts'
import { type DeviceService, effectiveTypeOf, type Shadows } from '#features/devices/index.ts'
import type { GroupService, RefilledGroup } from '#features/groups/index.ts'
import { type AccountActor, can } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { nextDueAfter } from './firing/due-times.ts'
import { assertActionsFor } from './scenario-rules.ts'
import {
  managerOf,
  placeOf,
  type ScenarioStore,
  type ScenarioValues,
  type TargetedScenario,
} from './scenarios.store.ts'

interface ScenarioConditionsOptions {
  store: ScenarioStore
  clock: Clock
  entitlement: Billing['entitlement']
  devices: Pick<DeviceService, 'findAll'>
  groups: Pick<GroupService, 'list'>
  shadows: Pick<Shadows, 'get'>
}

/** The devices and groups that a request names for a scenario. */
export interface Aim {
  targets: string[]
  groups: string[]
}

type WrittenScenario = Pick<TargetedScenario, 'id' | 'accountId' | 'managerId' | 'triggers' | 'deviceIds'>

const malformed = (key: string, message: string) => new ApiError('malformed_scenario', { key, message })
const severalTypes = (key: string) => malformed(key, 'All devices of a scenario have one type.')
const severalOwners = (key: string) => malformed(key, 'All devices of a scenario have one owner.')

/** The checks for a scenario before it is saved. */
export function createScenarioConditions(options: ScenarioConditionsOptions) {
  const { store, clock, entitlement, devices, groups, shadows } = options

  /** The devices of an aim, which must all have the same type. Throws if the aim is not valid. */
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
    if (type === undefined || otherTypes.length > 0) throw severalTypes('targets')
    if (owners.size > 1) throw severalOwners('targets')
    const [ownerId] = owners
    const isOwn = ownerId === actor.accountId || ownerId === undefined
    return { ids, type, managerId: isOwn ? null : ownerId }
  }

  /** Throws `open_weather_subscription_needed` if the triggers need a subscription and the owner of the devices has none. */
  const assertSubscribed = async (ownerId: string, triggers: readonly ScenarioTrigger[]): Promise<void> => {
    if (!triggers.some(isWeatherTrigger)) return
    if (!(await entitlement(ownerId)).hasAccess) throw new ApiError('open_weather_subscription_needed')
  }

  /**
   * When the scenario is due next. Throws `data_missing` if a time or weather trigger needs a home that is not set; weather is
   * always that at the devices.
   */
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

  const assertNameFree = (rows: readonly TargetedScenario[], name: string): void => {
    if (rows.some((row) => nameKeyOf(row.name) === nameKeyOf(name)))
      throw new ApiError('device_name_in_use', { key: 'name', message: 'Another scenario has this name.' })
  }

  /**
   * Throws `device_too_many_scenarios` if a device would be in too many scenarios. Those of its owner and those of others are counted
   * apart, so that nobody can take the owner's place.
   */
  const assertRoom = async (
    queries: Queries,
    { deviceIds, managerId }: Pick<WrittenScenario, 'deviceIds' | 'managerId'>,
  ): Promise<void> => {
    const counts = await store.countsOf(queries, deviceIds, { isShared: managerId !== null })
    for (const [deviceId, count] of counts) {
      if (count > LIMITS.SCENARIOS_PER_DEVICE) throw new ApiError('device_too_many_scenarios', { deviceId })
    }
  }

  /**
   * Throws if a device would be in two scenarios of one author with the same kind of weather, because they could ask for different
   * things at once. The devices of its owner must be locked.
   */
  const assertNoSimilar = async (queries: Queries, scenario: WrittenScenario): Promise<void> => {
    const { triggers, deviceIds } = scenario
    const measurements = triggers.filter(isWeatherTrigger).map(({ measurement }) => measurement)
    if (measurements.length === 0) return
    const deviceId = await store.similar(queries, scenario, measurements, deviceIds)
    if (deviceId !== null) throw new ApiError('similar_weather_scenario_already_exists', { deviceId })
  }

  /** Checks the devices of a scenario after it was written. The devices of their owner must be locked. */
  const assertDevices = async (
    queries: Queries,
    scenario: WrittenScenario,
    key = 'targets',
  ): Promise<void> => {
    const { deviceIds } = scenario
    const owners = await store.ownersOf(queries, deviceIds)
    if (owners.some((ownerId) => ownerId !== managerOf(scenario))) throw severalOwners(key)
    await assertRoom(queries, scenario)
    await assertNoSimilar(queries, scenario)
  }

  /** Called when the members of a group have changed. Throws if a scenario with the group does not allow them. */
  const groupRefilled = async (
    queries: Queries,
    { accountId }: AccountActor,
    { id, deviceIds, type, typeBefore }: RefilledGroup,
  ): Promise<void> => {
    await store.lock(queries, accountId)
    const users = (await store.list(accountId, queries)).filter((scenario) => scenario.groups.includes(id))
    for (const user of users) {
      const hasOthers = user.deviceIds.some((deviceId) => !deviceIds.includes(deviceId))
      if (type !== typeBefore && hasOthers) throw severalTypes('devices')
      assertActionsFor(type, user.actions, 'devices')
      await store.lockDevicesOf(queries, managerOf(user))
      await assertDevices(queries, user, 'devices')
    }
  }

  return {
    devicesOf,
    assertSubscribed,
    nextAtOf,
    assertNameFree,
    assertDevices,
    assertNoSimilar,
    groupRefilled,
  }
}
