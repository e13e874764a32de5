import { BlockList, isIP } from 'node:net'
import * as z from 'zod/mini'

/** A token of a bridge: its digits are checked by the server. */
export const TOKEN = /^senca_[A-Za-z0-9_-]{49}$/
const MAX_TOKENS = 20
const MAX_ADDRESS_LENGTH = 300

/** What the program in the home keeps: the address of the server, and the tokens of its bridges. */
export const homeFileSchema = z.strictObject({
  server: z.string().check(z.maxLength(MAX_ADDRESS_LENGTH)),
  tokens: z.array(z.string().check(z.regex(TOKEN))).check(z.maxLength(MAX_TOKENS)),
})
export type HomeFile = z.infer<typeof homeFileSchema>

const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6')

const isAtHome = (hostname: string): boolean => {
  const address = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  if (family !== 0) return PRIVATE.check(address, family === 6 ? 'ipv6' : 'ipv4')
  return address === 'localhost' || address.endsWith('.local')
}

/** Why an address is not taken for that of a server; null if it is. The token would be readable on its way without https. */
export function refusalOfServer(address: string): string | null {
  if (!URL.canParse(address) || address.length > MAX_ADDRESS_LENGTH)
    return `${address.slice(0, MAX_ADDRESS_LENGTH)} is not an address such as https://senca.example.com`
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return 'The address begins with https://'
  if (pathname !== '/' || search !== '' || hash !== '' || username !== '' || password !== '')
    return 'The address is that of the home page alone, such as https://senca.example.com'
  if (protocol === 'http:' && !isAtHome(hostname))
    return 'The address begins with https://, so that nobody on the way reads the token. Within the home http:// is taken.'
  return null
}
