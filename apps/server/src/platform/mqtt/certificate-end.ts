import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Metrics } from '../http/metrics.ts'

/** Says when the certificate that devices see ends; `path` is read each time, because it is renewed while we run. */
export function measureCertificateEnd(metrics: Metrics, path: string): void {
  metrics.gauge(
    'senca_mqtt_certificate_end_timestamp_seconds',
    'When the certificate of the MQTT port ends, in seconds since 1970',
    async () => Date.parse(new X509Certificate(await readFile(path)).validTo) / 1_000,
  )
}
