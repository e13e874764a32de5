import { startProduct } from '@senca/e2e/product/product.ts'
import { freePort } from '@senca/server/free-port'
import { type Finding, finding } from '../finding.ts'
import { type Inspector, inspectorOption, openInspector } from '../inspector.ts'
import type { Seeded } from '../seeded.ts'
import { openSoakHome, type SoakHome, sleep } from '../soak-home.ts'
import { createLoad, type Load } from '../work/load.ts'
import { settle } from '../work/rest.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const JUMPS: readonly [string, number][] = [
  ['an hour ahead', 60 * MINUTE_MS],
  ['an hour back', -60 * MINUTE_MS],
  ['a day back', -DAY_MS],
  ['four days ahead', 4 * DAY_MS],
  ['three days back', -3 * DAY_MS],
]
const LOAD_MS = 1_500

/** Replaces the clock of the process by one that can be changed. Timers run on, as they do on a real machine. */
const MOVABLE_CLOCK = `(() => {
  const RealDate = Date
  let offsetMs = 0
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      args.length === 0
        ? Reflect.construct(target, [RealDate.now() + offsetMs], newTarget)
        : Reflect.construct(target, args, newTarget),
    apply: () => new RealDate(RealDate.now() + offsetMs).toString(),
    get: (target, key) => (key === 'now' ? () => RealDate.now() + offsetMs : Reflect.get(target, key)),
  })
  globalThis.moveClock = (byMs) => { offsetMs += byMs }
})()`

async function jumpUnderLoad(home: SoakHome, load: Load, clock: Inspector): Promise<Finding[]> {
  const { ledger } = home
  const findings: Finding[] = []
  await clock.evaluate(MOVABLE_CLOCK)
  for (const [name, byMs] of JUMPS) {
    const before = ledger.acknowledged()
    load.resume()
    await sleep(LOAD_MS)
    await clock.evaluate(`moveClock(${byMs})`)
    await sleep(LOAD_MS)
    await load.pause()
    const { troubles, tookMs } = await settle(home)
    await load.verify()
    const value = `${ledger.acknowledged() - before} writes, at rest after ${(tookMs / 1_000).toFixed(1)} s`
    const faults = [
      ...ledger.drainLosses().map((loss) => JSON.stringify(loss)),
      ...troubles.map(({ shown }) => shown),
    ]
    findings.push(finding(`the server's clock jumps ${name}`, value, faults))
  }
  const broken = [...ledger.broken().keys()].filter((words) => words.startsWith('500'))
  return [...findings, finding('… answers of 500', String(broken.length), broken)]
}

/**
 * The clock of the server process jumps under load: commands in flight must finish, and nothing may be lost or stuck. PostgreSQL
 * and the devices keep the clock of the machine.
 */
export async function tryClockJumps(seeded: Seeded): Promise<Finding[]> {
  const port = await freePort()
  const product = await startProduct({ LOG_LEVEL: 'warn', ...inspectorOption(port) }, ['--speed', '20'])
  try {
    await product.startSimulator()
    const home = await openSoakHome(product)
    const inspector = await openInspector(port)
    const load = createLoad(home, seeded)
    try {
      return await jumpUnderLoad(home, load, inspector)
    } finally {
      await load.pause()
      inspector.end()
      home.stop()
    }
  } finally {
    await product.stop()
  }
}
