import { expect, test } from 'vitest'
import { killFaults } from './soak/attacks/kill-table.ts'
import { runSoak } from './soak/run-soak.ts'

/** The test starts a server eight times, on a machine that may run other tests. */
const SLOW_MS = 240_000

test(
  'nothing acknowledged is lost by one kill of each kind, and every device is shown as it is',
  async () => {
    const lines: string[] = []
    const { kills } = await runSoak({
      seed: 6,
      kills: 5,
      // About a hundred writes are acknowledged before each kill even so.
      loadMs: [300, 1_200],
      parts: ['kills'],
      nuisanceMs: 1_000,
      events: 0,
      steps: 0,
      progress: (line) => lines.push(line),
    })
    expect(killFaults(kills), lines.join('\n')).toEqual([])
    expect(kills.map(({ kill }) => kill).sort()).toEqual([
      'backend',
      'database',
      'server',
      'simulator',
      'tree',
    ])
    for (const { acknowledged } of kills) expect(acknowledged).toBeGreaterThan(0)
  },
  SLOW_MS,
)
