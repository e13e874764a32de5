import { isDeepStrictEqual } from 'node:util'
import { isNewer, type ReportedHealth } from '@senca/contract'
import { type DeviceReport, DriverError, type EndpointAddress } from '#drivers/driver.ts'
import { createBatchedReads } from '#platform/batched-reads.ts'
import type { Clock } from '#platform/clock.ts'
import type { DeviceGateway } from '../device-gateway.ts'
import type { Device } from '../registry/device-row.ts'
import type { DeviceStore } from '../registry/devices.store.ts'
import { type Endpoint, type Endpoints, endpointKey } from '../registry/endpoints.ts'
import type { ResetNotice } from '../registry/factory-reset-notices.ts'
import { hardwareChange, statusChange } from '../registry/status-change.ts'
import { createChargePacing } from './charge.ts'
import { createLowerCounts } from './lower-counts.ts'
import { emptyShadow, endpointOf, isLater, type Shadow } from './shadow.ts'
import type { ShadowChange, Shadows } from './shadows.ts'
import { enqueueStatus, type StatusReport } from './status-queue.ts'

const RETRY_MS = 1_000
/** What can never be written must not be tried every second for ever. */
const LONGEST_RETRY_MS = 30_000
/** How often a device is asked to do what follows from its status. */
const DEVICE_TRIES = 3
/** The end of a connection may be reported this much later than the first message of the next connection. */
const LATE_END_MS = 2_000
/** The limit of waiting reports for a device whose shadow cannot be read. Older reports are dropped. */
const WAITING_MAX = 1_000
const READ_AT_ONCE = 500

interface IngestOptions {
  store: Pick<DeviceStore, 'findMany' | 'updateStatus' | 'markForgotten'>
  endpoints: Pick<Endpoints, 'find' | 'deviceAt' | 'changed'>
  shadows: Pick<Shadows, 'glance' | 'load' | 'record' | 'restartCounts'>
  gateway: Pick<DeviceGateway, 'execute'>
  clock: Clock
  /** Whether the owner is deleting the device. Then the resulting factory reset causes no notice. */
  isBeingRemoved(deviceId: string): boolean
  /** Sends a device the settings of the device that it replaced. */
  sendSettings(device: Device): Promise<void>
  /** Called when a device reports its setup code. `isUnreachable` if the command to forget its home failed before. */
  offered(deviceId: string, setupCode: string, isUnreachable?: boolean): Promise<void>
  /** Called after the hardware data of a device was written. */
  hardwareReported(deviceId: string, notified: HardwareReport): void
  /** Prepares the notice of a factory reset; null if nobody is to be notified. */
  onFactoryReset(device: Device): Promise<ResetNotice | null>
  /** Called after a change of a device that its info shows. */
  updated(deviceId: string): void
  failed(error: unknown, deviceId: string): void
  /** Called with a report of an endpoint that belongs to no device. It is dropped. */
  ofNoDevice(endpoint: EndpointAddress): void
  /** Called when the counts of an endpoint are lower than before its reconnection. */
  countsBeganAgain(deviceId: string): void
}

/** The reported hardware data of a device: whether it changed, why the last upgrade failed, and the health values. */
export interface HardwareReport {
  isChanged: boolean
  upgradeError: string | undefined
  health: ReportedHealth | undefined
}

type StateReport = Extract<DeviceReport, { kind: 'state' }>
/** Whether a state contains nothing that is not known. */
const repeats = ({ fields, reportedAt }: Shadow, { settings, ...reported }: StateReport['state']): boolean =>
  reportedAt !== null && settings === undefined && isDeepStrictEqual({ ...fields, ...reported }, fields)

type ChargeReport = Extract<DeviceReport, { kind: 'charge' }>
type PresenceReport = Extract<DeviceReport, { kind: 'presence' }>

/** Ingests the reports of the endpoints of devices. */
export function createIngest(options: IngestOptions) {
  const { store, endpoints, shadows, gateway, clock } = options
  const {
    isBeingRemoved,
    sendSettings,
    offered,
    hardwareReported,
    onFactoryReset,
    updated,
    failed,
    ofNoDevice,
    countsBeganAgain,
  } = options
  const lowerCounts = createLowerCounts()
  const charges = createChargePacing(clock)
  // After a power cut, thousands of devices report their hardware at once.
  const readDevice = createBatchedReads<Device>(
    async (deviceIds) => new Map((await store.findMany(deviceIds)).map((device) => [device.id, device])),
    { max: READ_AT_ONCE },
  )
  const stopping = new AbortController()
  const queueByKey = new Map<string, StatusReport[]>()
  /** Waiting reports of devices whose shadows are being read, by endpoint. */
  const waitingByKey = new Map<string, { report: DeviceReport; at: number }[]>()
  const loading = new Set<Promise<void>>()

  /** Sends `forget` to a device that was deleted while it was offline. */
  const sendForget = async (deviceId: string) => {
    await gateway.execute(
      { deviceId, command: { command: 'forget' } },
      { signal: stopping.signal, acknowledged: () => shadows.record(deviceId, { kind: 'forgotten' }) },
    )
    await store.markForgotten(deviceId)
  }

  const handleStatus = async (endpoint: Endpoint, report: StatusReport) => {
    const { deviceId } = endpoint
    const device = await readDevice(deviceId)
    if (device === undefined) return
    const { setupCode } = report
    if (setupCode === undefined) return applyReport(endpoint, device, report)
    // The device is connected and must first forget its old home.
    if (device.mustForget) await offered(deviceId, setupCode)
    try {
      await applyReport(endpoint, device, report)
    } catch (error) {
      await offered(deviceId, setupCode, true)
      throw error
    }
    await offered(deviceId, setupCode)
  }

  const applyReport = async (endpoint: Endpoint, device: Device, report: StatusReport) => {
    const { deviceId } = endpoint
    const now = clock.now()
    const change = statusChange(device, report, now)
    const hardware = hardwareChange(endpoint, report)
    const { upgradeError, health } = report
    const isChanged = Object.keys(hardware).length > 0
    const notified = () => hardwareReported(deviceId, { isChanged, upgradeError, health })
    if (Object.keys({ ...change, ...hardware }).length === 0) {
      notified()
      if (device.mustForget) await sendForget(deviceId)
      else if (device.mustSendSettings) await sendSettings(device)
      return
    }
    const isNews = change.reportedFactoryReset === true && !isBeingRemoved(deviceId)
    const notice = isNews ? await onFactoryReset(device) : null
    const { isNoticed, mustForget } = await store.updateStatus(endpoint, report, now, notice)
    endpoints.changed([{ ...endpoint, ...hardware }])
    if (isNoticed) notice?.written()
    notified()
    updated(deviceId)
    if (mustForget) await sendForget(deviceId)
    else if (device.mustSendSettings) await sendSettings(device)
  }

  /** Tries again, because the device reports its status only when it connects. */
  const handleUntilDone = async (driverName: string, report: StatusReport) => {
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      const endpoint = endpoints.find(driverName, report.address)
      if (endpoint === undefined) return
      try {
        return await handleStatus(endpoint, report)
      } catch (error) {
        failed(error, endpoint.deviceId)
        if (error instanceof DriverError && (error.code === 'device_offline' || attempt >= DEVICE_TRIES))
          return
      }
      const ms = Math.min(RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS)
      await new Promise<void>((resolve) => clock.after(ms, resolve))
    }
  }

  const work = async (driverName: string, key: string, queue: StatusReport[]) => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      await handleUntilDone(driverName, next)
    queueByKey.delete(key)
  }

  /** Handles one status of an endpoint at a time, so that an older one never overwrites a newer one. */
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

  /**
   * Clears the stored counts. Until this is done, no new report can be written, because its counts are lower than the stored
   * ones.
   */
  const restartCounts = async (deviceId: string, key: string) => {
    if (stopping.signal.aborted) return
    try {
      await shadows.restartCounts(deviceId, key)
    } catch (error) {
      failed(error, deviceId)
      clock.after(RETRY_MS, () => void restartCounts(deviceId, key))
    }
  }

  /**
   * The shadow of a loaded device. A report keeps it loaded only if it changes something, because retained messages of devices
   * that nobody needs are read again and again.
   */
  const shadowOf = (deviceId: string): Shadow => shadows.glance(deviceId) ?? emptyShadow(deviceId)

  const handlePresence = (deviceId: string, endpoint: string, report: PresenceReport, now: number) => {
    const { order, connected, session, keptSince, endedAt } = report
    const { lastSeenAt, reportedAt } = shadowOf(deviceId)
    const lastSeen = lastSeenAt?.getTime() ?? 0
    // The device has reconnected in the meantime.
    if (endedAt !== undefined && lastSeen - endedAt.getTime() > LATE_END_MS) return
    // A retained message is older than the connection, so it counts as seen at the time of the last report.
    const at = keptSince !== undefined ? (reportedAt?.getTime() ?? now) : now
    const counted = typeof session === 'number' ? { session } : {}
    const event = {
      kind: 'connection',
      endpoint,
      order,
      connected,
      at,
      keptSince: keptSince?.getTime(),
      endedAt: endedAt?.getTime(),
      ...counted,
    } as const
    const isNews = shadows.record(deviceId, event)
    // An endpoint with sessions may report its connection several times within one session.
    if (session !== undefined && !isNews) return
    if (connected) lowerCounts.connected(endpoint)
    else lowerCounts.disconnected(endpoint)
  }

  const handleState = (deviceId: string, endpoint: string, report: StateReport, at: number) => {
    const { order, state, keptSince, isDerived } = report
    const reportedAt = report.at?.getTime() ?? at
    if (keptSince !== undefined && order !== undefined) {
      const { counts } = endpointOf(shadowOf(deviceId), endpoint)
      // The time of a retained report is unknown, so it is used only if it is newer than the known one.
      if (!isLater(order, counts)) return
    }
    // A retained state without counts says nothing about its age, and what it repeats is no news.
    const isAgeUnknown = keptSince !== undefined && order === undefined
    if (isAgeUnknown && repeats(shadowOf(deviceId), state)) return
    const event = {
      kind: 'report',
      endpoint,
      order,
      state,
      at: reportedAt,
      ...(isAgeUnknown ? { isAgeUnknown } : {}),
      ...(isDerived === true ? { isDerived } : {}),
    } as const
    if (shadows.record(deviceId, event)) {
      lowerCounts.applied(endpoint)
      return
    }
    if (order === undefined || !lowerCounts.goesOn(endpoint, order)) return
    // If this report changes nothing, the counts did not start again.
    if (!shadows.record(deviceId, { ...event, countsBeginAgain: true })) return
    lowerCounts.applied(endpoint)
    void restartCounts(deviceId, endpoint)
    countsBeganAgain(deviceId)
  }

  const handleCharge = (deviceId: string, endpoint: string, { order, charge }: ChargeReport) => {
    if (order !== undefined && !isNewer(order, endpointOf(shadowOf(deviceId), endpoint).counts)) return
    charges.take(endpoint, { charge, order }, (newest) =>
      shadows.record(deviceId, { kind: 'charge', endpoint, charge: newest.charge, order: newest.order }),
    )
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
      case 'charge':
        handleCharge(deviceId, key, report)
        return
      case 'hardware': {
        const { factoryReset, capabilities } = report
        lowerCounts.reportedStatus(key)
        shadows.record(deviceId, { kind: 'capabilities', endpoint: key, capabilities })
        // Recorded before anything is awaited, because the next state may count from the start.
        if (factoryReset !== null) shadows.record(deviceId, { kind: 'status', factoryReset })
        queueStatus(driverName, key, report)
        return
      }
    }
  }

  /** The endpoint at an address if its shadow is loaded. */
  const loadedAt = (driverName: string, address: string): Endpoint | undefined => {
    const endpoint = endpoints.find(driverName, address)
    return endpoint !== undefined && shadows.glance(endpoint.deviceId) !== undefined ? endpoint : undefined
  }

  const load = async (driverName: string, address: string): Promise<void> => {
    const deviceId = await endpoints.deviceAt(driverName, address)
    if (deviceId !== undefined) await shadows.load([deviceId])
  }

  /** Reports of a device that is not loaded wait in their order until it is. */
  const applyOnceLoaded = async (driverName: string, key: string, address: string): Promise<void> => {
    try {
      await load(driverName, address)
    } catch (error) {
      failed(error, address)
      if (!stopping.signal.aborted)
        clock.after(RETRY_MS, () => void applyOnceLoaded(driverName, key, address))
      return
    }
    const waiting = waitingByKey.get(key) ?? []
    waitingByKey.delete(key)
    for (const { report, at } of waiting) {
      const endpoint = loadedAt(driverName, address)
      if (endpoint !== undefined) take(driverName, endpoint, report, at)
      // A connection without a device may be that of a weather station.
      else if (report.kind !== 'presence') ofNoDevice({ driver: driverName, address })
    }
  }

  return {
    /** Handles a report of an endpoint of this driver. A report that belongs to no device is dropped. */
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
      const taking = applyOnceLoaded(driverName, key, address).finally(() => loading.delete(taking))
      loading.add(taking)
    },
    /** Resolves when all reports that are waiting now have been handled. */
    async settle(): Promise<void> {
      await Promise.allSettled([...loading])
    },
    /** Follows changes that another instance has ingested, because this instance may ingest the next report. */
    follow({ event, isIngested }: Pick<ShadowChange, 'event' | 'isIngested'>) {
      if (isIngested) return
      if (event.kind === 'report') lowerCounts.applied(event.endpoint)
      if (event.kind === 'charge') charges.recordedElsewhere(event.endpoint, event.order)
      if (event.kind !== 'connection') return
      if (!event.connected) return lowerCounts.disconnected(event.endpoint)
      lowerCounts.connected(event.endpoint)
      lowerCounts.reportedStatus(event.endpoint)
    },
    stop() {
      stopping.abort()
      charges.stop()
    },
  }
}
