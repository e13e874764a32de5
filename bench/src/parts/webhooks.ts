import type { Flags } from '../flags.ts'
import { measureWebhooks, type Webhooks } from '../measures/webhooks.ts'
import { percentile } from '../percentiles.ts'
import { printTable, type Row } from '../table.ts'
import { withProduct } from './worlds.ts'

const PER_SECOND = 100
const MARK_MS = 1_000

/** How long an event is on its way to a webhook [BR57]. */
export async function benchWebhooks({ rounds, seconds }: Flags) {
  await withProduct(async (world) => {
    const found: Webhooks[] = []
    for (let round = 0; round < rounds; round += 1)
      found.push(await measureWebhooks(world, { perSecond: PER_SECOND, seconds }))
    const row = (figure: string, share: number, name: 'delays' | 'besideSlow'): Row => ({
      figure,
      unit: 'ms',
      product: found.map((one) => percentile([...one[name]], share)),
      ...(share === 0.99 ? { mark: { atMost: MARK_MS } } : {}),
    })
    printTable(
      `${PER_SECOND} events a second for ten webhooks of one account, from the event to the first byte`,
      [
        row('p50', 0.5, 'delays'),
        row('p99', 0.99, 'delays'),
        row('p50, while one of them hangs', 0.5, 'besideSlow'),
        row('p99, while one of them hangs', 0.99, 'besideSlow'),
        { figure: 'lost', unit: '', product: found.map(({ lost }) => lost), mark: { atMost: 0 } },
      ],
    )
  })
}
