import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLogger } from '../../logger.ts'
import { type BrokerConnection, createBrokerConnection } from './broker-connection.ts'

/** The acknowledgement of a connection, in MQTT 5. */
const CONNACK = Uint8Array.of(0x20, 3, 0, 0, 0)
const sockets: Socket[] = []
/** The clients that connected, in their order, and those that get no answer. */
let connected: string[]
let unanswered: string[]
let port: number

/** A broker that accepts connections and acknowledges no message. */
const broker = createServer((socket) => {
  sockets.push(socket)
  socket.on('error', () => {})
  socket.once('data', (bytes) => {
    const clientId = ['one', 'two'].find((id) => bytes.includes(id)) ?? ''
    if (unanswered.includes(clientId)) return
    connected.push(clientId)
    socket.write(CONNACK)
  })
})
const listen = (at: number) => new Promise<void>((resolve) => broker.listen(at, '127.0.0.1', resolve))
/** Ends the broker and all its connections. */
function killBroker() {
  broker.close()
  for (const socket of sockets.splice(0)) socket.destroy()
}

beforeEach(async () => {
  connected = []
  unanswered = []
  await listen(0)
  const address = broker.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  port = address.port
})
afterEach(killBroker)

const open = (clientId: string, after?: BrokerConnection) =>
  createBrokerConnection({
    address: { host: '127.0.0.1', port, isEncrypted: false, username: 'senca', password: 'secret' },
    clientId,
    logger: createLogger('silent'),
    after,
  })

it('stops although its connection is closed while a message is in flight', async () => {
  const connection = open('one')
  expect(await connection.start()).toBe(true)
  const publishing = connection.publish({ topic: 'a', payload: 'b', qos: 1 })
  const stopping = connection.stop()
  for (const socket of sockets) socket.destroy()
  await stopping
  await publishing
})

it('is opened again only after the one that it needs', async () => {
  const one = open('one')
  const two = open('two', one)
  await Promise.all([one.start(), two.start()])
  killBroker()
  await vi.waitFor(() => expect([one.isUp(), two.isUp()]).toEqual([false, false]))
  connected = []
  unanswered = ['one']
  await listen(port)
  // Several attempts of the second would have been made in this time.
  await wait(1_000)
  expect(connected).toEqual([])
  unanswered = []
  for (const socket of sockets.splice(0)) socket.destroy()
  await vi.waitFor(() => expect(connected).toEqual(['one', 'two']))
  await vi.waitFor(() => expect([one.isUp(), two.isUp()]).toEqual([true, true]))
  await Promise.all([one.stop(), two.stop()])
})
