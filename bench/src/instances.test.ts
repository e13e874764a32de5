import { expect, test } from 'vitest'
import { runInstances } from './soak/instances/run-instances.ts'
import { strikeFaults } from './soak/instances/strike-table.ts'

/** Three servers, two of which start twice, on a machine that may be busy with other tests. */
const SLOW_MS = 480_000

test(
  'nothing acknowledged is lost and nothing is sent twice when one of two servers, their broker or their database is killed',
  async () => {
    const lines: string[] = []
    const { strikes, faults, commands } = await runInstances({
      instances: 2,
      seed: 6,
      kills: 1,
      round: 1,
      progress: (line) => lines.push(line),
    })
    expect([...strikeFaults(strikes), ...faults], lines.join('\n')).toEqual([])
    expect(strikes.map(({ strike }) => strike)).toEqual(['instance', 'broker', 'database', 'drain'])
    for (const { acknowledged } of strikes) expect(acknowledged).toBeGreaterThan(0)
    expect(commands.counted).toBeGreaterThan(0)
  },
  SLOW_MS,
)
