import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopbackName } from './loopback.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time, also for different lengths. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

/** Whether the request has `Authorization: Bearer` with the operator's token; false if no token is configured. */
export function carriesOperatorToken(request: FastifyRequest, operatorToken: string | undefined): boolean {
  const [, token] = /^Bearer ([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '') ?? []
  return operatorToken !== undefined && token !== undefined && isSameSecret(token, operatorToken)
}

/**
 * Whether the client is on this machine. A request that a proxy forwarded does not count, even if TRUST_PROXY is off and the
 * address is that of the proxy.
 */
export function isFromThisMachine(request: FastifyRequest, isProxyTrusted: boolean): boolean {
  const { forwarded, 'x-forwarded-for': forwardedFor, 'x-real-ip': realIp } = request.headers
  const isForwarded = forwarded !== undefined || forwardedFor !== undefined || realIp !== undefined
  return isLoopbackName(request.ip) && (isProxyTrusted || !isForwarded)
}
