import { randomUUID } from 'node:crypto'
import { type CommandResult, type DeviceType, isRenamed, LIMITS, nameKeyOf } from '@senca/contract'
import {
  type Group,
  type GroupCreateRequest,
  type GroupMoveRequest,
  type GroupUpdateRequest,
  groupStateOf,
} from '@senca/contract/automation'
import { mergeOutcomes } from '@senca/contract/outcomes'
import * as z from 'zod/mini'
import type { CommandService, FromPage } from '#features/commands/index.ts'
import { type DeviceService, effectiveTypeOf, type Shadows, stateOf } from '#features/devices/index.ts'
import type { AccountActor, CallActor } from '#features/rights/index.ts'
import type { Pinnable } from '#features/rooms/index.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { commonTypeOf } from './common-type.ts'
import type { GroupRow, GroupStore } from './groups.store.ts'

interface GroupServiceOptions {
  store: GroupStore
  database: Pick<Database, 'db'>
  commands: Pick<CommandService, 'apply' | 'stop'>
  devices: Pick<DeviceService, 'findAll' | 'holdVisible'>
  shadows: Pick<Shadows, 'get'>
  refilled: GroupRefilled
}

/** A group whose members changed, all of one type. */
export interface RefilledGroup {
  id: string
  deviceIds: readonly string[]
  type: DeviceType
  typeBefore: DeviceType
}

/** Called in the transaction by which the members of a group change. Throws if they do not fit, for example to a scenario. */
export type GroupRefilled = (queries: Queries, actor: AccountActor, group: RefilledGroup) => Promise<void>

const idSchema = z.uuid()

const rowOf = (rows: readonly GroupRow[], id: string): GroupRow => {
  const row = rows.find((candidate) => candidate.id === id)
  if (row === undefined) throw new ApiError('resource_not_found')
  return row
}

const assertNameFree = (rows: readonly GroupRow[], name: string): void => {
  if (rows.some((row) => nameKeyOf(row.name) === nameKeyOf(name)))
    throw new ApiError('device_name_in_use', { key: 'name', message: 'Another group has this name.' })
}

/** Groups: several devices of one type under one name. They grant no rights; each member is checked as if it were alone. */
export function createGroupService(options: GroupServiceOptions) {
  const { store, database, commands, devices, shadows, refilled } = options

  /** What an actor sees of devices now. */
  const seen = async (actor: CallActor, ids: readonly string[]) => {
    const found = await devices.findAll(actor, 'view', ids)
    return new Map(
      [...found].flatMap(([id, result]) => {
        if (!result.ok) return []
        const shadow = shadows.get(id)
        const member = { connected: shadow.connected, state: stateOf(shadow) }
        return [[id, { type: effectiveTypeOf(result.device, shadow), member }] as const]
      }),
    )
  }
  type Seen = Awaited<ReturnType<typeof seen>>

  /** A group with the members that have its type and may be viewed; null if there are none. */
  const groupOf = ({ id, name, deviceIds }: GroupRow, seenById: Seen): Group | null => {
    const visible = deviceIds.flatMap((deviceId) => {
      const one = seenById.get(deviceId)
      return one === undefined ? [] : [{ deviceId, ...one }]
    })
    const devicetype = commonTypeOf(visible.map(({ type }) => type))
    if (devicetype === null) return null
    const members = visible.filter(({ type }) => type === devicetype)
    return {
      id,
      name,
      devicetype,
      activeDeviceTokens: members.map(({ deviceId }) => deviceId),
      ...groupStateOf(
        devicetype,
        members.map(({ member }) => member),
      ),
    }
  }

  const list = async (actor: CallActor): Promise<Group[]> => {
    const rows = await store.list(actor.accountId)
    const seenById = await seen(actor, [...new Set(rows.flatMap(({ deviceIds }) => deviceIds))])
    return rows.flatMap((row) => groupOf(row, seenById) ?? [])
  }

  /** Throws `resource_not_found`. */
  const shown = async (actor: CallActor, id: string): Promise<Group> => {
    const row = rowOf(await store.list(actor.accountId), id)
    const group = groupOf(row, await seen(actor, row.deviceIds))
    if (group === null) throw new ApiError('resource_not_found')
    return group
  }

  /** The common type of devices. Throws `device_not_exist`, and `malformed_request` if they have several types. */
  const typeOf = async (actor: AccountActor, ids: readonly string[]): Promise<DeviceType> => {
    const seenById = await seen(actor, ids)
    const missing = ids.find((id) => !seenById.has(id))
    if (missing !== undefined) throw new ApiError('device_not_exist', { deviceId: missing })
    const [type, ...otherTypes] = new Set([...seenById.values()].map((one) => one.type))
    if (type === undefined || otherTypes.length > 0)
      throw new ApiError('malformed_request', {
        key: 'devices',
        message: 'All devices of a group have one type.',
      })
    return type
  }

  /** Locks devices before groups. Code that removes a device uses the same order. */
  const change = (
    actor: AccountActor,
    members: readonly string[],
    work: (queries: Queries, rows: GroupRow[]) => Promise<void>,
  ): Promise<void> =>
    database.db.transaction(async (queries) => {
      const held = await devices.holdVisible(queries, actor, members)
      const missing = members.find((id) => !held.has(id))
      if (missing !== undefined) throw new ApiError('device_not_exist', { deviceId: missing })
      await store.changeAlone(queries, actor.accountId, async () =>
        work(queries, await store.list(actor.accountId, queries)),
      )
    })

  const pinnable: Pinnable = {
    async idsOf(actor) {
      return new Set((await list(actor)).map(({ id }) => id))
    },
    async hold(queries, actor, ids) {
      const readable = ids.filter((id) => idSchema.safeParse(id).success)
      return new Set(readable.length === 0 ? [] : await store.hold(queries, actor.accountId, readable))
    },
  }

  return {
    list,
    pinnable,

    /** Throws `device_name_in_use`, `groups_limit_exceeded`, `device_not_exist`, `malformed_request`. */
    async create(actor: AccountActor, { name, devices: ids }: GroupCreateRequest): Promise<Group> {
      await typeOf(actor, ids)
      const id = randomUUID()
      await change(actor, ids, async (queries, rows) => {
        if (rows.length >= LIMITS.GROUPS_PER_ACCOUNT) throw new ApiError('groups_limit_exceeded')
        assertNameFree(rows, name)
        await store.insert(queries, actor.accountId, { id, name })
        await store.fill(queries, id, ids)
      })
      return shown(actor, id)
    },

    /**
     * Changes the given properties. Throws `resource_not_found`, `device_name_in_use`, `device_not_exist`, `malformed_request`,
     * and what `refilled` throws.
     */
    async update(actor: AccountActor, { id, name, devices: ids }: GroupUpdateRequest): Promise<Group> {
      const { devicetype: typeBefore } = await shown(actor, id)
      const type = ids === undefined ? typeBefore : await typeOf(actor, ids)
      await change(actor, ids ?? [], async (queries, rows) => {
        const row = rowOf(rows, id)
        if (name !== undefined && isRenamed(row.name, name)) {
          assertNameFree(
            rows.filter((other) => other !== row),
            name,
          )
          await store.rename(queries, id, name)
        }
        if (ids === undefined) return
        await store.fill(queries, id, ids)
        await refilled(queries, actor, { id, deviceIds: ids, type, typeBefore })
      })
      return shown(actor, id)
    },

    /** Deletes a group but not its devices. Throws `resource_not_found`. */
    delete: (actor: AccountActor, id: string): Promise<void> =>
      change(actor, [], async (queries, rows) => store.delete(queries, rowOf(rows, id).id)),

    /**
     * Sends one command to every member and returns the result of each. A group cannot be unlocked. Throws `resource_not_found`.
     */
    async move(
      actor: CallActor,
      { id, wait = false, ...command }: GroupMoveRequest,
      page?: FromPage,
    ): Promise<CommandResult[]> {
      const { activeDeviceTokens: ids } = await shown(actor, id)
      if (command.command === 'unlock')
        return mergeOutcomes(ids.map((deviceId) => ({ deviceId, ok: false, error: 'invalid_command' })))
      return mergeOutcomes(await commands.apply(actor, ids, command, { isAwaited: wait, ...page }))
    },

    /** Stops every member. Throws `resource_not_found`. */
    async abort(actor: CallActor, id: string, page?: FromPage): Promise<CommandResult[]> {
      const { activeDeviceTokens } = await shown(actor, id)
      return mergeOutcomes(await commands.stop(actor, activeDeviceTokens, { isAwaited: false, ...page }))
    },
  }
}

export type GroupService = ReturnType<typeof createGroupService>
