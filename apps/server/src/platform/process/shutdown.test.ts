import { describe, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { createShutdown } from './shutdown.ts'

const createQuiet = () => createShutdown(createLogger('silent'))

describe('the shutdown', () => {
  it('stops parts in reverse order of their start, each also when another throws or hangs', async () => {
    const stopped: string[] = []
    const shutdown = createQuiet()
    shutdown.add('database', 1_000, async () => stopped.push('database'))
    shutdown.add('hanging', 20, () => new Promise(() => {}))
    shutdown.add('broken', 1_000, async () => {
      stopped.push('broken')
      throw new Error('does not stop')
    })
    shutdown.add('http', 1_000, async () => stopped.push('http'))
    expect(await shutdown.run()).toBe(false)
    expect(stopped).toEqual(['http', 'broken', 'database'])
  })

  it('runs once, however often it is asked for', async () => {
    let count = 0
    const shutdown = createQuiet()
    shutdown.add('part', 1_000, async () => {
      count += 1
    })
    expect(shutdown.hasBegun()).toBe(false)
    expect(await Promise.all([shutdown.run(), shutdown.run()])).toEqual([true, true])
    expect(shutdown.hasBegun()).toBe(true)
    expect(count).toBe(1)
  })
})
