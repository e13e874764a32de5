import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopbackName } from './loopback.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time, whatever the lengths. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

/** True when the request carries `Authorization: Bearer` with the operator's token; never where none is set. */
export function carriesOperatorToken(request: FastifyRequest, operatorToken: string | undefined): boolean {
  const [, token] = /^Bearer ([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '') ?? []
  return operatorToken !== undefined && token !== undefined && isSameSecret(token, operatorToken)
}

/**
 * True when the client itself is on this machine. A request that a proxy forwarded counts as the proxy's client,
 * also where TRUST_PROXY is off and the address is the proxy's own.
 */
export function isFromThisMachine(request: FastifyRequest, isProxyTrusted: boolean): boolean {
  const { forwarded, 'x-forwarded-for': forwardedFor, 'x-real-ip': realIp } = request.headers
  const isForwarded = forwarded !== undefined || forwardedFor !== undefined || realIp !== undefined
  return isLoopbackName(request.ip) && (isProxyTrusted || !isForwarded)
}
