import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that operating systems give to outgoing connections, one of which could take the port before it is used. */
const PORTS = { from: 20_000, to: 32_767 }
const ATTEMPTS = 20
const TAKEN = 'EADDRINUSE'

/** A TCP port of this machine that was free at `host` a moment ago. Rejects if `host` is not an address of this machine. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.to + 1)
    if (await isFree(host, port)) return port
  }
  throw new Error(`no port between ${PORTS.from} and ${PORTS.to} is free`)
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === TAKEN ? resolve(false) : reject(error),
    )
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
