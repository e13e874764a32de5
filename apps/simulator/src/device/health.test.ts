import { expect, it } from 'vitest'
import { type Bench, createBench } from '../testing/bench.ts'

const HOUR_MS = 3_600_000
const reported = (bench: Bench) => bench.statuses().at(-1)?.health

it('says what its motor has done, and when it was calibrated', () => {
  const bench = createBench({ type: 'roller_shutter' })
  expect(reported(bench)).toMatchObject({ uptime: 0, motorRuns: 0, motorSeconds: 0 })
  expect(reported(bench)).not.toHaveProperty('calibratedAt')
  bench.send({ command: 'move', position: 100 })
  bench.clock.advance(HOUR_MS)
  expect(bench.lastState()).toMatchObject({ status: 'ready', position: 1 })
  // No report yet: the last one was sent on connecting, less than an hour ago.
  expect(reported(bench)).toMatchObject({ motorRuns: 0 })
  bench.send({ command: 'recalibrate' })
  bench.clock.advance(HOUR_MS)
  const health = reported(bench)
  expect(health).toMatchObject({ motorRuns: 2 })
  expect(health?.uptime).toBeGreaterThanOrEqual(HOUR_MS / 1_000)
  expect(health?.motorSeconds).toBeGreaterThan(10)
  expect(Date.parse(health?.calibratedAt ?? '')).toBeGreaterThan(Date.parse('2026-06-21'))
})

it('keeps what its motor has done through a power cut, and counts its time from zero [DP44]', () => {
  const first = createBench({ type: 'roller_shutter' })
  first.send({ command: 'move', position: 100 })
  first.clock.advance(HOUR_MS)
  const next = createBench({ type: 'roller_shutter', memory: first.device.memory() })
  expect(reported(next)).toMatchObject({ motorRuns: 1, uptime: 0 })
})

it('is not reported by the first generation', () => {
  expect(reported(createBench({ type: 'roller_shutter', version: 1 }))).toBeUndefined()
})
