import { isLoopbackName } from '../http/loopback.ts'

/** What a broker listens at when it listens at all addresses. */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', ''])

export interface BrokerAddress {
  host: string
  port: number
}

/** Where hardware reaches the broker: by the name of the server where it listens at all addresses. */
export function reachableAddress(publicUrl: string, { host, port }: BrokerAddress): BrokerAddress {
  const { hostname } = new URL(publicUrl)
  return { host: EVERY_ADDRESS.has(host) ? hostname : isLoopbackName(host) ? 'localhost' : host, port }
}
