import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

const pause = () => new Promise((resolve) => setImmediate(resolve))

it('runs a few at a time, the others in order, and refuses when too many wait', async () => {
  const limit = createConcurrencyLimit({ concurrent: 2, maxWaiting: 3 })
  const order: number[] = []
  let inside = 0
  let most = 0
  const visit = (index: number) =>
    limit(async () => {
      inside += 1
      most = Math.max(most, inside)
      order.push(index)
      await pause()
      inside -= 1
      if (index === 1) throw new Error('failed inside')
      return index
    })
  const visits = [0, 1, 2, 3, 4, 5].map(visit)
  const results = await Promise.allSettled(visits)
  expect(most).toBe(2)
  expect(order).toEqual([0, 1, 2, 3, 4])
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ])
  expect(results[5]).toMatchObject({ reason: { code: 'too_many_requests', retryAfterSeconds: 5 } })
  expect(await visit(6)).toBe(6)
})
