import type { SaidHealth } from '@senca/contract'
import type { DeviceReport } from '#drivers/driver.ts'
import type { Clock } from '#platform/clock.ts'
import type { DeviceDriver } from '../registry/device-driver.ts'
import type { Device } from '../registry/device-row.ts'
import type { DeviceStore } from '../registry/devices.store.ts'
import { type Endpoint, type Endpoints, endpointKey } from '../registry/endpoints.ts'
import type { ResetNotice } from '../registry/factory-reset-notices.ts'
import { hardwareChange, statusChange } from '../registry/status-change.ts'
import { createLowerCounts } from './lower-counts.ts'
import { endpointOf, isLater } from './shadow.ts'
import type { ShadowStore } from './shadows.store.ts'
import type { ShadowChange, Shadows } from './shadows.ts'
import { enqueueStatus, type StatusReport } from './status-queue.ts'

const RETRY_MS = 1_000
/** What is told of an end may come so much later than what the device says next. */
const LATE_END_MS = 2_000
/** Of a device that cannot be read for long, what is older than so many reports is lost. */
const WAITING_MAX = 1_000

interface IngestOptions {
  store: Pick<DeviceStore, 'findMany' | 'updateStatus' | 'markForgotten'>
  endpoints: Pick<Endpoints, 'find' | 'deviceAt' | 'changed'>
  shadows: Pick<Shadows, 'get' | 'load' | 'peek' | 'record' | 'rowVersionsRaised'>
  shadowStore: Pick<ShadowStore, 'restartCounts'>
  driver: DeviceDriver
  clock: Clock
  /** Whether its owner is deleting the device, and needs no word of the reset that comes of it. */
  isBeingRemoved(deviceId: string): boolean
  /** Sends a device the settings of the one that it replaced. */
  takeSettings(device: Device): Promise<void>
  /** A device says with which code it was set up; `isUnreachable` where it could not be told to forget the home before. */
  offered(deviceId: string, setupCode: string, isUnreachable?: boolean): Promise<void>
  /** What its hardware is was written. */
  hardwareTold(deviceId: string, told: HardwareTold): void
  /** Prepares what a factory reset in a home causes; null where nobody is to be told. */
  onFactoryReset(device: Device): Promise<ResetNotice | null>
  /** Called after something about a device changed that its info shows. */
  updated(deviceId: string): void
  failed(error: unknown, deviceId: string): void
  /** An endpoint of a device counts lower since it connected than it did before. */
  countsBeganAgain(deviceId: string): void
}

/** What a device says of its hardware: whether that is news, why its last upgrade failed, and how it fares. */
export interface HardwareTold {
  isChanged: boolean
  upgradeError: string | undefined
  health: SaidHealth | undefined
}

type StateReport = Extract<DeviceReport, { kind: 'state' }>
type PresenceReport = Extract<DeviceReport, { kind: 'presence' }>

/** Handles what the endpoints of devices report. */
export function createIngest(options: IngestOptions) {
  const { store, endpoints, shadows, shadowStore, driver, clock } = options
  const {
    isBeingRemoved,
    takeSettings,
    offered,
    hardwareTold,
    onFactoryReset,
    updated,
    failed,
    countsBeganAgain,
  } = options
  const lowerCounts = createLowerCounts()
  const stopping = new AbortController()
  const queueByKey = new Map<string, StatusReport[]>()
  /** Reports of devices that are being read, by their endpoints. */
  const waitingByKey = new Map<string, { report: DeviceReport; at: number }[]>()
  const loading = new Set<Promise<void>>()

  /** Tells a device that was deleted while it was away. */
  const sendForget = async (deviceId: string) => {
    // Of its own: a driver listens to the signal of an acknowledged command for as long as the signal lives.
    const controller = new AbortController()
    const stop = () => controller.abort()
    stopping.signal.addEventListener('abort', stop)
    try {
      await driver.execute(
        { deviceId, command: { command: 'forget' } },
        { signal: controller.signal, acknowledged: () => shadows.record(deviceId, { kind: 'forgotten' }) },
      )
    } finally {
      stopping.signal.removeEventListener('abort', stop)
    }
    shadows.rowVersionsRaised(await store.markForgotten(deviceId))
  }

  const handleStatus = async (endpoint: Endpoint, report: StatusReport) => {
    const { deviceId } = endpoint
    const [device] = await store.findMany([deviceId])
    if (device === undefined) return
    const { setupCode } = report
    if (setupCode === undefined) return takeIn(endpoint, device, report)
    // It is here, and is told to forget another home first.
    if (device.mustForget) await offered(deviceId, setupCode)
    try {
      await takeIn(endpoint, device, report)
    } catch (error) {
      await offered(deviceId, setupCode, true)
      throw error
    }
    await offered(deviceId, setupCode)
  }

  const takeIn = async (endpoint: Endpoint, device: Device, report: StatusReport) => {
    const { deviceId } = endpoint
    const now = clock.now()
    const change = statusChange(device, report, now)
    const hardware = hardwareChange(endpoint, report)
    const { upgradeError, health } = report
    const isChanged = Object.keys(hardware).length > 0
    const told = () => hardwareTold(deviceId, { isChanged, upgradeError, health })
    if (Object.keys({ ...change, ...hardware }).length === 0) {
      told()
      if (device.mustForget) await sendForget(deviceId)
      else if (device.mustTakeSettings) await takeSettings(device)
      return
    }
    const isNews = change.saidFactoryReset === true && !isBeingRemoved(deviceId)
    const notice = isNews ? await onFactoryReset(device) : null
    const { rowVersions, isNoticed, mustForget } = await store.updateStatus(endpoint, report, now, notice)
    endpoints.changed([{ ...endpoint, ...hardware }])
    shadows.rowVersionsRaised(rowVersions)
    if (isNoticed) notice?.written()
    told()
    updated(deviceId)
    if (mustForget) await sendForget(deviceId)
    else if (device.mustTakeSettings) await takeSettings(device)
  }

  const work = async (driverName: string, key: string, queue: StatusReport[]) => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const endpoint = endpoints.find(driverName, next.address)
      if (endpoint === undefined) continue
      await handleStatus(endpoint, next).catch((error: unknown) => failed(error, endpoint.deviceId))
    }
    queueByKey.delete(key)
  }

  /** One status of an endpoint at a time, so that an older one never overwrites a newer one. */
  const queueStatus = (driverName: string, key: string, report: StatusReport) => {
    const queue = queueByKey.get(key)
    if (queue !== undefined) {
      enqueueStatus(queue, report)
      return
    }
    const begun = [report]
    queueByKey.set(key, begun)
    void work(driverName, key, begun)
  }

  /** Until it is written, nothing that the device reports can be: its counts are lower than those that are kept. */
  const restartCounts = async (deviceId: string, key: string) => {
    if (stopping.signal.aborted) return
    try {
      shadows.rowVersionsRaised(await shadowStore.restartCounts(deviceId, key))
    } catch (error) {
      failed(error, deviceId)
      clock.after(RETRY_MS, () => void restartCounts(deviceId, key))
    }
  }

  const handlePresence = (deviceId: string, endpoint: string, report: PresenceReport, now: number) => {
    const { order, connected, session, isKept, endedAt } = report
    const lastSeen = shadows.get(deviceId).lastSeenAt?.getTime() ?? 0
    // It is back already.
    if (endedAt !== undefined && lastSeen - endedAt.getTime() > LATE_END_MS) return
    // What is kept was said before, and what is known of the device was reported since.
    const at = isKept === true ? (shadows.get(deviceId).reportedAt?.getTime() ?? now) : now
    const counted = typeof session === 'number' ? { session } : {}
    const event = { kind: 'connection', endpoint, order, connected, at, ...counted } as const
    const isNews = shadows.record(deviceId, event)
    // An endpoint that reports its connection may do so several times in one.
    if (session !== undefined && !isNews) return
    if (connected) lowerCounts.connected(endpoint)
    else lowerCounts.disconnected(endpoint)
  }

  const handleState = (deviceId: string, endpoint: string, report: StateReport, at: number) => {
    const { order, state, isKept } = report
    if (isKept === true && order !== undefined) {
      const { counts } = endpointOf(shadows.get(deviceId), endpoint)
      // Nobody knows when it was said, unless it is known already.
      if (!isLater(order, counts)) return
    }
    const event = { kind: 'report', endpoint, order, state, at } as const
    if (shadows.record(deviceId, event)) {
      lowerCounts.applied(endpoint)
      return
    }
    if (order === undefined || !lowerCounts.goesOn(endpoint, order)) return
    // An unknown device changes nothing here either.
    if (!shadows.record(deviceId, { ...event, countsBeginAgain: true })) return
    lowerCounts.applied(endpoint)
    void restartCounts(deviceId, endpoint)
    countsBeganAgain(deviceId)
  }

  const take = (driverName: string, endpoint: Endpoint, report: DeviceReport, at: number) => {
    const { deviceId } = endpoint
    const key = endpointKey(endpoint)
    switch (report.kind) {
      case 'presence':
        handlePresence(deviceId, key, report, at)
        return
      case 'state':
        handleState(deviceId, key, report, at)
        return
      case 'hardware': {
        const { factoryReset, capabilities } = report
        lowerCounts.saidStatus(key)
        shadows.record(deviceId, { kind: 'capabilities', endpoint: key, capabilities })
        // Before anything is awaited: the state that follows may count from the start.
        if (factoryReset !== null) shadows.record(deviceId, { kind: 'status', factoryReset })
        queueStatus(driverName, key, report)
        return
      }
    }
  }

  /** The device at an endpoint where its shadow is here. */
  const loadedAt = (driverName: string, address: string): Endpoint | undefined => {
    const endpoint = endpoints.find(driverName, address)
    return endpoint !== undefined && shadows.peek(endpoint.deviceId) !== undefined ? endpoint : undefined
  }

  const load = async (driverName: string, address: string): Promise<void> => {
    const deviceId = await endpoints.deviceAt(driverName, address)
    if (deviceId !== undefined) await shadows.load([deviceId])
  }

  /** What is reported of a device that is not here waits until it is read, in its order. */
  const takeOnceLoaded = async (driverName: string, key: string, address: string): Promise<void> => {
    try {
      await load(driverName, address)
    } catch (error) {
      failed(error, address)
      if (!stopping.signal.aborted) clock.after(RETRY_MS, () => void takeOnceLoaded(driverName, key, address))
      return
    }
    const waiting = waitingByKey.get(key) ?? []
    waitingByKey.delete(key)
    for (const { report, at } of waiting) {
      const endpoint = loadedAt(driverName, address)
      if (endpoint !== undefined) take(driverName, endpoint, report, at)
    }
  }

  return {
    /** A report of an endpoint of this driver; one that belongs to no device is ignored. */
    handle(driverName: string, report: DeviceReport) {
      const { address } = report
      const at = clock.now().getTime()
      const key = endpointKey({ driver: driverName, address })
      const waiting = waitingByKey.get(key)
      const endpoint = waiting === undefined ? loadedAt(driverName, address) : undefined
      if (endpoint !== undefined) return take(driverName, endpoint, report, at)
      if (waiting !== undefined) {
        if (waiting.length >= WAITING_MAX) waiting.shift()
        waiting.push({ report, at })
        return
      }
      waitingByKey.set(key, [{ report, at }])
      const taking = takeOnceLoaded(driverName, key, address).finally(() => loading.delete(taking))
      loading.add(taking)
    },
    /** Resolves once nothing waits any more that was reported until now. */
    async settle(): Promise<void> {
      await Promise.allSettled([...loading])
    },
    /** Another instance has read what a device said, and this one may read what follows. */
    follow({ event, isIngested }: Pick<ShadowChange, 'event' | 'isIngested'>) {
      if (isIngested) return
      if (event.kind === 'report') lowerCounts.applied(event.endpoint)
      if (event.kind !== 'connection') return
      if (!event.connected) return lowerCounts.disconnected(event.endpoint)
      lowerCounts.connected(event.endpoint)
      lowerCounts.saidStatus(event.endpoint)
    },
    stop() {
      stopping.abort()
    },
  }
}
