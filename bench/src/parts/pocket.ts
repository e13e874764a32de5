import type { Flags } from '../flags.ts'
import { measureNotificationCalls } from '../measures/notification-calls.ts'
import { measurePushes } from '../measures/pushes.ts'
import { percentile } from '../percentiles.ts'
import { printTable } from '../table.ts'

const EVENTS = 100
const ROUNDS = 50

/** Notifications on phones [PK35]. The push service answers after 100 ms. */
export async function benchPocket({ pushes }: Flags) {
  const { listed, pressed } = await measureNotificationCalls(ROUNDS)
  const p95 = (took: readonly number[]) => [percentile([...took], 0.95)]
  printTable(`Calls about notifications, each ${ROUNDS} times`, [
    { figure: 'list of a person with 500, p95', unit: 'ms', product: p95(listed), mark: { atMost: 60 } },
    {
      figure: 'button to command acknowledged, p95',
      unit: 'ms',
      product: p95(pressed),
      mark: { atMost: 1_500 },
    },
  ])
  const found = await measurePushes(EVENTS, pushes)
  const handedOver = (share: number) => [percentile([...found.handedOver], share)]
  printTable(`${EVENTS} events, and then ${pushes} pushes that are due at once`, [
    { figure: 'event to handed over, p50', unit: 'ms', product: handedOver(0.5), mark: { atMost: 300 } },
    { figure: 'event to handed over, p95', unit: 'ms', product: handedOver(0.95), mark: { atMost: 1_000 } },
    { figure: 'all handed over', unit: 's', product: [found.allSeconds], mark: { atMost: 60 } },
    { figure: 'processor of a push', unit: 'ms', product: [found.processorMs], mark: { atMost: 2 } },
    { figure: 'more memory', unit: 'MiB', product: [found.memoryMib], mark: { atMost: 64 } },
    {
      figure: 'p95 of a command meanwhile (floor: at rest)',
      unit: 'ms',
      product: [found.commandsMeanwhile],
      floor: [found.commandsAtRest],
      mark: { atMost: 2 },
    },
  ])
}
