import { kindOf } from '@senca/contract'
import { type BridgeUnlockRequest, mayHavePin, type Bridge as ShownBridge } from '@senca/contract/bridges'
import type { Activity } from '#features/activity/index.ts'
import type { DeviceService } from '#features/devices/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import { type Prove, proveForDoor, type ShownProof } from '#features/second-factor/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database } from '#platform/postgres/database.ts'
import { type Bridge, commandedBy } from './bridge.ts'
import { bridgeDoorChange } from './bridge-change.ts'
import type { BridgeKinds } from './bridge-kinds.ts'
import type { BridgeService } from './bridges.service.ts'
import type { UnlockStore } from './unlocks.store.ts'

type Request = Omit<BridgeUnlockRequest, 'password'>

interface BridgeDoorsOptions {
  bridges: Pick<BridgeService, 'find' | 'show'>
  kinds: BridgeKinds
  unlocks: UnlockStore
  database: Pick<Database, 'db'>
  devices: Pick<DeviceService, 'find' | 'holdOwned'>
  hashPin(pin: string): Promise<string>
  prove: Prove
  notify: Pick<Notify, 'publish'>
  clock: Clock
  activity: Pick<Activity, 'recordSecurityEvent'>
  /** Called after a commit. */
  changed(actor: AccountActor, deviceIds: readonly string[]): Promise<void>
}

/** Throws unless the bridge may be given this mode, and a PIN is given exactly for the mode `pin`. */
function assertFits({ kind, ...bridge }: Bridge, { token, mode, pin }: Request) {
  const isGranted = bridge.devices.some(({ deviceId }) => deviceId === token)
  if (!isGranted) throw new ApiError('device_not_exist', { deviceId: token })
  const isCommanded = commandedBy(bridge).includes(token)
  if (mode !== 'off' && !isCommanded) throw new ApiError('insufficient_permission', { deviceId: token })
  if (mode === 'pin' && !mayHavePin(kind)) throw new ApiError('malformed_request', { key: 'mode' })
  const hasPin = pin !== undefined
  if (hasPin !== (mode === 'pin'))
    throw new ApiError(hasPin ? 'malformed_request' : 'data_missing', { key: 'pin' })
}

/** Which doors bridges may unlock, and how that is checked [BR8]. */
export function createBridgeDoors(options: BridgeDoorsOptions) {
  const { bridges, kinds, unlocks, database, devices, hashPin, prove, notify, clock, activity, changed } =
    options

  return {
    /**
     * Throws `account_confirmation_required`, `resource_not_found`; `device_not_exist` for a device that is not the actor's or not of
     * the bridge, `insufficient_permission` for one that the bridge may only view, `device_unsupported_action` for one that is no door;
     * `data_missing` with key `pin` or `password`, `malformed_request` with key `pin` or `mode`, and the errors of a failed proof.
     */
    async unlock(actor: AccountActor, request: Request, shown: ShownProof): Promise<ShownBridge> {
      const { id, token, mode, pin } = request
      const bridge = await bridges.find(actor, id)
      const device = await devices.find(actor, 'own', token)
      assertFits(bridge, request)
      if (mode === 'pin' && (await kinds.of(bridge.kind)?.mayHavePin(bridge)) === false)
        throw new ApiError('malformed_request', { key: 'mode' })
      if (kindOf(device.type).family !== 'door')
        throw new ApiError('device_unsupported_action', { deviceId: token })
      await proveForDoor(prove, actor, shown, token)
      const pinHash = pin === undefined ? null : await hashPin(pin)
      const before = bridge.unlocks.get(token)
      await database.db.transaction(async (queries) => {
        if (!(await devices.holdOwned(queries, actor.accountId, [token])))
          throw new ApiError('device_not_exist', { deviceId: token })
        if (!(await unlocks.hold(queries, id))) throw new ApiError('resource_not_found', { key: 'id' })
        if (mode !== 'off' && !(await unlocks.isCommanded(queries, { bridgeId: id, deviceId: token })))
          throw new ApiError('insufficient_permission', { deviceId: token })
        await unlocks.set(
          queries,
          { bridgeId: id, deviceId: token },
          mode === 'off' ? null : { mode, pinHash },
        )
        if (mode === 'off' && before === undefined) return
        const change = ({ off: 'unlockOff', pin: 'unlockByPin', ask: 'unlockByAsk' } as const)[mode]
        const news = { change, app: bridge.name, device: device.name }
        await notify.publish(queries, bridgeDoorChange(actor.accountId, news, clock.now()))
        await activity.recordSecurityEvent(
          {
            accountId: actor.accountId,
            kind: mode === 'off' ? 'bridge_unlock_off' : 'bridge_unlock_on',
            detail: `${bridge.name} · ${device.name}`,
            caller: shown.caller,
          },
          queries,
        )
      })
      await changed(actor, [token])
      return bridges.show(actor, id)
    },
  }
}

export type BridgeDoors = ReturnType<typeof createBridgeDoors>
