import { expect, test } from 'vitest'
import { startFuzzedProduct } from './fuzz/fuzzed-product.ts'
import { runFuzz } from './fuzz/run-fuzz.ts'

const RUNS = 1_000

test('generated input yields no broken answer, no hang, no crash, no leak and no growth', async () => {
  const { product, inspector } = await startFuzzedProduct()
  try {
    const { sent, succeeded, faults } = await runFuzz(product, { seed: 6, runs: RUNS, inspector })
    expect(faults).toEqual([])
    expect(sent).toBe(RUNS)
    // A test whose inputs are all refused by the first validation would prove little.
    const answered = [...succeeded.values()].filter((count) => count > 0)
    expect(answered.length).toBeGreaterThan(succeeded.size / 3)
  } finally {
    inspector.end()
    await product.stop()
  }
})
