import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { runTest } from '../../run-test.ts'
import { type Finding, faultIf, finding } from '../finding.ts'

const TEST = 'bench/src/soak/safety/safety.test.ts'
const PROGRESS = /^\d+ events after/

const reportSchema = z.object({
  events: z.number(),
  seconds: z.number(),
  hours: z.number(),
  kinds: z.record(z.string(), z.number()),
  commands: z.number(),
  commandsWhileProtected: z.number(),
  broughtIn: z.number(),
  refusals: z.number(),
  unsafe: z.array(z.unknown()),
  leftOutside: z.array(z.unknown()),
})

function findingsOf(home: string, report: z.infer<typeof reportSchema>, code: number | null): Finding[] {
  const { unsafe, leftOutside, kinds, commands, commandsWhileProtected, broughtIn, refusals } = report
  const faults = [
    ...unsafe.map((one) => `a protected shade was moved the unsafe way: ${JSON.stringify(one)}`),
    ...leftOutside.map((one) => `a protected shade stayed outside: ${JSON.stringify(one)}`),
    ...faultIf(code !== 0 && unsafe.length + leftOutside.length === 0, `the run ended with ${code}`),
  ]
  const all = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`)
  return [
    finding(
      `events over protected shades${home}`,
      `${report.events} in ${report.seconds.toFixed(0)} s, ${report.hours.toFixed(1)} h of the home`,
      faults,
    ),
    finding('of them', all.join(', ')),
    finding(
      'commands on the wire',
      `${commands}, ${commandsWhileProtected} of them to shades that were protected`,
    ),
    finding('refused calls', String(refusals)),
    finding('shades brought in', String(broughtIn)),
  ]
}

interface SafetyOptions {
  events: number
  seed: number
  progress(line: string): void
}

/**
 * Random events for protected shades of all types, in a home of our own hardware and in one with covers of other makers too. They run
 * in the test kit of the server with a manual clock. An independent oracle judges the commands that the devices receive.
 */
export async function trySafety({ events, seed, progress }: SafetyOptions): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'senca-safety-soak-'))
  const path = join(folder, 'report.json')
  try {
    const environment = { SOAK_EVENTS: String(events), SOAK_SEED: String(seed), SOAK_REPORT: path }
    const code = await runTest('bench', TEST, environment, (line) => {
      const text = line.replace(/^.*?(?=\d+ events after)/, '')
      if (PROGRESS.test(text)) progress(text)
    })
    const [own, bridged] = z
      .tuple([reportSchema, reportSchema])
      .parse(JSON.parse(await readFile(path, 'utf8')))
    return [...findingsOf('', own, code), ...findingsOf(', with covers of other makers', bridged, code)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
