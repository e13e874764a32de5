import type { DeviceReport } from '#drivers/driver.ts'

export type StatusReport = Extract<DeviceReport, { kind: 'hardware' }>

const WAITING_MAX = 8

/**
 * Puts a status at the end of those of its endpoint that wait to be written. In a full queue it is merged into the last
 * one, so that a device that reports faster than it can be written takes no more memory.
 */
export function enqueueStatus(queue: StatusReport[], report: StatusReport): void {
  const last = queue.at(-1)
  if (last === undefined || queue.length < WAITING_MAX) {
    queue.push(report)
    return
  }
  queue[queue.length - 1] = {
    ...(last.setupCode === undefined ? {} : { setupCode: last.setupCode }),
    ...report,
    type: report.type ?? last.type,
    version: report.version ?? last.version,
    firmware: report.firmware ?? last.firmware,
    factoryReset: report.factoryReset ?? last.factoryReset,
    capabilities: report.capabilities ?? last.capabilities,
  }
}
