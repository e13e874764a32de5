import { commandResultsSchema } from '@senca/contract'
import { percentile } from '../../percentiles.ts'
import { type Finding, faultIf, finding } from '../finding.ts'
import type { ProductHome } from '../soak-home.ts'
import { callsMeanwhile, slowing } from '../work/calls-meanwhile.ts'
import { settle } from '../work/rest.ts'

const COMMANDS = 100
/** The maximum number of commands per device that wait for an acknowledgement. */
const WAITING_MAX = 16
const LATE_MS = 2_000

/** A hundred commands at once for a device that answers slowly: a few may wait, all others must be refused at once. */
export async function trySlowDevice(home: ProductHome): Promise<Finding[]> {
  const { product, owner, devices } = home
  const slow = devices.find(({ devicetype }) => devicetype === 'roller_shutter')
  if (slow === undefined) throw new Error('the demo home has no roller shutter')
  const before = await callsMeanwhile(home, LATE_MS)
  await product.provoke(slow.id, { fault: { kind: 'late_answer', ms: LATE_MS } })
  const times = new Map<string, number[]>()
  const startedMs = performance.now()
  const send = async (n: number): Promise<void> => {
    const commands = [{ token: slow.id, command: 'move', position: n % 100 }]
    const outcome = await owner.ask('POST', '/api/v1/device/move', { commands })
    if (outcome.kind !== 'answered' || outcome.status !== 200) throw new Error(JSON.stringify(outcome))
    const [result] = commandResultsSchema.parse(outcome.body)
    const word = result?.status === 'error' ? result.error : 'success'
    times.set(word, [...(times.get(word) ?? []), outcome.tookMs])
  }
  const [during] = await Promise.all([
    callsMeanwhile(home, LATE_MS),
    ...Array.from({ length: COMMANDS }, (_, n) => send(n)),
  ])
  const rounds = 1 + Math.floor((performance.now() - startedMs) / LATE_MS)
  await product.provoke(slow.id, { clear: true })
  const { troubles } = await settle(home)
  const busy = times.get('device_busy') ?? []
  const reported = [...times].map(
    ([word, took]) => `${word} ${took.length} (after ${percentile(took, 0.5).toFixed(0)} ms)`,
  )
  const others = slowing(before, during)
  return [
    finding(
      `${COMMANDS} commands at once for a device that answers after ${LATE_MS} ms`,
      reported.join(', '),
      [
        // On a busy machine some commands arrive only when the first ones have been answered.
        ...faultIf(COMMANDS - busy.length > rounds * WAITING_MAX, 'more of them wait than may'),
        ...troubles.map(({ shown }) => shown),
      ],
    ),
    finding('… calls of others, p50 / p99 before and beside it', others.value, others.faults),
  ]
}
