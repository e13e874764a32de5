import type { DeviceInfo, DeviceState } from '@senca/contract'
import {
  type Device,
  type DeviceEvents,
  isInfoChange,
  leavesHome,
  type Shadow,
  type ShadowChange,
  type Shadows,
  type Surroundings,
  sharedState,
  stateOf,
} from '#features/devices/index.ts'
import { type Actor, can, grantOf, type RightsChange } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Audience } from './audiences.ts'
import { createDeliveryBudget } from './delivery-budget.ts'
import type { Hub } from './hub.ts'

interface DevicePublisherOptions {
  hub: Pick<Hub, 'audiencesOf' | 'drop' | 'onRightsChanged' | 'publish' | 'send'>
  /** Loads devices by their ids, in no particular order. */
  lookup(ids: readonly string[]): Promise<Device[]>
  surroundingsOf(ids: readonly string[]): Promise<Surroundings>
  infoOf(actor: Actor, device: Device, surroundings: Surroundings): DeviceInfo
  shadows: Pick<Shadows, 'onChange'>
  events: Pick<DeviceEvents, 'onUpdated'>
  /** Whether a device is leaving or has left its home. Then only its removal is published. */
  isWithoutHome(deviceId: string): boolean
  clock: Clock
  failed(error: unknown): void
}

/** Whether an event may change the state. These kinds do not, and a factory reset that is reported as undone does not either. */
const isOfState = (event: ShadowChange['event']): boolean =>
  !['settings', 'capabilities', 'rowVersionRaised'].includes(event.kind) &&
  !(event.kind === 'status' && !event.factoryReset)

/** A separate key, so that for a slow reader a newer state does not replace this message. */
const COUNTS_AGAIN = 'counts again'
type StateKey = 'device.state_update' | typeof COUNTS_AGAIN

/** After this time, devices that could not be read are read again. */
const RETRY_MS = 1_000
/** How many devices are read at once. */
const READ_AT_ONCE = 100

/** A state with unknown counts is always applied, so a page learns from it that the counts started again. */
const UNKNOWN_COUNTS = { totalRestarts: null, totalStateUpdates: null }

const readersOf = (audiences: Iterable<Audience>): number => {
  let count = 0
  for (const { outboxes } of audiences) count += outboxes.size
  return count
}

/** Publishes changes of devices to everyone who may see them, from the moment the right begins until it ends. */
export function createDevicePublisher(options: DevicePublisherOptions) {
  const { hub, lookup, surroundingsOf, infoOf, shadows, events, isWithoutHome, clock, failed } = options
  const budget = createDeliveryBudget(clock, failed)
  /** Devices whose info must be published and that have not been read yet. */
  const unread = new Set<string>()
  /** Devices that could not be read. */
  const unreadable = new Set<string>()
  let cancelRetry = () => {}
  let isReading = false
  let isStopped = false
  const undos: (() => void)[] = []

  const publishInfo = (audience: Audience, device: Device, surroundings: Surroundings) => {
    const subject = audience.unpublished.get(device.id)
    if (subject === undefined || isWithoutHome(device.id) || !can(audience.actor, 'view', device)) return
    audience.unpublished.delete(device.id)
    const data = { deviceId: device.id, device: infoOf(audience.actor, device, surroundings) }
    hub.publish(subject, audience, data, device.id)
  }

  const markUpdated = (deviceId: string) => {
    for (const { unpublished } of hub.audiencesOf(deviceId)) {
      if (!unpublished.has(deviceId)) unpublished.set(deviceId, 'device.updated')
    }
  }
  /** Reads devices and sends their info to all audiences that wait for it. Each audience gets what it may see then. */
  const notifyOf = async (deviceIds: readonly string[]): Promise<void> => {
    try {
      const [devices, surroundings] = await Promise.all([lookup(deviceIds), surroundingsOf(deviceIds)])
      for (const device of devices) {
        for (const audience of hub.audiencesOf(device.id)) publishInfo(audience, device, surroundings)
      }
    } catch (error) {
      failed(error)
      cancelRetry()
      for (const id of deviceIds) unreadable.add(id)
      if (!isStopped) cancelRetry = clock.after(RETRY_MS, readAgain)
    }
  }
  /** Reads waiting devices in batches. A device that changes while it is read is read again. */
  const readUnread = async (): Promise<void> => {
    isReading = true
    while (unread.size > 0) {
      const deviceIds = [...unread].slice(0, READ_AT_ONCE)
      for (const id of deviceIds) unread.delete(id)
      await notifyOf(deviceIds)
      for (const id of deviceIds) if (unread.has(id)) markUpdated(id)
    }
    isReading = false
  }
  const read = (deviceId: string) => {
    unread.add(deviceId)
    if (!isReading) void readUnread()
  }

  /** Reads devices again that have not been sent yet. */
  function readAgain() {
    const deviceIds = [...unreadable]
    unreadable.clear()
    for (const id of deviceIds) {
      const isAwaited = [...hub.audiencesOf(id)].some(({ unpublished }) => unpublished.has(id))
      if (isAwaited) read(id)
    }
  }

  const update = (deviceId: string) => {
    markUpdated(deviceId)
    read(deviceId)
  }

  /** Messages that wait for a slow reader may contain more than the reader may see now. */
  const dropWaiting = (audience: Audience, deviceId: string) => {
    for (const subject of ['device.created', 'device.updated', 'device.state_update', COUNTS_AGAIN]) {
      hub.drop(`${subject} ${deviceId}`, audience)
    }
  }

  const rightsChanged = (audience: Audience, { gained, lost, altered }: RightsChange) => {
    for (const deviceId of lost) {
      audience.unpublished.delete(deviceId)
      dropWaiting(audience, deviceId)
      hub.publish('device.deleted', audience, { deviceId }, deviceId)
    }
    for (const deviceId of altered) {
      dropWaiting(audience, deviceId)
      if (!audience.unpublished.has(deviceId)) audience.unpublished.set(deviceId, 'device.updated')
      read(deviceId)
    }
    for (const deviceId of gained) {
      audience.unpublished.set(deviceId, 'device.created')
      read(deviceId)
    }
  }

  const updated = (deviceId: string) => {
    if (readersOf(hub.audiencesOf(deviceId)) === 0) return
    budget.run(deviceId, 'info', () => {
      update(deviceId)
      return readersOf(hub.audiencesOf(deviceId))
    })
  }

  /**
   * Publishes a state and returns the number of sockets. An audience that has not received the device itself yet is skipped; it
   * gets the newest state with the device.
   */
  const publishState = (shadow: Shadow, key: StateKey): number => {
    const { deviceId } = shadow
    if (isWithoutHome(deviceId)) return 0
    const counts = key === COUNTS_AGAIN ? UNKNOWN_COUNTS : shadow.counts
    const state = stateOf(shadow)
    const jsonOf = (seen: DeviceState) =>
      JSON.stringify({ subject: 'device.state_update', data: { deviceId, state: seen, ...counts } })
    // Serialized once for all readers who see the whole state.
    const whole = jsonOf(state)
    let readers = 0
    for (const audience of hub.audiencesOf(deviceId)) {
      if (audience.unpublished.get(deviceId) === 'device.created') continue
      const grant = grantOf(audience.actor, deviceId)
      hub.send(
        `${key} ${deviceId}`,
        audience,
        grant === undefined ? whole : jsonOf(sharedState(state, grant, audience.actor)),
      )
      readers += audience.outboxes.size
    }
    return readers
  }

  const changed = ({ before, shadow, event }: ShadowChange) => {
    const { deviceId } = shadow
    if (leavesHome(event)) budget.drop(deviceId, 'state')
    if (leavesHome(event) || readersOf(hub.audiencesOf(deviceId)) === 0) return
    if (event.kind === 'report' && event.countsBeginAgain === true) {
      budget.drop(deviceId, 'state')
      budget.runNow(deviceId, () => publishState(shadow, COUNTS_AGAIN))
    } else if (isOfState(event)) {
      budget.run(deviceId, 'state', () => publishState(shadow, 'device.state_update'))
    }
    if (event.kind !== 'connection' && isInfoChange(before, shadow)) updated(shadow.deviceId)
  }

  return {
    start() {
      undos.push(
        hub.onRightsChanged(rightsChanged),
        shadows.onChange(changed),
        events.onUpdated((ids) => ids.forEach(updated)),
      )
    },
    stop() {
      for (const undo of undos.splice(0)) undo()
      isStopped = true
      cancelRetry()
      budget.stop()
    },
  }
}
