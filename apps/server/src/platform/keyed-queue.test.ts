import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createKeyedQueue } from './keyed-queue.ts'

const TIMEOUT_MS = 5_000
const pause = () => new Promise((resolve) => setImmediate(resolve))
const queueOf = (limit: number, clock = createFakeClock()) =>
  createKeyedQueue({ clock, limit, timeoutMs: TIMEOUT_MS })

it('runs what concerns one key one after the other, also after a failure', async () => {
  const enqueue = queueOf(10)
  const seen: string[] = []
  const task = (name: string) => async () => {
    seen.push(`${name} begins`)
    await pause()
    seen.push(`${name} ends`)
    if (name === 'a1') throw new Error(name)
  }
  const all = [enqueue('a', task('a1')), enqueue('a', task('a2')), enqueue('b', task('b1'))]
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

it('refuses when so many wait, and runs others again once those are done', async () => {
  const enqueue = queueOf(2)
  const first = [enqueue('a', pause), enqueue('a', pause)]
  let isRun = false
  const run = async () => {
    isRun = true
    return 'run'
  }
  expect(await enqueue('a', run)).toBeNull()
  expect(isRun).toBe(false)
  await Promise.all(first)
  await pause()
  expect(await enqueue('a', run)).toBe('run')
})

it('rejects what waits longer than its timeout, and does not run it later', async () => {
  const clock = createFakeClock()
  const enqueue = queueOf(3, clock)
  const seen: string[] = []
  let finish = () => {}
  const first = enqueue('a', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return 'first'
  })
  const late = enqueue('a', async () => seen.push('late'))
  await pause()
  clock.advance(TIMEOUT_MS - 1)
  const young = enqueue('a', async () => seen.push('young'))
  clock.advance(1)
  expect(await late).toBeNull()
  finish()
  expect(await first).toBe('first')
  await young
  expect(seen).toEqual(['young'])
})

it('runs the next task after one that throws before it has a promise', async () => {
  const enqueue = queueOf(2)
  const broken = enqueue('a', () => {
    throw new Error('broken')
  })
  const next = enqueue('a', async () => 'next')
  await expect(broken).rejects.toThrow('broken')
  expect(await next).toBe('next')
  expect(await enqueue('a', async () => 'last')).toBe('last')
})
