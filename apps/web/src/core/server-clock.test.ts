import { expect, it } from 'vitest'
import { createServerClock } from './server-clock.ts'

const TRUE_TIME = Date.parse('2026-06-20T10:00:00.500Z')

function setUp(wrongBy: number, wayMs: number, date: string | null = new Date(TRUE_TIME).toUTCString()) {
  let now = TRUE_TIME + wrongBy - wayMs
  const clock = { now: () => now, after: () => () => {} }
  const { clock: own, fetch } = createServerClock(clock, async () => {
    now += 2 * wayMs
    return new Response('{}', { headers: date === null ? {} : { date } })
  })
  const difference = async () => {
    await fetch('/auth')
    return own.now() - (TRUE_TIME + wayMs)
  }
  return difference
}

it.each([
  ['two hours fast', 7_200_000, 100],
  ['two hours slow', -7_200_000, 100],
  ['two hours slow on a slow line', -7_200_000, 4_000],
])('a clock that is %s goes by the server', async (_name, wrongBy, way) => {
  expect(await setUp(wrongBy, way)()).toBe(0)
})

it.each([
  ['nearly right', 1_500, 100, undefined],
  ['right, on a slow line', 0, 8_000, undefined],
  ['that was never corrected', 7_200_000, 100, null],
  ['that receives nonsense', 7_200_000, 100, 'noon'],
])('a clock that is %s goes by itself', async (_name, wrongBy, way, date) => {
  expect(await setUp(wrongBy, way, date)()).toBe(wrongBy)
})
