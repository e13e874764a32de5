import { Counter } from 'prom-client'
import type { Metrics } from '#platform/http/metrics.ts'

/** Metrics of billing for operators; `countUnsettled` returns the number of waiting events. */
export function createBillingMetrics(metrics: Metrics, countUnsettled: () => Promise<number>) {
  const registers = [metrics.registry]
  const received = new Counter({
    name: 'senca_billing_events_total',
    help: 'Events of shops: new ones and repeated ones',
    labelNames: ['shop', 'kind'],
    registers,
  })
  const failures = new Counter({
    name: 'senca_billing_failures_total',
    help: 'Events that could not be processed, including repeated attempts',
    labelNames: ['shop'],
    registers,
  })
  const forged = new Counter({
    name: 'senca_billing_forged_total',
    help: 'Events whose signature is not that of the shop',
    labelNames: ['shop'],
    registers,
  })
  metrics.gauge('senca_billing_unsettled', 'Events that wait to be processed', countUnsettled)
  return {
    received: (shop: string, isNew: boolean) => received.inc({ shop, kind: isNew ? 'new' : 'repeated' }),
    failed: (shop: string) => failures.inc({ shop }),
    forged: (shop: string) => forged.inc({ shop }),
  }
}

export type BillingMetrics = ReturnType<typeof createBillingMetrics>
