import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { createKnownHosts } from './hosts.ts'
import { isNameOfThisHost } from './loopback.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes something (sends an e-mail) and is protected like a POST. */
    changesState?: boolean
    /** Whether a request is answered for any host name. */
    anyHost?: (request: FastifyRequest) => boolean
  }
}

interface ForgeryOptions {
  publicUrl: string
  host: string
}

const PLAIN_METHODS = new Set(['GET', 'HEAD'])
const FOREIGN_SITES = new Set(['cross-site', 'same-site'])

const SEVERAL_HOSTS = 'A request has one Host header and a path as its address.'
const UNKNOWN_HOST = 'The Host is not a name of this server; PUBLIC_URL names it.'

/**
 * Refuses requests that another site makes a browser send: foreign origins for every call except plain reads, and any Host that
 * does not name this server.
 */
export function refuseForgery(http: FastifyInstance, { publicUrl, host: ownHost }: ForgeryOptions) {
  const isKnownHost = createKnownHosts({ publicUrl, host: ownHost })
  const checkHost = (request: FastifyRequest) => {
    const { headers, socket } = request.raw
    const isKnown =
      isKnownHost(headers.host, socket.localAddress) &&
      // A host forwarded by a trusted proxy also counts as the own host below.
      (headers['x-forwarded-host'] === undefined || isKnownHost(request.host, socket.localAddress))
    if (!isKnown) throw new ApiError('malformed_request', { key: 'host', detail: UNKNOWN_HOST })
  }
  const check = (request: FastifyRequest) => {
    // A proxy in front could decide by another host than this server does.
    if (hasSeveralHosts(request))
      throw new ApiError('malformed_request', { key: 'host', detail: SEVERAL_HOSTS })
    if (request.routeOptions.config.anyHost?.(request) !== true) checkHost(request)
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

/** A request has one Host header at most, and its address is a path. */
function hasSeveralHosts({ raw: { rawHeaders, url } }: FastifyRequest): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  return hosts.length > 1 || url?.startsWith('/') === false
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

/** localhost, 127.0.0.1 and [::1] count as the same host. `null` and invalid origins are foreign. */
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

const placeOf = ({ hostname, port }: URL) => `${isNameOfThisHost(hostname) ? 'localhost' : hostname}:${port}`

const parseUrl = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)
