import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { killFaults, killTable } from './soak/attacks/kill-table.ts'
import { tableOf } from './soak/finding.ts'
import { runSoak, SOAK_PARTS } from './soak/run-soak.ts'

const NUISANCE_MS = 20_000

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    events: { type: 'string', default: '100000' },
    steps: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    only: { type: 'string', default: SOAK_PARTS.join(',') },
  },
})
const parts = z.array(z.enum(SOAK_PARTS)).parse(values.only.split(','))
const seed = Number(values.seed)
const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

say(`soak: seed ${seed}; ${parts.join(', ')}`)
const { kills, broken, findings } = await runSoak({
  seed,
  kills: Number(values.kills),
  events: Number(values.events),
  steps: Number(values.steps),
  parts,
  nuisanceMs: NUISANCE_MS,
  progress: (line) => say(`  ${line}`),
})
if (kills.length > 0) {
  say(`\n${killTable(kills)}`)
  for (const [words, count] of broken) say(`answered while something was gone: ${count} × ${words}`)
}
if (findings.length > 0) {
  const rows = findings.map(({ figure, value, faults }) => [
    figure,
    value,
    faults.length === 0 ? 'well' : 'FAULT',
  ])
  say(`\n${tableOf(['figure', 'measured', ''], rows)}`)
}
const faults = [...killFaults(kills), ...findings.flatMap((each) => each.faults)]
for (const fault of faults) say(`FAULT ${fault}`)
say(`${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
