import { describe, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { createInProcessEventBus } from './in-process-event-bus.ts'

const createBus = () => createInProcessEventBus(createLogger('silent'))

describe('the in-process event bus', () => {
  it('notifies every subscriber of a topic, in order, and nobody else', () => {
    const bus = createBus()
    const received: unknown[] = []
    bus.subscribe('device.a', (payload) => received.push(['first', payload]))
    bus.subscribe('device.a', (payload) => received.push(['second', payload]))
    bus.subscribe('device.b', (payload) => received.push(['other', payload]))
    bus.publish('device.a', 1)
    bus.publish('device.a', 2)
    expect(received).toEqual([
      ['first', 1],
      ['second', 1],
      ['first', 2],
      ['second', 2],
    ])
  })

  it('is silent after the undo, also for a listener that was subscribed twice', () => {
    const bus = createBus()
    const received: unknown[] = []
    const listener = (payload: unknown) => received.push(payload)
    const undo = bus.subscribe('t', listener)
    bus.subscribe('t', listener)
    undo()
    undo()
    bus.publish('t', 'x')
    expect(received).toEqual(['x'])
  })

  it('goes on to the next subscriber when one throws', () => {
    const bus = createBus()
    const received: unknown[] = []
    bus.subscribe('t', () => {
      throw new Error('broken listener')
    })
    bus.subscribe('t', (payload) => received.push(payload))
    bus.publish('t', 'x')
    expect(received).toEqual(['x'])
  })
})
