import { describe, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { createInProcessEventBus } from './in-process-event-bus.ts'

const createBus = () => createInProcessEventBus(createLogger('silent'))

describe('the in-process event bus', () => {
  it('notifies every subscriber of a topic, in order, and nobody else', () => {
    const bus = createBus()
    const heard: unknown[] = []
    bus.subscribe('device.a', (payload) => heard.push(['first', payload]))
    bus.subscribe('device.a', (payload) => heard.push(['second', payload]))
    bus.subscribe('device.b', (payload) => heard.push(['other', payload]))
    bus.publish('device.a', 1)
    bus.publish('device.a', 2)
    expect(heard).toEqual([
      ['first', 1],
      ['second', 1],
      ['first', 2],
      ['second', 2],
    ])
  })

  it('is silent after the undo, also for a listener that was subscribed twice', () => {
    const bus = createBus()
    const heard: unknown[] = []
    const listener = (payload: unknown) => heard.push(payload)
    const undo = bus.subscribe('t', listener)
    bus.subscribe('t', listener)
    undo()
    undo()
    bus.publish('t', 'x')
    expect(heard).toEqual(['x'])
  })

  it('goes on to the next subscriber when one throws', () => {
    const bus = createBus()
    const heard: unknown[] = []
    bus.subscribe('t', () => {
      throw new Error('broken listener')
    })
    bus.subscribe('t', (payload) => heard.push(payload))
    bus.publish('t', 'x')
    expect(heard).toEqual(['x'])
  })
})
