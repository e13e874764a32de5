import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { killFaults, killTable } from './soak/attacks/kill-table.ts'
import { tableOf } from './soak/finding.ts'
import { runInstances } from './soak/instances/run-instances.ts'
import { strikeFaults, strikeTable } from './soak/instances/strike-table.ts'
import { runSoak, SOAK_PARTS } from './soak/run-soak.ts'

const NUISANCE_MS = 20_000
const KILLS = 20
const KILLS_OF_INSTANCES = 10
/** After this many kills the broker and the database are killed, and one instance is drained. */
const ROUND = 10

const { values } = parseArgs({
  options: {
    /** With more than one, several servers behind a load balancer are killed, and no other part runs. */
    instances: { type: 'string', default: '1' },
    kills: { type: 'string' },
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

async function soakInstances(instances: number): Promise<string[]> {
  say(`soak: seed ${seed}; ${instances} instances`)
  const { strikes, broken, firings, commands, faults } = await runInstances({
    instances,
    seed,
    kills: Number(values.kills ?? KILLS_OF_INSTANCES),
    round: ROUND,
    progress: (line) => say(`  ${line}`),
  })
  if (strikes.length > 0) say(`\n${strikeTable(strikes)}`)
  for (const [words, count] of broken) say(`answered while something was gone: ${count} × ${words}`)
  const outcomes = [...firings.outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ')
  say(`${firings.due} firings due: ${outcomes}; the latest after ${firings.mostLateMs} ms`)
  say(`${commands.sent} commands sent, ${commands.counted} acknowledged moves counted one by one`)
  return [...strikeFaults(strikes), ...faults]
}

async function soakParts(): Promise<string[]> {
  say(`soak: seed ${seed}; ${parts.join(', ')}`)
  const { kills, broken, findings } = await runSoak({
    seed,
    kills: Number(values.kills ?? KILLS),
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
  return [...killFaults(kills), ...findings.flatMap((each) => each.faults)]
}

const instances = Number(values.instances)
const faults = instances > 1 ? await soakInstances(instances) : await soakParts()
for (const fault of faults) say(`FAULT ${fault}`)
say(`${faults.length} faults; seed ${seed}`)
process.exitCode = faults.length === 0 ? 0 : 1
