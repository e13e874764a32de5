import { isIPv6 } from 'node:net'
import { isLoopbackName } from './loopback.ts'

const IPV4_IN_IPV6 = /^::ffff:(?=\d+\.)/i

const hostnameOf = (host: string): string | undefined =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined

/** An address as a URL writes it. */
function hostnameOfAddress(address: string): string | undefined {
  const [bare = ''] = address.replace(IPV4_IN_IPV6, '').split('%')
  return hostnameOf(isIPv6(bare) ? `[${bare}]` : bare)
}

/**
 * Whether a `Host` header names this server: by PUBLIC_URL, HOST, a name of this machine alone, or the address that the
 * connection came in on. A foreign name that resolves to this server would otherwise pass as its origin.
 */
export function createKnownHosts({ publicUrl, host: ownHost }: { publicUrl: string; host: string }) {
  const names = new Set([new URL(publicUrl).hostname, hostnameOfAddress(ownHost)])
  /** Nearly every request names the same one. */
  let lastKnown: string | undefined
  return (host: string | undefined, localAddress: string | undefined): boolean => {
    // HTTP/1.0 sends none; no browser speaks it.
    if (host === undefined || host === lastKnown) return true
    const parsed = host.includes('@') ? undefined : hostnameOf(host)
    if (parsed === undefined) return false
    if (names.has(parsed) || isLoopbackName(parsed)) {
      lastKnown = host
      return true
    }
    return localAddress !== undefined && parsed === hostnameOfAddress(localAddress)
  }
}
