import { isIP, type LookupFunction } from 'node:net'
import { type AddressRule, allowedAddresses, isLocalAddress } from '../mqtt/joined/address-rule.ts'
import type { Resolve } from '../mqtt/joined/broker-socket.ts'

const HTTPS_PORT = 443
const LOWEST_PORT = 1_024

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')
const portOf = ({ protocol, port }: URL): number =>
  port === '' ? (protocol === 'https:' ? HTTPS_PORT : 80) : Number(port)

/** The addresses of a name that may be connected to. Without encryption only those of private networks. */
function targetsOf(rule: AddressRule, addresses: readonly string[], url: URL): string[] {
  const allowed = allowedAddresses(rule, addresses, portOf(url))
  return url.protocol === 'https:' ? allowed : allowed.filter(isLocalAddress)
}

/** An address that somebody else named, if it may be connected to [BR58]. What a name resolves to is checked at each connection. */
export function readOutsideUrl(text: string, rule: AddressRule): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isWay = url.protocol === 'https:' || (url.protocol === 'http:' && rule.join === 'any')
  const port = portOf(url)
  if (!isWay || url.username !== '' || url.password !== '' || url.hash !== '') return null
  if (port !== HTTPS_PORT && port < LOWEST_PORT) return null
  const host = hostOf(url)
  return isIP(host) !== 0 && targetsOf(rule, [host], url).length === 0 ? null : url
}

/** Resolves the name of an address to what may be connected to. */
export const outsideLookup =
  (url: URL, { rule, resolve }: { rule: AddressRule; resolve: Resolve }): LookupFunction =>
  (name, { all }, callback) => {
    resolve(name).then(
      (addresses) => {
        const [first, ...others] = targetsOf(rule, addresses, url)
        if (first === undefined) callback(new Error('The address is not allowed'), [])
        else if (all === true)
          callback(
            null,
            [first, ...others].map((address) => ({ address, family: isIP(address) })),
          )
        else callback(null, first, isIP(first))
      },
      (error: Error) => callback(error, []),
    )
  }
