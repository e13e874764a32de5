import { randomUUID } from 'node:crypto'
import { commandResultSchema, errorCodeSchema } from '@senca/contract'
import {
  APPROVAL_MS,
  APPROVAL_PAUSE_MS,
  APPROVAL_REFUSALS,
  APPROVALS_PER_WINDOW,
  APPROVALS_WINDOW_MS,
  type ApprovalAnswer,
  type ApprovalAnswerRequest,
  type ApprovalAskRequest,
  type Approval as ShownApproval,
} from '@senca/contract/approvals'
import * as z from 'zod/mini'
import type { Activity } from '#features/activity/index.ts'
import { type BridgeAccess, bridgeDoorChange } from '#features/bridges/index.ts'
import type { CommandService } from '#features/commands/index.ts'
import type { Device, DeviceService } from '#features/devices/index.ts'
import type { DoorProof } from '#features/door-guards/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import { type AccountActor, type BridgeActor, type CallActor, can } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { Approval, ApprovalStore } from './approvals.store.ts'
import { approvalEvents, type Reach } from './reach.ts'

const EXPIRED_BATCH = 100

interface ApprovalServiceOptions {
  store: ApprovalStore
  database: Pick<Database, 'db'>
  bridges: Pick<BridgeAccess, 'find'>
  devices: Pick<DeviceService, 'find' | 'findAll'>
  commands: Pick<CommandService, 'move' | 'obstacleTo'>
  activity: Pick<Activity, 'recordRefused'>
  notify: Pick<Notify, 'publish'>
  reach: Pick<Reach, 'isReachable'>
  clock: Clock
}

type Door = Pick<Approval, 'bridgeId' | 'deviceId'>

const idSchema = z.uuid()
const notFound = () => new ApiError('resource_not_found', { key: 'id' })
const isOver = () => new ApiError('device_already_in_state')
const secondsUntil = (at: Date, now: Date) => Math.max(1, (at.getTime() - now.getTime()) / 1_000)
const isGone = (error: unknown) => error instanceof ApiError && error.code === 'device_not_exist'

const commandOf = ({ lockType, unlockDuration }: Pick<Approval, 'lockType' | 'unlockDuration'>) => ({
  command: 'unlock' as const,
  lockType,
  ...(unlockDuration === null ? {} : { unlockDuration }),
})

/** Bridges ask people to unlock doors. A person unlocks, by the own guard of the door; an ask opens nothing by itself [BR9]. */
export function createApprovalService(options: ApprovalServiceOptions) {
  const { store, database, bridges, devices, commands, activity, notify, reach, clock } = options

  const announce = (queries: Queries, { deviceId, ownerId, expiresAt }: Approval) =>
    approvalEvents.announce(queries, [{ deviceId, ownerId, until: expiresAt.getTime() }])

  const findOwn = async (id: string): Promise<Approval> => {
    const found = idSchema.safeParse(id).success ? await store.find(id) : null
    if (found === null) throw notFound()
    return found
  }

  /** The bridge of an ask if it may still ask for this door, which still belongs to its maker. */
  const findAsking = async ({ bridgeId, deviceId, ownerId }: Approval): Promise<BridgeActor | null> => {
    const bridge = await bridges.find(bridgeId)
    const mayAsk =
      bridge?.unlocks.get(deviceId) === 'ask' && can(bridge, 'command', { id: deviceId, ownerId })
    return mayAsk ? bridge : null
  }

  /** After an ask that nobody allowed: the third in a row ends asking for an hour, so that nobody is tired into a tap. */
  const countRefusal = async (
    queries: Queries,
    { bridgeId, ownerId }: Approval,
    { refusals, endedAt }: { refusals: number; endedAt: Date },
  ) => {
    if (refusals + 1 < APPROVAL_REFUSALS) return store.setPause(queries, bridgeId, { refusals: refusals + 1 })
    const pausedUntil = new Date(endedAt.getTime() + APPROVAL_PAUSE_MS)
    await store.setPause(queries, bridgeId, { refusals: 0, pausedUntil })
    const bridge = await store.nameOf(queries, bridgeId)
    const news = { change: 'asksPaused', app: bridge } as const
    await notify.publish(queries, bridgeDoorChange(ownerId, news, clock.now()))
  }

  /** Ends an ask that waits. Returns false if it was over. */
  const end = (approval: Approval, status: 'allowed' | 'denied' | 'expired'): Promise<boolean> =>
    database.db.transaction(async (queries) => {
      const { id, bridgeId, expiresAt } = approval
      const now = clock.now()
      const { refusals } = await store.holdPause(queries, bridgeId)
      const isEnded =
        status === 'expired'
          ? await store.expire(queries, id, now)
          : await store.answer(queries, id, status, now)
      if (!isEnded) return false
      if (status === 'allowed') await store.setPause(queries, bridgeId, { refusals: 0 })
      else
        await countRefusal(queries, approval, {
          refusals,
          endedAt: status === 'expired' && expiresAt < now ? expiresAt : now,
        })
      await announce(queries, approval)
      return true
    })

  const recordRefusal = async (approval: Approval, detail: 'approval_denied' | 'approval_expired') => {
    const bridge = await bridges.find(approval.bridgeId)
    if (bridge === null) return
    const found = (await devices.findAll(bridge, 'view', [approval.deviceId])).get(approval.deviceId)
    if (found?.ok !== true) return
    const { command: action, ...details } = commandOf(approval)
    activity.recordRefused(
      bridge,
      found.device,
      { action, details },
      { error: 'insufficient_permission', detail },
    )
  }

  /** Ends asks that nobody answered. Returns how many were found. */
  const endExpired = async (): Promise<number> => {
    const expired = await store.listExpired(clock.now(), EXPIRED_BATCH)
    for (const approval of expired)
      if (await end(approval, 'expired')) await recordRefusal(approval, 'approval_expired')
    return expired.length
  }

  /** Throws `insufficient_permission`, `approval_not_possible` with the time after which it may ask again, `too_many_requests`. */
  const assertMayAsk = async (queries: Queries, { bridgeId, deviceId }: Door, now: Date) => {
    if (!(await store.holdPermission(queries, bridgeId, deviceId)))
      throw new ApiError('insufficient_permission', { deviceId })
    const { pausedUntil } = await store.holdPause(queries, bridgeId)
    if (pausedUntil !== null && pausedUntil > now)
      throw new ApiError('approval_not_possible', { retryAfterSeconds: secondsUntil(pausedUntil, now) })
    const since = new Date(now.getTime() - APPROVALS_WINDOW_MS)
    const { count, first } = await store.countSince(queries, bridgeId, since)
    if (count < APPROVALS_PER_WINDOW) return
    const again = new Date((first ?? now).getTime() + APPROVALS_WINDOW_MS)
    throw new ApiError('too_many_requests', { retryAfterSeconds: secondsUntil(again, now) })
  }

  /** The door of an ask for somebody who may unlock it. Throws `resource_not_found`, `insufficient_permission`, `device_busy`. */
  const findDoor = async (actor: AccountActor, { deviceId, ownerId }: Approval): Promise<Device> => {
    const device = await devices.find(actor, 'command', deviceId).catch((error: unknown) => {
      throw isGone(error) ? notFound() : error
    })
    if (device.ownerId !== ownerId) throw notFound()
    return device
  }

  /** Unlocks as the person who allows it. The ask is over right before the command is sent, and not if the door refuses it. */
  const allow = async (
    actor: AccountActor,
    approval: Approval,
    { shown, askedAt }: { shown: DoorProof; askedAt: Date },
  ): Promise<void> => {
    const { id, deviceId } = approval
    const bridge = await findAsking(approval)
    if (bridge === null) throw isOver()
    let isAllowed = false
    const [result] = await commands.move(actor, [{ token: deviceId, ...commandOf(approval) }], {
      isAwaited: false,
      shown,
      askedAt,
      askedBy: { id: bridge.id, kind: bridge.bridgeKind, name: bridge.name ?? '' },
      async claim() {
        isAllowed = (await findAsking(approval)) !== null && (await end(approval, 'allowed'))
        return isAllowed ? null : { error: 'device_already_in_state' }
      },
    })
    if (result === undefined) throw new ApiError('internal_error')
    if (isAllowed) await store.setResult(id, result)
    if (result.status !== 'error') return
    throw new ApiError(errorCodeSchema.parse(result.error), {
      deviceId,
      ...(result.error_detail === undefined ? {} : { detail: result.error_detail }),
    })
  }

  return {
    /**
     * Asks the people who may unlock a door. Throws `device_not_exist`, `insufficient_permission`, the errors of an unlock that the door
     * would refuse anyway, `approval_not_possible`, `too_many_requests`, and `device_busy` while somebody is being asked.
     */
    async ask(actor: CallActor, { token, ...wanted }: ApprovalAskRequest) {
      if (actor.kind !== 'bridge') throw new ApiError('insufficient_permission')
      const device = await devices.find(actor, 'command', token)
      const { ownerId } = device
      if (actor.unlocks.get(token) !== 'ask' || ownerId === null)
        throw new ApiError('insufficient_permission', { deviceId: token })
      const { lockType, unlockDuration = null } = wanted
      const obstacle = await commands.obstacleTo(actor, device, commandOf({ lockType, unlockDuration }))
      if (obstacle !== null) throw new ApiError(obstacle.error, { deviceId: token })
      await endExpired()
      const door = { bridgeId: actor.id, deviceId: token }
      const busy = () => new ApiError('device_busy', { deviceId: token })
      if (await store.isDoorAsked(token, clock.now())) throw busy()
      await database.db.transaction((queries) => assertMayAsk(queries, door, clock.now()))
      if (!(await reach.isReachable({ id: token, ownerId })))
        throw new ApiError('approval_not_possible', { deviceId: token })
      const askedAt = clock.now()
      const expiresAt = new Date(askedAt.getTime() + APPROVAL_MS)
      const id = randomUUID()
      await database.db.transaction(async (queries) => {
        await assertMayAsk(queries, door, askedAt)
        const approval = {
          id,
          bridgeId: actor.id,
          deviceId: token,
          lockType,
          unlockDuration,
          askedAt,
          expiresAt,
        }
        if (!(await store.insert(queries, approval))) throw busy()
        await approvalEvents.announce(queries, [{ deviceId: token, ownerId, until: expiresAt.getTime() }])
      })
      return { id, expiresAt: expiresAt.toISOString() }
    },

    /** How an ask of the bridge stands. Throws `insufficient_permission`, `resource_not_found`. */
    async status(actor: CallActor, id: string): Promise<ApprovalAnswer> {
      if (actor.kind !== 'bridge') throw new ApiError('insufficient_permission')
      const { bridgeId, status, expiresAt, result } = await findOwn(id)
      if (bridgeId !== actor.id) throw notFound()
      const known = commandResultSchema.safeParse(result)
      return {
        status: status === 'waiting' && expiresAt <= clock.now() ? 'expired' : status,
        ...(known.success ? { result: known.data } : {}),
      }
    },

    /** The asks that wait for the actor or others who may unlock the door, the oldest first. */
    async list(actor: AccountActor): Promise<ShownApproval[]> {
      const homes = [actor.accountId, ...(actor.received ?? []).map(({ ownerId }) => ownerId)]
      const now = clock.now()
      const waiting = await store.listWaiting(homes, now)
      const found = await devices.findAll(
        actor,
        'command',
        waiting.map(({ deviceId }) => deviceId),
      )
      const shown = waiting.map(async (approval): Promise<ShownApproval | null> => {
        const { id, deviceId, ownerId, lockType, unlockDuration, expiresAt } = approval
        const door = found.get(deviceId)
        if (door?.ok !== true || door.device.ownerId !== ownerId) return null
        const bridge = await findAsking(approval)
        if (bridge === null) return null
        return {
          id,
          bridge: { id: bridge.id, name: bridge.name ?? '', kind: bridge.bridgeKind },
          token: deviceId,
          name: door.device.name,
          lockType,
          unlockDuration,
          unlockBy: door.device.unlockBy,
          expiresAt: expiresAt.toISOString(),
          remainingMs: Math.min(expiresAt.getTime() - now.getTime(), APPROVAL_MS),
        }
      })
      return (await Promise.all(shown)).filter((approval) => approval !== null)
    },

    /**
     * Allows or denies an ask, once. Throws `resource_not_found`, `insufficient_permission` (with detail if the proof is missing or
     * wrong), `device_already_in_state` if it is over, and the errors of an unlock.
     */
    async answer(
      actor: AccountActor,
      { id, allow: isAllowed, askedAt }: Pick<ApprovalAnswerRequest, 'id' | 'allow' | 'askedAt'>,
      shown: DoorProof,
    ): Promise<void> {
      const approval = await findOwn(id)
      await findDoor(actor, approval)
      const isWaiting = approval.status === 'waiting' && approval.expiresAt > clock.now()
      if (!isWaiting) throw isOver()
      if (isAllowed)
        return allow(actor, approval, {
          shown,
          askedAt: askedAt === undefined ? clock.now() : new Date(askedAt),
        })
      if (!(await end(approval, 'denied'))) throw isOver()
      await recordRefusal(approval, 'approval_denied')
    },

    /** Ends what nobody answered in time. Returns whether there may be more. */
    endExpired: async (): Promise<boolean> => (await endExpired()) === EXPIRED_BATCH,
  }
}

export type ApprovalService = ReturnType<typeof createApprovalService>
