import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'
import { isLoopbackName } from './loopback.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes something (sends a mail), and is guarded like a POST. */
    changesState?: boolean
  }
}

interface ForgeryOptions {
  publicUrl: string
  isLoopback: boolean
}

const PLAIN_METHODS = new Set(['GET', 'HEAD'])
const FOREIGN_SITES = new Set(['cross-site', 'same-site'])

/**
 * Refuses what another site makes a browser send: foreign origins for every call but plain reads, and on loopback
 * any foreign Host, by which a foreign name that resolves to 127.0.0.1 would pass as this origin.
 */
export function refuseForgery(http: FastifyInstance, { publicUrl, isLoopback }: ForgeryOptions) {
  const publicHost = new URL(publicUrl).hostname
  /** Nearly every request names the same one. */
  let lastOwnHost: string | undefined
  const checkHost = ({ host }: FastifyRequest['raw']['headers']) => {
    if (host === lastOwnHost) return
    if (!isOwnHost(host, publicHost)) throw new ApiError('insufficient_permission')
    lastOwnHost = host
  }
  const check = (request: FastifyRequest) => {
    if (isLoopback) checkHost(request.raw.headers)
    if (isPlainRead(request)) return
    const { origin } = request.headers
    if (origin !== undefined && !isOwnOrigin(origin, publicUrl, request.host)) {
      throw new ApiError('insufficient_permission')
    }
    if (PLAIN_METHODS.has(request.method) && !isUpgrade(request) && isForeignNavigation(request)) {
      throw new ApiError('insufficient_permission')
    }
  }
  http.addHook('onRequest', (request, _reply, done) => {
    check(request)
    done()
  })
}

const isUpgrade = (request: FastifyRequest) => request.headers.upgrade !== undefined

const isPlainRead = (request: FastifyRequest) =>
  PLAIN_METHODS.has(request.method) &&
  !isUpgrade(request) &&
  request.routeOptions.config.changesState !== true

function isForeignNavigation({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  return mode === 'navigate' || (typeof site === 'string' && FOREIGN_SITES.has(site))
}

function isOwnHost(host: string | undefined, publicHost: string): boolean {
  // HTTP/1.0 sends none; no browser speaks it.
  if (host === undefined) return true
  const parsed = parseUrl(`http://${host}`)
  return parsed !== undefined && (isLoopbackName(parsed.hostname) || parsed.hostname === publicHost)
}

/** localhost, 127.0.0.1 and [::1] are one host; `null` and what is no origin at all are foreign. */
export function isOwnOrigin(origin: string, publicUrl: string, requestHost: string): boolean {
  const from = parseUrl(origin)
  if (!from || from.origin !== origin || !/^https?:$/.test(from.protocol)) return false
  const own = parseUrl(`${from.protocol}//${requestHost}`)
  const open = new URL(publicUrl)
  return (
    (own !== undefined && placeOf(own) === placeOf(from)) ||
    `${open.protocol}${placeOf(open)}` === `${from.protocol}${placeOf(from)}`
  )
}

const placeOf = ({ hostname, port }: URL) => `${isLoopbackName(hostname) ? 'localhost' : hostname}:${port}`

const parseUrl = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)
