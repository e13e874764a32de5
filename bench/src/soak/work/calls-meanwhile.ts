import { percentile } from '../../percentiles.ts'
import { faultIf } from '../finding.ts'
import { type SoakHome, sleep } from '../soak-home.ts'

const SLOWER_FACTOR = 4
const SLOWER_MS = 250

/** How many ms the calls of another account take during this time; infinity for a call that fails. */
export async function callsMeanwhile({ owner }: SoakHome, durationMs: number): Promise<number[]> {
  const times: number[] = []
  const endMs = performance.now() + durationMs
  while (performance.now() < endMs) {
    const outcome = await owner.ask('GET', '/api/v1/device/list?index=token')
    times.push(
      outcome.kind === 'answered' && outcome.status === 200 ? outcome.tookMs : Number.POSITIVE_INFINITY,
    )
    await sleep(20)
  }
  return times
}

/** Describes the duration of those calls, and whether they became slower than a busy machine explains. */
export function slowing(before: readonly number[], during: readonly number[]) {
  const reported = (times: readonly number[]) =>
    `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.99).toFixed(1)} ms`
  const isSlower = percentile(during, 0.5) > SLOWER_FACTOR * percentile(before, 0.5) + SLOWER_MS
  return {
    value: `${reported(before)} → ${reported(during)}`,
    faults: faultIf(isSlower, 'others are slowed down'),
  }
}
