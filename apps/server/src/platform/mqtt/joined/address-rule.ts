import { BlockList, isIP, isIPv4 } from 'node:net'

/** Which brokers an account may join: none, those on the internet, or also those of private networks [HW15]. */
export const BROKER_JOINS = ['off', 'public', 'any'] as const
export type BrokerJoin = (typeof BROKER_JOINS)[number]
/** The same for webhooks, which cannot be turned off [BR58]. */
export const WEBHOOK_TARGETS = ['public', 'any'] as const satisfies BrokerJoin[]
export type WebhookTargets = (typeof WEBHOOK_TARGETS)[number]

const blockListOf = (family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const LOCAL_V4 = blockListOf('ipv4', [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
])
/** What is neither global unicast nor local: unspecified, link-local, multicast, documentation, reserved. */
const NEVER_V4 = blockListOf('ipv4', [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
const LOCAL_V6 = blockListOf('ipv6', ['::1/128', 'fc00::/7'])
const GLOBAL_V6 = blockListOf('ipv6', ['2000::/3'])
/** Tunnels and documentation within the global range. */
const NEVER_V6 = blockListOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])
const LOOPBACK_V4 = blockListOf('ipv4', ['127.0.0.0/8'])

/** An IPv4 address behind one of IPv6: mapped, or of a network that translates. */
const EMBEDDED_V4 = /^(?:::ffff|64:ff9b:):([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/** One way to write each address, with IPv4 as such where IPv6 stands for it; null for what is no address. */
function normalized(address: string): string | null {
  if (isIPv4(address)) return address
  if (isIP(address) === 0 || !URL.canParse(`http://[${address}]`)) return null
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = EMBEDDED_V4.exec(written) ?? []
  if (high === undefined || low === undefined) return written
  const [first, last] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return `${first >> 8}.${first & 255}.${last >> 8}.${last & 255}`
}

type Reach = 'global' | 'local' | 'never'

function reachOf(address: string): Reach {
  if (isIPv4(address)) {
    if (LOCAL_V4.check(address)) return 'local'
    return NEVER_V4.check(address) ? 'never' : 'global'
  }
  if (LOCAL_V6.check(address, 'ipv6')) return 'local'
  return GLOBAL_V6.check(address, 'ipv6') && !NEVER_V6.check(address, 'ipv6') ? 'global' : 'never'
}

/** Whether an address is of this machine or of a private network. */
export function isLocalAddress(address: string): boolean {
  const written = normalized(address)
  return written !== null && reachOf(written) === 'local'
}

const isLoopback = (address: string): boolean =>
  address === '::1' || (isIPv4(address) && LOOPBACK_V4.check(address))

/** The rule where the operator sets none: a server in a private network also reaches brokers there. */
export function defaultBrokerJoin(publicUrl: string): WebhookTargets {
  const host = new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const address = normalized(host)
  if (address !== null) return reachOf(address) === 'local' ? 'any' : 'public'
  return !host.includes('.') || /\.(local|lan|home\.arpa)$/.test(host) ? 'any' : 'public'
}

export interface AddressRule {
  join: BrokerJoin
  /** The ports on which this server itself listens. */
  ownPorts: readonly number[]
  /** The addresses of this machine. */
  ownAddresses(): readonly string[]
}

const LOWEST_PUBLIC_PORT = 1_024

/** Whether a broker may be joined in this way, wherever it is. */
export const isAllowedWay = ({ join }: AddressRule, { port, tls }: { port: number; tls: boolean }): boolean =>
  join === 'any' || (join === 'public' && tls && port >= LOWEST_PUBLIC_PORT)

/**
 * The addresses of a name that may be connected to. On a public server a name with any other address has none, because it may be
 * about to change to that one.
 */
export function allowedAddresses(rule: AddressRule, addresses: readonly string[], port: number): string[] {
  const isOwn = (address: string) =>
    isLoopback(address) || rule.ownAddresses().some((own) => normalized(own) === address)
  const isAllowed = (written: string): boolean => {
    const address = normalized(written)
    if (address === null) return false
    const reach = reachOf(address)
    if (reach === 'never' || (reach === 'local' && rule.join !== 'any')) return false
    return !(rule.ownPorts.includes(port) && isOwn(address))
  }
  if (rule.join === 'off') return []
  const allowed = addresses.filter(isAllowed)
  return rule.join === 'public' && allowed.length < addresses.length ? [] : allowed
}
