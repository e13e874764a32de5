import type { ServerMessage } from '@senca/contract'
import {
  type DeviceEvents,
  type DeviceService,
  isInfoChange,
  type ShadowChange,
  type Shadows,
  stateOf,
} from '#features/devices/index.ts'
import type { RightsIndex } from '#features/rights/index.ts'
import { type Audience, createAudiences } from './audiences.ts'

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
  const undos: (() => void)[] = []
  const audiences = createAudiences({
    rights,
    changed(audience, { gained, lost }) {
      for (const deviceId of lost) tellDeleted(audience, deviceId)
      for (const deviceId of gained) tellInfo(audience, 'device.created', deviceId).catch(failed)
    },
  })

  const tell = (audience: Audience, key: string, json: string) => {
    for (const outbox of audience.outboxes) outbox.push(key, json)
  }

  const tellInfo = async (
    audience: Audience,
    subject: 'device.created' | 'device.updated',
    deviceId: string,
  ) => {
    const { [deviceId]: device } = await devices.info(audience.actor, [deviceId])
    if (device === undefined || !audience.visible.has(deviceId)) return
    tell(audience, `${subject} ${deviceId}`, encode({ subject, data: { deviceId, device } }))
  }

  const tellDeleted = (audience: Audience, deviceId: string) => {
    for (const outbox of audience.outboxes) {
      for (const subject of ['device.created', 'device.updated', 'device.state_update']) {
        outbox.drop(`${subject} ${deviceId}`)
      }
    }
    tell(audience, `device.deleted ${deviceId}`, encode({ subject: 'device.deleted', data: { deviceId } }))
  }

  const updated = (deviceId: string) => {
    for (const audience of audiences.of(deviceId)) {
      tellInfo(audience, 'device.updated', deviceId).catch(failed)
    }
  }

  const stateChanged = ({ before, shadow, event }: ShadowChange) => {
    const { deviceId, counts } = shadow
    const concerned = [...audiences.of(deviceId)]
    if (concerned.length === 0 || event.kind === 'status') return
    const data = { deviceId, state: stateOf(shadow), ...counts }
    // Once for all readers, however many there are.
    const json = encode({ subject: 'device.state_update', data })
    for (const audience of concerned) tell(audience, `device.state_update ${deviceId}`, json)
    if (event.kind === 'report' && isInfoChange(before, shadow)) updated(deviceId)
  }

  return {
    start() {
      undos.push(shadows.onChange(stateChanged), events.onUpdated(updated))
    },
    stop() {
      for (const undo of undos.splice(0)) undo()
    },
    /** From the moment it resolves the outbox gets what the actor may see, until the returned function is called. */
    join: audiences.join,
  }
}

export type Hub = ReturnType<typeof createHub>
