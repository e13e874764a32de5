import type { Counts, DeviceState, ServerMessage, Subject } from '@senca/contract'
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
import { grantOf, type RightsIndex } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { type Audience, createAudiences, type Reading } from './audiences.ts'
import { createDeliveryBudget } from './delivery-budget.ts'

interface HubOptions {
  devices: Pick<DeviceService, 'info'>
  shadows: Pick<Shadows, 'onChange'>
  events: Pick<DeviceEvents, 'onUpdated'>
  rights: Pick<RightsIndex, 'watch'>
  sharing: Pick<SharingEvents, 'onUpdated'>
  /** Whether a device leaves its home or has left it: then only its end is told. */
  isWithoutHome(deviceId: string): boolean
  clock: Clock
  failed(error: unknown): void
}

/** Those who lose a device are told just that, those who get it are told of it as a new one. */
const isToldOtherwise = ({ kind }: ShadowChange['event']): boolean =>
  kind === 'claimed' || kind === 'forgotten'

/** Settings that a device took, what was written of it and a reset that was undone are no part of its state. */
const isOfState = (event: ShadowChange['event']): boolean =>
  !['settings', 'capabilities', 'rowVersionRaised'].includes(event.kind) &&
  !(event.kind === 'status' && !event.factoryReset)

/** Kept apart from other states: for a slow reader it is not replaced by a newer one. */
const COUNTS_AGAIN = 'counts again'

const encode = (message: ServerMessage): string => JSON.stringify(message)

/** A state with unknown counts is always applied: this is how a page learns that the counts started again. */
const UNKNOWN_COUNTS: Counts = { totalRestarts: null, totalStateUpdates: null }

const readersOf = (audiences: Iterable<Audience>): number => {
  let count = 0
  for (const { outboxes } of audiences) count += outboxes.size
  return count
}

/** Carries what happens to devices to everyone who may see it, from the moment they may to the moment they no longer may. */
export function createHub(options: HubOptions) {
  const { devices, shadows, events, rights, sharing, isWithoutHome, clock, failed } = options
  const budget = createDeliveryBudget(clock, failed)
  const undos: (() => void)[] = []
  const audiences = createAudiences({
    rights,
    changed(audience, { gained, lost, altered }) {
      for (const deviceId of lost) tellDeleted(audience, deviceId)
      for (const deviceId of altered) tellAltered(audience, deviceId)
      for (const deviceId of gained) tellCreated(audience, deviceId).catch(failed)
    },
  })

  const tell = (
    audience: Audience,
    subject: Subject | typeof COUNTS_AGAIN,
    deviceId: string,
    json: string,
  ) => {
    if (subject !== 'device.deleted' && isWithoutHome(deviceId)) return
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
  const tellOnceKnown = (
    audience: Audience,
    subject: Subject | typeof COUNTS_AGAIN,
    deviceId: string,
    tellNow: () => void,
  ) => {
    const later = audience.arriving.get(deviceId)
    if (later === undefined) {
      tellNow()
      return
    }
    // Last, also where one of its subject waits already: a state is told after the counts that began again before it.
    later.delete(subject)
    later.set(subject, tellNow)
  }

  /** Takes back what is on its way: it may say more than may be known now. */
  const takeBack = (audience: Audience, deviceId: string) => {
    const reading = audience.reading.get(deviceId)
    if (reading !== undefined) reading.isVoid = true
    for (const outbox of audience.outboxes) {
      for (const subject of ['device.created', 'device.updated', 'device.state_update', COUNTS_AGAIN]) {
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
    if (readersOf(audiences.of(deviceId)) === 0) return
    budget.run(deviceId, 'info', () => {
      const concerned = [...audiences.of(deviceId)]
      for (const audience of concerned) {
        tellOnceKnown(audience, 'device.updated', deviceId, () => tellUpdated(audience, deviceId))
      }
      return readersOf(concerned)
    })
  }

  /** Answers how many it told. */
  const tellState = (shadow: Shadow, key: 'device.state_update' | typeof COUNTS_AGAIN): number => {
    const { deviceId } = shadow
    const counts = key === COUNTS_AGAIN ? UNKNOWN_COUNTS : shadow.counts
    const concerned = [...audiences.of(deviceId)]
    const state = stateOf(shadow)
    const jsonOf = (seen: DeviceState) =>
      encode({ subject: 'device.state_update', data: { deviceId, state: seen, ...counts } })
    // Once for all readers who see all of it, however many there are.
    const whole = jsonOf(state)
    for (const audience of concerned) {
      tellOnceKnown(audience, key, deviceId, () => {
        const grant = grantOf(audience.actor, deviceId)
        tell(audience, key, deviceId, grant === undefined ? whole : jsonOf(lentState(state, grant)))
      })
    }
    return readersOf(concerned)
  }

  const changed = ({ before, shadow, event }: ShadowChange) => {
    const { deviceId } = shadow
    if (isToldOtherwise(event)) budget.drop(deviceId, 'state')
    if (isToldOtherwise(event) || readersOf(audiences.of(deviceId)) === 0) return
    if (event.kind === 'report' && event.countsBeginAgain === true) {
      budget.drop(deviceId, 'state')
      budget.runNow(deviceId, () => tellState(shadow, COUNTS_AGAIN))
    } else if (isOfState(event)) {
      budget.run(deviceId, 'state', () => tellState(shadow, 'device.state_update'))
    }
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
      budget.stop()
    },
    /** From the moment it resolves the outbox gets what the actor may see, until the returned function is called. */
    join: audiences.join,
  }
}

export type Hub = ReturnType<typeof createHub>
