import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Aedes } from 'aedes'

/** A broker on loopback that accepts some devices, and an `observer` without a password. */
export interface TestBroker {
  port: number
  /** All published messages, oldest first. */
  received: { id: string; topic: string; retain: boolean; body: Record<string, unknown> }[]
  stop(): Promise<void>
}

interface TestBrokerOptions {
  /** Device id → secret. */
  secrets: Record<string, string>
  port?: number
}

export async function startBroker({ secrets, port = 0 }: TestBrokerOptions): Promise<TestBroker> {
  const received: TestBroker['received'] = []
  const aedes = await Aedes.createBroker({
    authenticate(client, username, password, done) {
      const isDevice = client.id === username && secrets[client.id] === password?.toString()
      done(null, client.id === 'observer' || (isDevice && password !== undefined))
    },
  })
  const sockets = new Set<Socket>()
  aedes.on('publish', (packet) => {
    const [root, id = '', topic = ''] = packet.topic.split('/')
    if (root !== 'senca') return
    received.push({ id, topic, retain: packet.retain, body: JSON.parse(packet.payload.toString()) })
  })
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    aedes.handle(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  return {
    port: address !== null && typeof address !== 'string' ? address.port : 0,
    received,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await new Promise<void>((resolve) => aedes.close(() => resolve()))
    },
  }
}
