import { isIPv6 } from 'node:net'
import { isNameOfThisHost } from './loopback.ts'

const IPV4_IN_IPV6 = /^::ffff:(?=\d+\.)/i

const hostnameOf = (host: string): string | undefined =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined

/** A host name or address as it stands in a URL: an IPv6 address in brackets. */
export const urlHostOf = (host: string): string => (isIPv6(host) ? `[${host}]` : host)

/** An IP address in the form of a URL's host. */
function hostnameOfAddress(address: string): string | undefined {
  const [bare = ''] = address.replace(IPV4_IN_IPV6, '').split('%')
  return hostnameOf(urlHostOf(bare))
}

/**
 * Whether a `Host` header names this server: the host of PUBLIC_URL, HOST, a name of this machine, or the address on which the
 * connection arrived. Otherwise a foreign name that resolves to this server would be accepted as its origin (DNS rebinding).
 */
export function createKnownHosts({ publicUrl, host: ownHost }: { publicUrl: string; host: string }) {
  const names = new Set([new URL(publicUrl).hostname, hostnameOfAddress(ownHost)])
  /** Cached, because nearly every request has the same host. */
  let lastKnown: string | undefined
  return (host: string | undefined, localAddress: string | undefined): boolean => {
    // HTTP/1.0 sends no Host header; no browser uses it.
    if (host === undefined || host === lastKnown) return true
    const parsed = host.includes('@') ? undefined : hostnameOf(host)
    if (parsed === undefined) return false
    if (names.has(parsed) || isNameOfThisHost(parsed)) {
      lastKnown = host
      return true
    }
    return localAddress !== undefined && parsed === hostnameOfAddress(localAddress)
  }
}
