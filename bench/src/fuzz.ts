import { parseArgs } from 'node:util'
import { startFuzzedProduct } from './fuzz/fuzzed-product.ts'
import { runFuzz } from './fuzz/run-fuzz.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    case: { type: 'string' },
  },
})
const seed = Number(values.seed)
const runs = Number(values.runs)
const MB = 1024 * 1024
const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

say(`fuzz: ${runs} cases, seed ${seed}`)
const { product, inspector } = await startFuzzedProduct()
try {
  let notified = 0
  const report = await runFuzz(product, {
    seed,
    runs,
    only: values.case === undefined ? undefined : Number(values.case),
    inspector,
    progress(sent) {
      if (sent - notified < runs / 10) return
      notified = sent
      say(`  ${sent} sent`)
    },
  })
  const kinds = [...report.sentByKind].map(([kind, count]) => `${kind} ${count}`).join(', ')
  say(`${report.sent} cases (${kinds}) over ${report.calls} calls in ${(report.tookMs / 1_000).toFixed(0)} s`)
  const all = [...report.succeeded.values()].reduce((sum, count) => sum + count, 0)
  const never = [...report.succeeded].filter(([, count]) => count === 0).map(([name]) => name)
  say(`answered 200: ${all}; never by: ${never.join(', ') || 'none'}`)
  const { quarter, end } = report.heapBytes
  say(
    `heap after collection: ${(quarter / MB).toFixed(1)} MB at a quarter, ${(end / MB).toFixed(1)} MB at the end`,
  )
  for (const { number, asked, fault } of report.faults) {
    say(`FAULT ${fault}\n  ${asked}\n  again: npm run fuzz -- --seed ${seed} --runs ${runs} --case ${number}`)
  }
  if (report.faults.length > 0) say(product.log().slice(-4_000))
  say(`${report.faults.length} faults`)
  process.exitCode = report.faults.length === 0 ? 0 : 1
} finally {
  inspector.end()
  await product.stop()
}
