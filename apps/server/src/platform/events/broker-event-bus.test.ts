import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createOutsideClients, type OutsideClients } from '#testing/doubles/outside-clients.ts'
import { busTopic } from './broker-event-bus.ts'

let clients: OutsideClients
beforeAll(async () => {
  clients = await createOutsideClients()
})
afterAll(() => clients.mosquitto.remove())
afterEach(() => clients.disconnectAll())

describe('the event bus over its topics', () => {
  it('notifies listeners of its own instance at once and once, and those of other instances in order', async () => {
    const [one, two] = [await clients.openInstance(), await clients.openInstance()]
    const here: unknown[] = []
    const there: unknown[] = []
    one.bus.subscribe('device.a', (payload) => here.push(payload))
    two.bus.subscribe('device.a', (payload) => there.push(payload))
    await two.bus.settled()
    await one.bus.settled()
    for (let count = 0; count < 50; count += 1) one.bus.publish('device.a', { count })
    expect(here.length).toBe(50)
    await vi.waitFor(() => expect(there.length).toBe(50))
    expect(there).toEqual(here)
    two.bus.publish('device.a', 'back')
    await vi.waitFor(() => expect(here.length).toBe(51))
  })

  it('receives a topic as long as one listener is left', async () => {
    const [one, two] = [await clients.openInstance(), await clients.openInstance()]
    const received: unknown[] = []
    const undo = two.bus.subscribe('device.b', (payload) => received.push(['first', payload]))
    two.bus.subscribe('device.b', (payload) => received.push(['second', payload]))
    two.bus.subscribe('end', (payload) => received.push(payload))
    undo()
    undo()
    await two.bus.settled()
    one.bus.publish('device.b', 1)
    one.bus.publish('end', 'end')
    await vi.waitFor(() => expect(received).toEqual([['second', 1], 'end']))
  })

  it('does not send what is too large, and drops what cannot be read', async () => {
    const [one, two] = [await clients.openInstance(), await clients.openInstance()]
    const received: unknown[] = []
    two.bus.subscribe('device.c', (payload) => received.push(payload))
    await two.bus.settled()
    const device = await clients.connectDevice()
    await device.publishAsync(busTopic('device.c'), '{"half', { qos: 1 })
    one.bus.publish('device.c', 'x'.repeat(300_000))
    one.bus.publish('device.c', 'small')
    await vi.waitFor(() => expect(received).toEqual(['small']))
  })

  it('knows every name apart, whatever is in it', () => {
    const names = ['a', 'a/b', 'a+', 'a#', '$a', 'a%002f', 'ž', 'a b', '\ud800', '\ud801', 'A', '']
    const topics = names.map(busTopic)
    expect(new Set(topics).size).toBe(names.length)
    for (const topic of topics) expect(topic).toMatch(/^senca-bus\/[A-Za-z0-9._%-]*$/)
  })
})
