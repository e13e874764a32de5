import type { EndpointAddress } from '#drivers/driver.ts'
import type { Clock } from '#platform/clock.ts'
import type { Metrics } from '#platform/http/metrics.ts'
import { createKeyedRate } from '#platform/keyed-rate.ts'
import type { Logger } from '#platform/logger.ts'

/** The limit of log lines of one kind, because each report or reading of such a device is one. */
const LOGGED = { burst: 10, everyMs: 60_000 }

interface DeviceLogOptions {
  clock: Clock
  logger: Logger
  metrics: Pick<Metrics, 'counter'>
}

/** Logs and counts what is left out, because it fits no device or no version of this server. */
export function createDeviceLog({ clock, logger, metrics }: DeviceLogOptions) {
  const count = metrics.counter(
    'senca_reports_of_no_device_total',
    'Reports of endpoints that belong to no device',
    'driver',
  )
  const rate = createKeyedRate(LOGGED)

  /** `others` is the number of lines that were left out before. */
  const log = (level: 'warn' | 'error', about: object, text: string) => {
    const others = rate.take(text, clock.now().getTime())
    if (others !== null) logger[level]({ ...about, others }, text)
  }

  return {
    ofNoDevice(endpoint: EndpointAddress) {
      count(endpoint.driver)
      log('warn', endpoint, 'A report belongs to no device')
    },
    typeUnknown: ({ id, type }: { id: string; type: string }) =>
      log('error', { deviceId: id, type }, 'This version does not know the type of a device'),
  }
}
