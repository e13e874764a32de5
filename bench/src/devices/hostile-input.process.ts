import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { generate } from 'mqtt-packet'
import * as z from 'zod/mini'
import { type HostileCase, hostileMessages, isHostileCase } from './hostile-input.ts'

// A process with one hostile client in the space of an account, until it is killed.
const orderSchema = z.object({
  name: z.string(),
  host: z.string(),
  port: z.number(),
  username: z.string(),
  password: z.string(),
})
type Order = z.infer<typeof orderSchema>

const AGAIN_MS = 20
const PACKETS_AT_ONCE = 100
const SIGN_INS_AT_ONCE = 20

/** Resolves when the connection has ended. `accepted` gets the socket when the broker has answered. */
const session = (
  { host, port, username, password }: Order,
  clientId: string,
  accepted: (socket: Socket) => void,
) =>
  new Promise<void>((resolve) => {
    const socket = connect({ host, port })
    socket.on('error', () => {})
    socket.once('close', () => resolve())
    socket.once('data', () => accepted(socket))
    socket.resume()
    socket.write(
      generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clientId,
        clean: true,
        keepalive: 0,
        username,
        password: Buffer.from(password),
      }),
    )
  })

/** Writes as fast as the server reads. */
function pour(socket: Socket, name: HostileCase, atOnce: number) {
  const messages = hostileMessages(name)
  const next = () =>
    Buffer.concat(
      Array.from({ length: atOnce }, () => {
        const { value } = messages.next()
        return generate({ cmd: 'publish', qos: 0, dup: false, ...value })
      }),
    )
  const write = () => {
    while (!socket.destroyed && socket.write(next()));
    if (!socket.destroyed) socket.once('drain', write)
  }
  write()
}

async function again(order: Order, clientId: string, accepted: (socket: Socket) => void): Promise<never> {
  for (;;) {
    await session(order, clientId, accepted)
    await wait(AGAIN_MS)
  }
}

process.on('message', (message) => {
  const order = orderSchema.parse(message)
  const { name } = order
  if (!isHostileCase(name)) throw new Error(`there is no case ${name}`)
  if (name === 'passwords')
    for (let nth = 0; nth < SIGN_INS_AT_ONCE; nth += 1)
      void again({ ...order, password: 'wrong' }, `hostile-${nth}`, () => {})
  else void again(order, 'hostile', (socket) => pour(socket, name, name === 'huge' ? 1 : PACKETS_AT_ONCE))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ started: true })
