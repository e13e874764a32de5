import type { DeviceInfo, ServerMessage } from '@senca/contract'
import {
  type DeviceEvents,
  type DeviceService,
  isInfoChange,
  type ShadowChange,
  type Shadows,
  stateOf,
} from '#features/devices/index.ts'
import type { Actor, RightsChange, RightsIndex } from '#features/rights/index.ts'
import type { Outbox } from './outbox.ts'

/** The sockets of one account: what one of them may see, all of them may. */
interface Audience {
  actor: Actor
  visible: Set<string>
  outboxes: Set<Outbox>
  stop(): void
}

interface HubOptions {
  devices: Pick<DeviceService, 'info'>
  shadows: Pick<Shadows, 'onChange'>
  events: Pick<DeviceEvents, 'onUpdated'>
  rights: Pick<RightsIndex, 'watch'>
  failed(error: unknown): void
}

const encode = (message: ServerMessage): string => JSON.stringify(message)

/** Carries what happens to devices to everyone who may see it, from the moment they may to the moment they no longer may. */
export function createHub({ devices, shadows, events, rights, failed }: HubOptions) {
  const entryByAccount = new Map<string, { audience: Promise<Audience>; members: number }>()
  const audiencesByDevice = new Map<string, Set<Audience>>()
  const undos: (() => void)[] = []

  const show = (audience: Audience, deviceId: string) => {
    audience.visible.add(deviceId)
    const audiences = audiencesByDevice.get(deviceId) ?? new Set()
    audiencesByDevice.set(deviceId, audiences.add(audience))
  }
  const hide = (audience: Audience, deviceId: string) => {
    audience.visible.delete(deviceId)
    const audiences = audiencesByDevice.get(deviceId)
    audiences?.delete(audience)
    if (audiences?.size === 0) audiencesByDevice.delete(deviceId)
  }

  const tell = (audience: Audience, key: string, json: string) => {
    for (const outbox of audience.outboxes) outbox.push(key, json)
  }

  const tellInfo = async (
    audience: Audience,
    deviceId: string,
    messageOf: (deviceId: string, device: DeviceInfo) => ServerMessage,
  ) => {
    const { [deviceId]: device } = await devices.info(audience.actor, [deviceId])
    if (device === undefined || !audience.visible.has(deviceId)) return
    const message = messageOf(deviceId, device)
    tell(audience, `${message.subject} ${deviceId}`, encode(message))
  }
  const tellCreated = (audience: Audience, deviceId: string) =>
    tellInfo(audience, deviceId, (id, device) => ({
      subject: 'device.created',
      data: { deviceId: id, device },
    }))
  const tellUpdated = (audience: Audience, deviceId: string) =>
    tellInfo(audience, deviceId, (id, device) => ({
      subject: 'device.updated',
      data: { deviceId: id, device },
    }))
  const tellDeleted = (audience: Audience, deviceId: string) => {
    for (const outbox of audience.outboxes) {
      for (const subject of ['device.created', 'device.updated', 'device.state_update']) {
        outbox.drop(`${subject} ${deviceId}`)
      }
    }
    tell(audience, `device.deleted ${deviceId}`, encode({ subject: 'device.deleted', data: { deviceId } }))
  }

  const changeRights = (audience: Audience, { gained, lost }: RightsChange) => {
    for (const deviceId of lost) {
      hide(audience, deviceId)
      tellDeleted(audience, deviceId)
    }
    for (const deviceId of gained) {
      show(audience, deviceId)
      tellCreated(audience, deviceId).catch(failed)
    }
  }

  const updated = (deviceId: string) => {
    for (const audience of audiencesByDevice.get(deviceId) ?? [])
      tellUpdated(audience, deviceId).catch(failed)
  }

  const stateChanged = ({ before, shadow, event }: ShadowChange) => {
    const { deviceId } = shadow
    const audiences = audiencesByDevice.get(deviceId)
    if (audiences === undefined || event.kind === 'status') return
    // Once for all readers, however many there are.
    const json = encode({
      subject: 'device.state_update',
      data: { deviceId, state: stateOf(shadow), ...shadow.counts },
    })
    for (const audience of audiences) tell(audience, `device.state_update ${deviceId}`, json)
    if (event.kind === 'report' && isInfoChange(before, shadow)) updated(deviceId)
  }

  const open = async (actor: Actor): Promise<Audience> => {
    const audience: Audience = { actor, visible: new Set(), outboxes: new Set(), stop: () => {} }
    const { visible, stop } = await rights.watch(actor.accountId, (change) => changeRights(audience, change))
    audience.stop = stop
    for (const deviceId of visible) show(audience, deviceId)
    return audience
  }

  const close = (audience: Audience) => {
    audience.stop()
    for (const deviceId of [...audience.visible]) hide(audience, deviceId)
  }

  /** Whoever comes or goes while an audience is being opened is counted, so that nobody joins one that is closing. */
  const enter = (actor: Actor) => {
    const { accountId } = actor
    const entry = entryByAccount.get(accountId) ?? { audience: open(actor), members: 0 }
    entryByAccount.set(accountId, entry)
    entry.members += 1
    const leave = () => {
      entry.members -= 1
      if (entry.members > 0) return
      entryByAccount.delete(accountId)
      entry.audience.then(close, () => {})
    }
    return { audience: entry.audience, leave }
  }

  return {
    start() {
      undos.push(shadows.onChange(stateChanged), events.onUpdated(updated))
    },
    stop() {
      for (const undo of undos.splice(0)) undo()
    },
    /** From the moment it resolves the outbox gets what the actor may see, until the returned function is called. */
    async join(actor: Actor, outbox: Outbox): Promise<() => void> {
      const { audience: opening, leave } = enter(actor)
      try {
        const audience = await opening
        audience.outboxes.add(outbox)
        return () => {
          audience.outboxes.delete(outbox)
          leave()
        }
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

export type Hub = ReturnType<typeof createHub>
