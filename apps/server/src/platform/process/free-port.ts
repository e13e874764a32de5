import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that operating systems give to outgoing connections, one of which could take the port before it is used. */
const PORTS = { from: 20_000, to: 32_767 }
const ATTEMPTS = 20

/** A TCP port of this machine that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.to + 1)
    if (await isFree(port)) return port
  }
  throw new Error(`no port between ${PORTS.from} and ${PORTS.to} is free`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
