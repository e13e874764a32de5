import { deviceTopic, LIMITS, parseDeviceTopic } from '@senca/contract'
import type { Clock } from '#platform/clock.ts'
import type { BrokerMessage, OutsideBroker } from '#platform/mqtt/broker.ts'
import type { DeviceReport, Refreshed } from '../driver.ts'
import { readDeviceMessage } from './device-messages.ts'

/** Each status causes database queries, so only this many are handled before a pause. */
const HARDWARE_AT_ONCE = 50
const PAUSE_MS = 250

interface KeptReportsOptions {
  outside: OutsideBroker
  clock: Clock
  report(report: DeviceReport): void
}

/**
 * Devices stay connected to an external broker while no server runs, and do not report again. Their connections and last reports
 * are read from the broker's retained messages.
 */
export function createKeptReports({ outside, clock, report }: KeptReportsOptions) {
  const waiting: DeviceReport[] = []
  let cancel = () => {}
  let isPausing = false

  const work = () => {
    const next = waiting.splice(0, HARDWARE_AT_ONCE)
    for (const kept of next) report(kept)
    isPausing = next.length > 0
    if (isPausing) cancel = clock.after(PAUSE_MS, work)
  }

  const read = ({ topic, payload }: BrokerMessage, keptSince: Date, what: Refreshed) => {
    const place = parseDeviceTopic(topic)
    if (place === null || payload.byteLength > LIMITS.DEVICE_MESSAGE_MAX_BYTES) return
    const { deviceId } = place
    const message = readDeviceMessage(deviceId, place.topic, Buffer.from(payload).toString('utf8'))
    if (message.kind === 'gone')
      report({ kind: 'presence', address: deviceId, ...message.presence, keptSince })
    if (message.kind !== 'report') return
    const { presence } = message
    const reports = message.reports.map((one) => ({ ...one, keptSince }))
    if (presence === undefined) return reports.forEach(report)
    report({ kind: 'presence', address: deviceId, ...presence, keptSince })
    if (what === 'connection') return
    waiting.push(...reports)
    if (isPausing) return
    isPausing = true
    cancel = clock.after(PAUSE_MS, work)
  }

  return {
    read(deviceIds: readonly string[], what: Refreshed = 'all') {
      const since = clock.now()
      const topics = what === 'all' ? (['status', 'state'] as const) : (['status'] as const)
      outside.readKept(
        deviceIds.flatMap((id) => topics.map((topic) => deviceTopic(id, topic))),
        (message) => read(message, since, what),
      )
    },
    stop: () => cancel(),
  }
}
