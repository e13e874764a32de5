import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../process/config.ts'
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

/** Headers by which proxies say that they forward a request, besides X-Forwarded-*. */
const PROXY_HEADERS = ['forwarded', 'x-real-ip', 'via', 'cf-connecting-ip']

/**
 * Whether the client is on this machine. The address of a proxy on this machine is loopback too, so a request counts only where no
 * proxy is expected and it has no header of one.
 */
export function isFromThisMachine(
  { raw: { headers, socket } }: FastifyRequest,
  { trustProxy, publicUrl }: Pick<Config, 'trustProxy' | 'publicUrl'>,
): boolean {
  const isProxyExpected = trustProxy !== false || !isLoopbackName(new URL(publicUrl).hostname)
  const isForwarded = Object.keys(headers).some(
    (name) => PROXY_HEADERS.includes(name) || name.startsWith('x-forwarded-'),
  )
  return !isProxyExpected && !isForwarded && isLoopbackName(socket.remoteAddress ?? '')
}
