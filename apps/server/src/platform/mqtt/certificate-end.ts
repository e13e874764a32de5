import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Metrics } from '../http/metrics.ts'

/**
 * Adds a metric with the expiry of the certificate for devices. `path` is read each time, because it may be renewed while the
 * server runs.
 */
export function measureCertificateEnd(metrics: Metrics, path: string): void {
  metrics.gauge(
    'senca_mqtt_certificate_end_timestamp_seconds',
    'When the certificate of the MQTT port ends, in seconds since 1970',
    async () => Date.parse(new X509Certificate(await readFile(path)).validTo) / 1_000,
  )
}
