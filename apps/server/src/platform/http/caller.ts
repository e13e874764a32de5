import bowser from 'bowser'
import type { FastifyRequest } from 'fastify'

const MAX_ADDRESS_LENGTH = 64
const MAX_USER_AGENT_LENGTH = 400

/** Where a call came from. The address is the client's if `TRUST_PROXY` allows to trust the proxy. */
export interface Caller {
  address: string
  userAgent: string | null
}

export const callerOf = ({ ip, headers }: FastifyRequest): Caller => ({
  address: ip.slice(0, MAX_ADDRESS_LENGTH),
  userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
})

/** The browser and operating system in a user agent; null for unknown ones. */
export function describeUserAgent(userAgent: string | null): {
  browser: string | null
  system: string | null
} {
  if (userAgent === null || userAgent === '') return { browser: null, system: null }
  const { browser, os } = bowser.parse(userAgent)
  return { browser: nameOf(browser.name), system: nameOf(os.name) }
}

const nameOf = (name: string | undefined): string | null => (name === undefined || name === '' ? null : name)
