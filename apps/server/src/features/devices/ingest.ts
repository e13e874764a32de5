import type { DeviceStateMessage } from '@senca/contract'
import type { Driver, DriverReport } from '#drivers/driver.ts'
import type { Clock } from '#platform/clock.ts'
import type { Device } from './device-row.ts'
import type { DeviceStore } from './devices.store.ts'
import type { ResetNotice } from './reset-notices.ts'
import { createLowerCounts } from './shadows/lower-counts.ts'
import type { Shadows } from './shadows/shadows.ts'
import { statusChange } from './shadows/status-change.ts'
import { joinStatusLine, type StatusReport } from './status-line.ts'

interface IngestOptions {
  store: Pick<DeviceStore, 'findMany' | 'updateStatus' | 'markForgotten'>
  shadows: Pick<Shadows, 'record' | 'rewritten'>
  driver: Pick<Driver, 'execute'>
  clock: Clock
  /** Whether its owner is deleting the device, and needs no word of the reset that comes of it. */
  isLeaving(deviceId: string): boolean
  /** Prepares what a factory reset in a home causes; null where nobody is to be told. */
  onFactoryReset(device: Device): Promise<ResetNotice | null>
  /** Called after something about a device changed that its info shows. */
  updated(deviceId: string): void
  failed(error: unknown, deviceId: string): void
  /** A device counts lower since it connected than it did before. */
  countsBeganAgain(deviceId: string): void
}

/** Takes in what devices say. */
export function createIngest(options: IngestOptions) {
  const { store, shadows, driver, clock, isLeaving, onFactoryReset, updated, failed, countsBeganAgain } =
    options
  const lowerCounts = createLowerCounts()
  const stopping = new AbortController()
  const lineById = new Map<string, StatusReport[]>()

  /** Tells a device that was deleted while it was away. */
  const tellToForget = async (deviceId: string) => {
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
    shadows.rewritten(await store.markForgotten(deviceId))
  }

  const takeStatus = async (report: StatusReport) => {
    const { deviceId } = report
    const [device] = await store.findMany([deviceId])
    if (device === undefined) return
    const now = clock.now()
    const change = statusChange(device, report, now)
    if (Object.keys(change).length === 0) {
      if (device.mustForget) await tellToForget(deviceId)
      return
    }
    const isNews = change.saidFactoryReset === true && !isLeaving(deviceId)
    const notice = isNews ? await onFactoryReset(device) : null
    const { rewritten, isNoticed, mustForget } = await store.updateStatus(deviceId, report, now, notice)
    shadows.rewritten(rewritten)
    if (isNoticed) notice?.written()
    updated(deviceId)
    if (mustForget) await tellToForget(deviceId)
  }

  const work = async (deviceId: string, line: StatusReport[]) => {
    for (let next = line.shift(); next !== undefined; next = line.shift()) {
      await takeStatus(next).catch((error: unknown) => failed(error, deviceId))
    }
    lineById.delete(deviceId)
  }

  /** One status of a device at a time, so that an older one never overwrites a newer one. */
  const takeInTurn = (report: StatusReport) => {
    const { deviceId } = report
    const line = lineById.get(deviceId)
    if (line !== undefined) {
      joinStatusLine(line, report)
      return
    }
    const begun = [report]
    lineById.set(deviceId, begun)
    void work(deviceId, begun)
  }

  const takeState = (deviceId: string, message: DeviceStateMessage, at: number) => {
    if (shadows.record(deviceId, { kind: 'report', message, at })) {
      lowerCounts.applied(deviceId)
      return
    }
    if (!lowerCounts.goesOn(deviceId, message)) return
    // An unknown device changes nothing here either.
    if (!shadows.record(deviceId, { kind: 'report', message, at, countsBeginAgain: true })) return
    lowerCounts.applied(deviceId)
    countsBeganAgain(deviceId)
  }

  return {
    take(report: DriverReport) {
      const { deviceId } = report
      const at = clock.now().getTime()
      switch (report.kind) {
        case 'connection':
          if (report.connected) lowerCounts.connected(deviceId)
          else lowerCounts.disconnected(deviceId)
          shadows.record(deviceId, { kind: 'connection', connected: report.connected, at })
          return
        case 'state':
          takeState(deviceId, report.state, at)
          return
        case 'status':
          lowerCounts.saidStatus(deviceId)
          // Before anything is awaited: the state that follows may count from the start.
          shadows.record(deviceId, { kind: 'status', factoryReset: report.factoryReset })
          takeInTurn(report)
          return
      }
    },
    stop() {
      stopping.abort()
    },
  }
}
