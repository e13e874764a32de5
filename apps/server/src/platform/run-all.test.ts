import { expect, it } from 'vitest'
import { runAll } from './run-all.ts'

it('runs every task in order, also after one that throws, and then throws what was thrown', async () => {
  const ran: string[] = []
  const task = (name: string, error?: Error) => async () => {
    ran.push(name)
    if (error) throw error
  }
  const first = new Error('first')
  await expect(runAll([task('a'), task('b', first), task('c')])).rejects.toBe(first)
  expect(ran).toEqual(['a', 'b', 'c'])
  const throwing = () => {
    throw new Error('at once')
  }
  await expect(runAll([throwing, task('d', first), task('e')])).rejects.toMatchObject({
    errors: [new Error('at once'), first],
  })
  expect(ran).toEqual(['a', 'b', 'c', 'd', 'e'])
  await expect(runAll([task('f')])).resolves.toBeUndefined()
})
