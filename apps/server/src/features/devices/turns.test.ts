import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

const pause = () => new Promise((resolve) => setImmediate(resolve))

it('runs what concerns one key one after the other, also after a failure', async () => {
  const inTurn = createTurns(10)
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
  const inTurn = createTurns(2)
  const first = [inTurn('a', pause), inTurn('a', pause)]
  expect(inTurn('a', pause)).toBeNull()
  await Promise.all(first)
  await pause()
  expect(inTurn('a', pause)).not.toBeNull()
})
