import { Counter } from 'prom-client'
import type { Metrics } from '#platform/http/metrics.ts'

/** What an operator watches of billing. */
export function createBillingMetrics(metrics: Metrics) {
  const registers = [metrics.registry]
  const received = new Counter({
    name: 'senca_billing_events_total',
    help: 'Events of shops: new ones, and those that came before',
    labelNames: ['shop', 'kind'],
    registers,
  })
  const failures = new Counter({
    name: 'senca_billing_failures_total',
    help: 'Events that could not be worked off, tries that are repeated included',
    labelNames: ['shop'],
    registers,
  })
  const forged = new Counter({
    name: 'senca_billing_forged_total',
    help: 'Events whose signature is not that of the shop',
    labelNames: ['shop'],
    registers,
  })
  let unsettled = 0
  metrics.gauge(
    'senca_billing_unsettled',
    'Events that waited to be worked off when it was last looked',
    () => unsettled,
  )
  return {
    received: (shop: string, isNew: boolean) => received.inc({ shop, kind: isNew ? 'new' : 'repeated' }),
    failed: (shop: string) => failures.inc({ shop }),
    forged: (shop: string) => forged.inc({ shop }),
    unsettled(count: number) {
      unsettled = count
    },
  }
}

export type BillingMetrics = ReturnType<typeof createBillingMetrics>
