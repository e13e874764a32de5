import { isIPv6 } from 'node:net'

/** The form used by some proxies. */
const IPV4_WITH_PORT = /^(\d+\.\d+\.\d+\.\d+):\d+$/
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS_OF_A_HOUSEHOLD = 4

/** The unit for limits per address: an IPv4 address, or the IPv6 /64 network of one household. */
export function addressBlockOf(address: string): string {
  const [bare = ''] = address.replace(IPV4_WITH_PORT, '$1').split('%')
  const mapped = MAPPED_IPV4.exec(bare)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(bare)) return bare
  const [head = '', tail] = bare.split('::')
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))
  const left = groupsOf(head)
  const right = groupsOf(tail ?? '')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, GROUPS_OF_A_HOUSEHOLD)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
