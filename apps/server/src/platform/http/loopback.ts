import { isIPv4, isIPv6 } from 'node:net'

/** Whether a name or address belongs only to this machine: localhost, 127.0.0.0/8, ::1, with or without brackets. */
export function isLoopbackName(name: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (bare === 'localhost') return true
  if (isIPv4(bare)) return bare.startsWith('127.')
  return isIPv6(bare) && (bare === '::1' || /^(::ffff:|0*:0*:0*:0*:0*:ffff:)127\./.test(bare))
}
