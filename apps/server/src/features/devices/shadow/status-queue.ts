import type { DeviceReport } from '#drivers/driver.ts'

export type StatusReport = Extract<DeviceReport, { kind: 'hardware' }>

const WAITING_MAX = 8

/**
 * Appends a status to the waiting ones of its endpoint. If the queue is full, it is merged into the last one, so that a device
 * that reports faster than the database writes does not use more memory.
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
