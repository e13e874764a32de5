import { Counter, Histogram } from 'prom-client'
import type { Metrics } from '#platform/http/metrics.ts'

const BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600]

export interface PushMetrics {
  /** A service answered, or did not. */
  sent(service: string, outcome: string): void
  /** A push was accepted so long after its event. */
  handedOver(seconds: number): void
}

export function createPushMetrics(
  { registry, gauge }: Metrics,
  countWaiting: () => Promise<number>,
): PushMetrics {
  const sent = new Counter({
    name: 'senca_push_total',
    help: 'Attempts to send pushes, by push service and outcome',
    labelNames: ['service', 'outcome'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'senca_push_seconds',
    help: 'Time from an event to the acceptance of its push by the push service',
    buckets: BUCKETS_S,
    registers: [registry],
  })
  gauge('senca_push_waiting', 'Pushes that are still to be sent, on all instances', countWaiting)
  return {
    sent: (service, outcome) => sent.inc({ service, outcome }),
    handedOver: (value) => seconds.observe(value),
  }
}
