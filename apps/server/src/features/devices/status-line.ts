import type { DeviceReport } from '#drivers/driver.ts'

export type StatusReport = Extract<DeviceReport, { kind: 'hardware' }>

const WAITING_MAX = 8

/**
 * Puts a status at the end of those of its device that wait to be written. In a full line it is merged into the last:
 * a device that says it faster than it can be written keeps its place in memory, and has the last word.
 */
export function joinStatusLine(line: StatusReport[], report: StatusReport): void {
  const last = line.at(-1)
  if (last === undefined || line.length < WAITING_MAX) {
    line.push(report)
    return
  }
  line[line.length - 1] = {
    ...report,
    type: report.type ?? last.type,
    version: report.version ?? last.version,
    firmware: report.firmware ?? last.firmware,
    factoryReset: report.factoryReset ?? last.factoryReset,
    capabilities: report.capabilities ?? last.capabilities,
  }
}
