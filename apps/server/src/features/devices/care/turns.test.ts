import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTurns } from './turns.ts'

const PATIENCE_MS = 5_000
const pause = () => new Promise((resolve) => setImmediate(resolve))
const turns = (limit: number, clock = createFakeClock()) =>
  createTurns({ clock, limit, patienceMs: PATIENCE_MS })

it('runs what concerns one key one after the other, also after a failure', async () => {
  const inTurn = turns(10)
  const seen: string[] = []
  const task = (name: string) => async () => {
    seen.push(`${name} begins`)
    await pause()
    seen.push(`${name} ends`)
    if (name === 'a1') throw new Error(name)
  }
  const all = [inTurn('a', task('a1')), inTurn('a', task('a2')), inTurn('b', task('b1'))]
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect(seen.slice(0, 2)).toEqual(['a1 begins', 'b1 begins'])
  expect(seen.filter((what) => what.startsWith('a'))).toEqual([
    'a1 begins',
    'a1 ends',
    'a2 begins',
    'a2 ends',
  ])
})

it('lets only so many stand in line, and others again once they are through', async () => {
  const inTurn = turns(2)
  const first = [inTurn('a', pause), inTurn('a', pause)]
  let isRun = false
  const run = async () => {
    isRun = true
    return 'run'
  }
  expect(await inTurn('a', run)).toBeNull()
  expect(isRun).toBe(false)
  await Promise.all(first)
  await pause()
  expect(await inTurn('a', run)).toBe('run')
})

it('lets nobody stand in line for longer than its patience, and begins nothing that was given up', async () => {
  const clock = createFakeClock()
  const inTurn = turns(3, clock)
  const seen: string[] = []
  let finish = () => {}
  const first = inTurn('a', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return 'first'
  })
  const late = inTurn('a', async () => seen.push('late'))
  await pause()
  clock.advance(PATIENCE_MS - 1)
  const young = inTurn('a', async () => seen.push('young'))
  clock.advance(1)
  expect(await late).toBeNull()
  finish()
  expect(await first).toBe('first')
  await young
  expect(seen).toEqual(['young'])
})
