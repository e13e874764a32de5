import type { FastifyRequest } from 'fastify'

const MAX_ADDRESS_LENGTH = 64
const MAX_USER_AGENT_LENGTH = 400

/** Where a call came from; the address is the one that `TRUST_PROXY` lets us believe. */
export interface Caller {
  address: string
  userAgent: string | null
}

export const callerOf = ({ ip, headers }: FastifyRequest): Caller => ({
  address: ip.slice(0, MAX_ADDRESS_LENGTH),
  userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
})
