import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { runEndurance, type Stretch } from './endurance/run-endurance.ts'

// Ten thousand devices of a hundred accounts send two thousand states per second, and five sockets watch each account. Measures
// the cost per minute, whether it grows, and whether all sockets have the last states at the end. `npm run bench:endurance --
// [--devices 10000] [--states 2000] [--sockets 500] [--seconds 600] [--every 60]`.
const { values: asked } = parseArgs({
  options: {
    devices: { type: 'string', default: '10000' },
    states: { type: 'string', default: '2000' },
    sockets: { type: 'string', default: '500' },
    'sockets-each': { type: 'string', default: '5' },
    seconds: { type: 'string', default: '600' },
    every: { type: 'string', default: '60' },
  },
})

const COLUMNS: readonly [title: string, read: (stretch: Stretch) => string][] = [
  ['second', ({ second }) => second.toFixed(0)],
  ['p50 ms', ({ p50 }) => p50.toFixed(1)],
  ['p99 ms', ({ p99 }) => p99.toFixed(1)],
  ['delivered/s', ({ deliveredPerSecond }) => deliveredPerSecond.toFixed(0)],
  ['replaced', ({ replaced }) => replaced.toFixed(0)],
  ['in flight', ({ underWay }) => underWay.toFixed(0)],
  ['unwritten', ({ unwritten }) => unwritten.toFixed(0)],
  ['RSS MiB', ({ rss }) => rss.toFixed(0)],
  ['heap MiB', ({ heap }) => heap.toFixed(1)],
  ['server %', ({ server }) => (100 * server).toFixed(0)],
  ['database %', ({ database }) => (100 * database).toFixed(0)],
  ['data MiB', ({ dataMib }) => dataMib.toFixed(0)],
  ['load', () => (loadavg()[0] ?? 0).toFixed(1)],
]
const line = (cells: readonly string[]) =>
  `| ${cells.map((cell, at) => cell.padStart(COLUMNS[at]?.[0].length ?? 0)).join(' | ')} |\n`

process.stdout.write(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}\n\n`)
process.stdout.write(line(COLUMNS.map(([title]) => title)))
process.stdout.write(line(COLUMNS.map(([title]) => `${'-'.repeat(title.length - 1)}:`)))
const { setUpSeconds, connected, stretches, sent, wrong, pairs } = await runEndurance(
  {
    devices: Number(asked.devices),
    states: Number(asked.states),
    sockets: Number(asked.sockets),
    socketsEach: Number(asked['sockets-each']),
    seconds: Number(asked.seconds),
    every: Number(asked.every),
  },
  (stretch) => process.stdout.write(line(COLUMNS.map(([, read]) => read(stretch)))),
)
// The first minute is skipped, because the caches are still filling.
const [settled, last] = [stretches[1] ?? stretches[0], stretches.at(-1)]
const growth = (read: (stretch: Stretch) => number) =>
  settled === undefined || last === undefined
    ? '–'
    : `${read(settled).toFixed(1)} → ${read(last).toFixed(1)} MiB (${(100 * (read(last) / read(settled) - 1)).toFixed(1)} %)`
process.stdout.write(
  `\n${connected} devices connected, set up in ${setUpSeconds.toFixed(0)} s; ${sent} reports sent\n` +
    `last states not seen: ${wrong} of ${pairs} pairs of a socket and a device\n` +
    `from the second line to the last: heap ${growth(({ heap }) => heap)}, RSS ${growth(({ rss }) => rss)}\n`,
)
process.exitCode = wrong === 0 ? 0 : 1
