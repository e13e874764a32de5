import type { Driver, DriverReport } from '#drivers/driver.ts'
import type { Clock } from '#platform/clock.ts'
import type { DeviceStore } from './devices.store.ts'
import type { Shadows } from './shadows.ts'
import { statusChange } from './status-change.ts'

interface IngestOptions {
  store: DeviceStore
  shadows: Shadows
  driver: Driver
  clock: Clock
  /** Called after something about a device changed that its info shows. */
  updated(deviceId: string): void
  failed(error: unknown, deviceId: string): void
}

type StatusReport = Extract<DriverReport, { kind: 'status' }>

/** Takes in what devices say. */
export function createIngest({ store, shadows, driver, clock, updated, failed }: IngestOptions) {
  const stopping = new AbortController()
  const lastTurnById = new Map<string, Promise<void>>()

  /** Tells a device that was deleted while it was away. */
  const tellToForget = async (deviceId: string) => {
    await driver.execute(
      { deviceId, command: { command: 'forget' } },
      { signal: stopping.signal, acknowledged: () => shadows.record(deviceId, { kind: 'forgotten' }) },
    )
    shadows.rewritten(await store.markForgotten(deviceId))
  }

  const takeStatus = async (report: StatusReport) => {
    const { deviceId } = report
    const [device] = await store.findMany([deviceId])
    if (device === undefined) return
    const change = statusChange(device, report)
    if (Object.keys(change).length > 0) {
      shadows.rewritten(await store.updateStatus(deviceId, change))
      updated(deviceId)
    }
    if (device.mustForget && change.mustForget !== false) await tellToForget(deviceId)
  }

  /** One status of a device at a time, so that an older one never overwrites a newer one. */
  const takeInTurn = (report: StatusReport) => {
    const { deviceId } = report
    const turn = (lastTurnById.get(deviceId) ?? Promise.resolve())
      .then(() => takeStatus(report))
      .catch((error: unknown) => failed(error, deviceId))
      .finally(() => {
        if (lastTurnById.get(deviceId) === turn) lastTurnById.delete(deviceId)
      })
    lastTurnById.set(deviceId, turn)
  }

  return {
    take(report: DriverReport) {
      const { deviceId } = report
      const at = clock.now().getTime()
      switch (report.kind) {
        case 'connection':
          shadows.record(deviceId, { kind: 'connection', connected: report.connected, at })
          return
        case 'state':
          shadows.record(deviceId, { kind: 'report', message: report.state, at })
          return
        case 'status':
          // Before anything is awaited: the state that follows may count anew.
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
