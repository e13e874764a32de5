import { isLoopbackName } from '../http/loopback.ts'

/** The hosts with which a broker listens on all addresses. */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', ''])

export interface BrokerAddress {
  host: string
  port: number
}

/** The address under which hardware reaches the broker: the server's own name if the broker listens on all addresses. */
export function reachableAddress(publicUrl: string, { host, port }: BrokerAddress): BrokerAddress {
  const { hostname } = new URL(publicUrl)
  return { host: EVERY_ADDRESS.has(host) ? hostname : isLoopbackName(host) ? 'localhost' : host, port }
}
