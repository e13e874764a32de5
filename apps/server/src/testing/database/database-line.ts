import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export type DatabaseLine = ReturnType<typeof createDatabaseLine>

/** A TCP proxy to a database that can be interrupted, and that can change what the database answers. */
export function createDatabaseLine(change = (answer: Buffer) => answer) {
  const sockets = new Set<Socket>()
  let target: NetConnectOpts = { port: 0 }
  let state: 'whole' | 'cut' | 'silent' = 'whole'
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    keep(near)
    if (state === 'cut') return near.destroy()
    const far = connect(target)
    keep(far)
    const carry = (from: Socket, to: Socket, changed: (bytes: Buffer) => Buffer) => {
      from.on('data', (bytes) => {
        if (state !== 'silent') to.write(changed(bytes))
      })
      from.on('close', () => to.destroy())
    }
    carry(near, far, (question) => question)
    carry(far, near, change)
  })
  return {
    /** Opens the proxy. Returns the URL through it. */
    async open(url: string): Promise<string> {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = new URL(url)
      const { host, port } = Object.fromEntries(address.searchParams)
      target = host === undefined ? { port: Number(port) } : { path: `${host}/.s.PGSQL.${port}` }
      const own = server.address()
      if (own === null || typeof own === 'string') throw new Error('the line has no port')
      address.searchParams.set('host', '127.0.0.1')
      address.searchParams.set('port', String(own.port))
      return address.href
    },
    /** Closes all connections and refuses new ones. */
    cut() {
      state = 'cut'
      for (const socket of sockets) socket.destroy()
    },
    /** Forwards nothing, but closes nothing. */
    silence() {
      state = 'silent'
    },
    /** Forwards again. Data from a silent period is lost together with its connections. */
    mend() {
      if (state === 'whole') return
      for (const socket of sockets) socket.destroy()
      state = 'whole'
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
