import { connect, createServer, type Socket } from 'node:net'

/** A proxy to the broker that can be cut or drop all data. */
export interface FlakyLink {
  readonly port: number
  /** Drops all connections; new ones are accepted at once. */
  cut(): void
  /** While it swallows, connections stay open and all data is dropped; at the end these connections are cut. */
  setSwallowing(isSwallowing: boolean): void
  stop(): void
}

export async function openFlakyLink(target: { host: string; port: number }): Promise<FlakyLink> {
  const sockets = new Set<Socket>()
  let isSwallowing = false
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((near) => {
    const far = connect(target)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.on('data', (bytes) => {
        if (!isSwallowing) other.write(bytes)
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the link has no port')
  return {
    port: address.port,
    cut,
    setSwallowing(next) {
      isSwallowing = next
      // The connections are cut, because a part of the MQTT stream is missing.
      if (!next) cut()
    },
    stop() {
      cut()
      server.close()
    },
  }
}
