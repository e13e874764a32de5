import { isIPv4, isIPv6 } from 'node:net'

/** Whether a name or address belongs only to this machine: localhost, 127.0.0.0/8, ::1, with or without brackets. */
export function isLoopbackName(name: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (bare === 'localhost') return true
  if (isIPv4(bare)) return bare.startsWith('127.')
  return isIPv6(bare) && (bare === '::1' || /^(::ffff:|0*:0*:0*:0*:0*:ffff:)127\./.test(bare))
}

const NAMES_OF_THIS_HOST = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether the host of a URL is one of the three that count as the same host. Another program may serve its pages at any other
 * loopback address.
 */
export const isNameOfThisHost = (hostname: string): boolean => NAMES_OF_THIS_HOST.has(hostname)
