import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { BrokerFault } from '@senca/contract/mqtt'
import { type AddressRule, allowedAddresses, isAllowedWay } from './address-rule.ts'
import { BrokerUnusable } from './broker-fault.ts'

/** Where a broker is, and the certificates that its own must be signed by; null for those that the system trusts. */
export interface BrokerPlace {
  host: string
  port: number
  tls: boolean
  ca: string | null
}

/** All addresses of a name. Rejects if it has none. */
export type Resolve = (host: string) => Promise<string[]>

export interface BrokerSocket {
  /** What MQTT is spoken on. */
  stream: Socket | TLSSocket
  /** Closes the connection and drops what was written and not sent yet, so that it never arrives. */
  reset(): void
}

interface OpenSocketOptions {
  place: BrokerPlace
  rule: AddressRule
  resolve: Resolve
  signal: AbortSignal
}

/** Rejects with a `BrokerUnusable`. The addresses are checked for each connection, and no other one is connected to. */
export async function openBrokerSocket(options: OpenSocketOptions): Promise<BrokerSocket> {
  const { place, signal } = options
  const tcp = openTcp(options)
  const reset = () => void tcp.resetAndDestroy()
  try {
    await untilEvent(tcp, 'connect', signal, faultOfTcp)
    if (!place.tls) return { stream: tcp, reset }
    const { host, ca } = place
    const secured = connectTls({
      socket: tcp,
      host,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === null ? {} : { ca }),
      minVersion: 'TLSv1.2',
    })
    await untilEvent(secured, 'secureConnect', signal, () => 'tls')
    return { stream: secured, reset }
  } catch (error) {
    tcp.destroy()
    throw error
  }
}

function openTcp({ place, rule, resolve }: OpenSocketOptions): Socket {
  const { host, port } = place
  if (!isAllowedWay(rule, place)) throw new BrokerUnusable('not_allowed')
  // Node looks up names only.
  if (isIP(host) !== 0 && allowedAddresses(rule, [host], port).length === 0)
    throw new BrokerUnusable('not_allowed')
  const lookup: LookupFunction = (name, { all }, callback) => {
    const refused = (fault: BrokerFault) => callback(new BrokerUnusable(fault), [])
    resolve(name).then(
      (addresses) => {
        const allowed = allowedAddresses(rule, addresses, port)
        const [first] = allowed
        if (first === undefined) refused('not_allowed')
        else if (all === true)
          callback(
            null,
            allowed.map((address) => ({ address, family: isIP(address) })),
          )
        else callback(null, first, isIP(first))
      },
      () => refused('dns'),
    )
  }
  return connectTcp({ host, port, lookup, noDelay: true })
}

/** Resolves with the event. Rejects if the socket fails, closes, or the signal aborts before it. */
function untilEvent(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  faultOf: (error: Error) => BrokerFault,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      end()
      reject(error instanceof BrokerUnusable ? error : new BrokerUnusable(faultOf(error)))
    }
    const timedOut = () => fail(new BrokerUnusable('timeout'))
    const closed = () => fail(new Error('closed'))
    const done = () => {
      end()
      resolve()
    }
    const end = () => {
      signal.removeEventListener('abort', timedOut)
      socket.off(event, done).off('close', closed).off('error', fail)
      // It may still fail while it is being closed.
      socket.on('error', () => {})
    }
    socket.on('error', fail).on('close', closed).on(event, done)
    signal.addEventListener('abort', timedOut)
    if (signal.aborted) timedOut()
  })
}

function faultOfTcp(error: Error & { code?: unknown }): BrokerFault {
  return error.code === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
}
