import type { DeviceState, ServerMessage, Subject } from '@senca/contract'
import {
  type DeviceEvents,
  type DeviceService,
  isInfoChange,
  lentState,
  type Shadow,
  type ShadowChange,
  type Shadows,
  stateOf,
} from '#features/devices/index.ts'
import type { SharingEvents } from '#features/links/index.ts'
import type { RightsIndex } from '#features/rights/index.ts'
import { type Audience, createAudiences, type Reading } from './audiences.ts'

interface HubOptions {
  devices: Pick<DeviceService, 'info'>
  shadows: Pick<Shadows, 'onChange'>
  events: Pick<DeviceEvents, 'onUpdated'>
  rights: Pick<RightsIndex, 'watch'>
  sharing: Pick<SharingEvents, 'onUpdated'>
  failed(error: unknown): void
}

/** Whoever loses a device hears just that, whoever gets it hears of it anew. */
const isToldOtherwise = ({ kind }: ShadowChange['event']): boolean =>
  kind === 'claimed' || kind === 'forgotten'

/** Settings that a device took, what was written of it and a reset that was undone are no part of its state. */
const isOfState = (event: ShadowChange['event']): boolean =>
  event.kind !== 'settings' && event.kind !== 'rewritten' && !(event.kind === 'status' && !event.factoryReset)

const encode = (message: ServerMessage): string => JSON.stringify(message)

/** Carries what happens to devices to everyone who may see it, from the moment they may to the moment they no longer may. */
export function createHub({ devices, shadows, events, rights, sharing, failed }: HubOptions) {
  const undos: (() => void)[] = []
  const audiences = createAudiences({
    rights,
    changed(audience, { gained, lost, altered }) {
      for (const deviceId of lost) tellDeleted(audience, deviceId)
      for (const deviceId of altered) tellAltered(audience, deviceId)
      for (const deviceId of gained) tellCreated(audience, deviceId).catch(failed)
    },
  })

  const tell = (audience: Audience, subject: Subject, deviceId: string, json: string) => {
    for (const outbox of audience.outboxes) outbox.push(`${subject} ${deviceId}`, json)
  }

  const tellInfo = async (
    audience: Audience,
    subject: 'device.created' | 'device.updated',
    deviceId: string,
    isStillDue: () => boolean,
  ) => {
    const { [deviceId]: device } = await devices.info(audience.actor, [deviceId])
    if (device === undefined || !isStillDue()) return
    tell(audience, subject, deviceId, encode({ subject, data: { deviceId, device } }))
  }

  /** What happens to a device between the right to it and the word of it is told after the word. */
  const tellCreated = async (audience: Audience, deviceId: string) => {
    const later = new Map<string, () => void>()
    audience.arriving.set(deviceId, later)
    const isStillDue = () => audience.arriving.get(deviceId) === later
    try {
      await tellInfo(audience, 'device.created', deviceId, isStillDue)
    } finally {
      if (isStillDue()) {
        audience.arriving.delete(deviceId)
        for (const tellNow of later.values()) tellNow()
      }
    }
  }

  /** One reading of a device at a time, however often it changes: the newest is what is told in the end. */
  const tellUpdated = (audience: Audience, deviceId: string) => {
    const before = audience.reading.get(deviceId)
    if (before !== undefined) {
      before.isDueAgain = true
      return
    }
    const reading: Reading = { isDueAgain: false, isVoid: false }
    audience.reading.set(deviceId, reading)
    tellInfo(audience, 'device.updated', deviceId, () => audience.visible.has(deviceId) && !reading.isVoid)
      .catch(failed)
      .finally(() => {
        audience.reading.delete(deviceId)
        if (reading.isDueAgain) tellUpdated(audience, deviceId)
      })
  }

  /** Tells now, or once the audience knows of the device; then only the newest of each subject. */
  const tellOnceKnown = (audience: Audience, subject: Subject, deviceId: string, tellNow: () => void) => {
    const later = audience.arriving.get(deviceId)
    if (later === undefined) tellNow()
    else later.set(subject, tellNow)
  }

  /** Takes back what is on its way: it may say more than may be known now. */
  const takeBack = (audience: Audience, deviceId: string) => {
    const reading = audience.reading.get(deviceId)
    if (reading !== undefined) reading.isVoid = true
    for (const outbox of audience.outboxes) {
      for (const subject of ['device.created', 'device.updated', 'device.state_update']) {
        outbox.drop(`${subject} ${deviceId}`)
      }
    }
  }

  const tellAltered = (audience: Audience, deviceId: string) => {
    takeBack(audience, deviceId)
    tellOnceKnown(audience, 'device.updated', deviceId, () => tellUpdated(audience, deviceId))
  }

  const tellDeleted = (audience: Audience, deviceId: string) => {
    audience.arriving.delete(deviceId)
    takeBack(audience, deviceId)
    tell(audience, 'device.deleted', deviceId, encode({ subject: 'device.deleted', data: { deviceId } }))
  }

  const updated = (deviceId: string) => {
    for (const audience of audiences.of(deviceId)) {
      tellOnceKnown(audience, 'device.updated', deviceId, () => tellUpdated(audience, deviceId))
    }
  }

  const tellState = (concerned: readonly Audience[], shadow: Shadow) => {
    const { deviceId, counts } = shadow
    const state = stateOf(shadow)
    const jsonOf = (seen: DeviceState) =>
      encode({ subject: 'device.state_update', data: { deviceId, state: seen, ...counts } })
    // Once for all readers who see all of it, however many there are.
    const whole = jsonOf(state)
    for (const audience of concerned) {
      tellOnceKnown(audience, 'device.state_update', deviceId, () => {
        const grant = audience.actor.kind === 'link' ? audience.actor.grants.get(deviceId) : undefined
        tell(
          audience,
          'device.state_update',
          deviceId,
          grant === undefined ? whole : jsonOf(lentState(state, grant)),
        )
      })
    }
  }

  const changed = ({ before, shadow, event }: ShadowChange) => {
    const concerned = [...audiences.of(shadow.deviceId)]
    if (concerned.length === 0 || isToldOtherwise(event)) return
    if (isOfState(event)) tellState(concerned, shadow)
    if (event.kind !== 'connection' && isInfoChange(before, shadow)) updated(shadow.deviceId)
  }

  const sharingUpdated = async (accountId: string) => {
    const audience = await audiences.ofAccount(accountId)
    const message = encode({ subject: 'sharing.updated', data: {} })
    for (const outbox of audience?.outboxes ?? []) outbox.push('sharing.updated', message)
  }

  return {
    start() {
      undos.push(
        shadows.onChange(changed),
        events.onUpdated(updated),
        sharing.onUpdated((accountId) => void sharingUpdated(accountId).catch(failed)),
      )
    },
    stop() {
      for (const undo of undos.splice(0)) undo()
    },
    /** From the moment it resolves the outbox gets what the actor may see, until the returned function is called. */
    join: audiences.join,
  }
}

export type Hub = ReturnType<typeof createHub>
