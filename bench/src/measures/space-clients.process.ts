import { connect, type Socket } from 'node:net'
import { generate } from 'mqtt-packet'
import * as z from 'zod/mini'

// A process with clients in the MQTT spaces of accounts: they wait, or publish as much as the server reads.
const orderSchema = z.object({
  host: z.string(),
  port: z.number(),
  logins: z.array(z.object({ username: z.string(), password: z.string() })),
  filter: z.string(),
  isFlooding: z.boolean(),
})
type Order = z.infer<typeof orderSchema>

const PAYLOAD = Buffer.alloc(100, 'x')
const PACKETS_AT_ONCE = 500
const publish = (retain: boolean) =>
  generate({ cmd: 'publish', topic: 'flood/state', payload: PAYLOAD, qos: 0, retain, dup: false })
const FLOOD = Buffer.concat(Array.from({ length: PACKETS_AT_ONCE }, () => publish(false)))

function flood(socket: Socket) {
  while (socket.write(FLOOD));
  socket.once('drain', () => flood(socket))
}

const open = ({ host, port, filter, isFlooding }: Order, login: Order['logins'][number], clientId: string) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ host, port })
    socket.once('error', reject)
    // The CONNACK, or what was subscribed to.
    socket.once('data', () => {
      socket.write(generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: filter, qos: 0 }] }))
      socket.write(publish(true))
      socket.once('data', () => {
        socket.resume()
        if (isFlooding) flood(socket)
        resolve()
      })
    })
    const password = Buffer.from(login.password)
    const { username } = login
    socket.write(
      generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clientId,
        clean: true,
        keepalive: 0,
        username,
        password,
      }),
    )
  })

process.on('message', async (message) => {
  const order = orderSchema.parse(message)
  for (const [nth, login] of order.logins.entries()) await open(order, login, `client-${nth}`)
  process.send?.({ connected: order.logins.length })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ started: true })
