import { Aedes, type AedesPublishPacket } from 'aedes'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLogger } from '../../logger.ts'
import { createServerMessages } from './server-messages.ts'

const TOPIC = 'senca/one/command'

let aedes: Aedes
beforeEach(async () => {
  aedes = await Aedes.createBroker()
})
afterEach(() => new Promise<void>((resolve) => aedes.close(resolve)))

it('a message that waited longer than its expiry is not delivered', async () => {
  const messages = createServerMessages(aedes, { find: () => [] }, createLogger('silent'))
  const delivered: string[] = []
  let release = () => {}
  const receive = (packet: AedesPublishPacket, done: () => void) => {
    delivered.push(packet.payload.toString())
    // The delivery of the first message is delayed.
    if (delivered.length === 1) release = done
    else done()
  }
  await new Promise<void>((resolve) => aedes.subscribe(TOPIC, receive, resolve))
  const publish = (payload: string, lifeMs?: number) =>
    messages.publish(
      { cmd: 'publish', topic: TOPIC, payload: Buffer.from(payload), qos: 1, retain: false, dup: false },
      lifeMs,
    )
  const all = [publish('first', 60_000), publish('dead', 0), publish('alive', 60_000), publish('without end')]
  while (delivered.length === 0) await new Promise((resolve) => setImmediate(resolve))
  release()
  await Promise.all(all)
  expect(delivered).toEqual(['first', 'alive', 'without end'])
})
