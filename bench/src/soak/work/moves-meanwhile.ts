import { commandResultsSchema } from '@senca/contract'
import { percentile } from '../../percentiles.ts'
import { faultIf } from '../finding.ts'
import { type SoakHome, sleep } from '../soak-home.ts'

const PAUSE_MS = 50
const SLOWER_FACTOR = 5

/** How many ms moves of the demo home take until the device has acknowledged them; infinity for a move that fails. */
export async function movesMeanwhile({ owner, shared }: SoakHome, durationMs: number): Promise<number[]> {
  const times: number[] = []
  const endMs = performance.now() + durationMs
  while (performance.now() < endMs) {
    const commands = [{ token: shared.id, command: 'move', position: times.length % 100 }]
    const outcome = await owner.ask('POST', '/api/v1/device/move', { commands })
    const results = outcome.kind === 'answered' ? commandResultsSchema.safeParse(outcome.body) : null
    const isDone = results?.data?.every(({ status }) => status === 'success') ?? false
    times.push(outcome.kind === 'answered' && isDone ? outcome.tookMs : Number.POSITIVE_INFINITY)
    await sleep(PAUSE_MS)
  }
  return times
}

/** Describes the duration of those moves, and whether they became slower than another home may make them. */
export function movesSlowing(atRest: readonly number[], attacked: readonly number[]) {
  const reported = (times: readonly number[]) =>
    `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)} ms`
  const isSlower = !(percentile(attacked, 0.95) < SLOWER_FACTOR * percentile(atRest, 0.95))
  return {
    value: `${reported(atRest)} → ${reported(attacked)} (${attacked.length} moves)`,
    faults: faultIf(isSlower, `moves of another home take ${SLOWER_FACTOR} times as long or longer`),
  }
}
