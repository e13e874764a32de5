import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLogger } from '../../logger.ts'
import { createBrokerConnection } from './broker-connection.ts'

/** The acknowledgement of a connection, in MQTT 5. */
const CONNACK = Uint8Array.of(0x20, 3, 0, 0, 0)
const sockets: Socket[] = []

/** A broker that accepts every connection and acknowledges no message. */
const broker = createServer((socket) => {
  sockets.push(socket)
  socket.once('data', () => socket.write(CONNACK))
})
beforeEach(() => new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve)))
afterEach(() => void broker.close())

it('stops although its connection is closed while a message is in flight', async () => {
  const address = broker.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const connection = createBrokerConnection({
    address: {
      host: '127.0.0.1',
      port: address.port,
      isEncrypted: false,
      username: 'senca',
      password: 'secret',
    },
    clientId: 'one',
    logger: createLogger('silent'),
  })
  expect(await connection.start()).toBe(true)
  const publishing = connection.publish({ topic: 'a', payload: 'b', qos: 1 })
  const stopping = connection.stop()
  for (const socket of sockets) socket.destroy()
  await stopping
  await publishing
})
