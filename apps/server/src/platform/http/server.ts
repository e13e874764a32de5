import type { IncomingMessage, ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import { errorBodySchema, LIMITS } from '@senca/contract'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
  type RawServerDefault,
} from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { ApiError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { Config } from '../process/config.ts'
import { isStorableUrl, parseBodies, refuseWrongBodies } from './bodies.ts'
import { handleError, notFound, rawErrorAnswer } from './error-answers.ts'
import { refuseForgery } from './forgery.ts'
import { providerSources } from './provider-sources.ts'
import { ownUpgrades } from './upgrades.ts'

/** For receiving a request, not for the response. */
const RECEIVE_TIMEOUT_MS = 30_000
const HEADERS_TIMEOUT_MS = 15_000
const CHECK_TIMEOUTS_EVERY_MS = 5_000
/** A command may be awaited for up to 3 minutes, while its connection is idle. */
const SILENT_CONNECTION_MS = 200_000
/** A refused client may continue sending and keep the connection open. It gets this long to read the response. */
const READ_ANSWER_MS = 1_000
const MAX_HEADER_BYTES = 16 * 1024
const MAX_PARAMETER_LENGTH = 256
const HSTS_SECONDS = 365 * 24 * 60 * 60

/** The route of the app's pages. Their query is read only in the browser. */
export const PAGES = '/*'
/** The only script that browsers may take for a service worker. */
export const WORKER_PATH = '/sw.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** The header that every answer has. */
    contentSecurityPolicy: string
  }
}

export type HttpServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

type HttpConfig = Pick<Config, 'publicUrl' | 'host' | 'trustProxy'> &
  Partial<Pick<Config, 'google' | 'apple'>> & {
    /** Additional style sources: the hashes of inline styles in documents. */
    styles?: readonly string[]
  }

/**
 * Creates the server with everything that features share: parsing, errors, security headers, forgery checks and the request log.
 */
export async function createHttpServer(config: HttpConfig, logger: Logger): Promise<HttpServer> {
  const headers = await securityHeadersOf(config)
  const [, contentSecurityPolicy = ''] = headers.find(([name]) => name === 'content-security-policy') ?? []
  const guard = ({ raw }: FastifyReply) => {
    for (const [name, value] of headers) raw.setHeader(name, value)
  }
  const http: HttpServer = Fastify({
    loggerInstance: logger,
    // One logger for all requests. Log entries contain the route, and a child logger for every command would be expensive.
    childLoggerFactory: (own) => own,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(config.trustProxy),
    bodyLimit: LIMITS.BODY_MAX_BYTES,
    // A HEAD request must not run a GET that sends an e-mail.
    exposeHeadRoutes: false,
    requestTimeout: RECEIVE_TIMEOUT_MS,
    connectionTimeout: SILENT_CONNECTION_MS,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_TIMEOUTS_EVERY_MS,
    },
    // Answered below with an error code.
    return503OnClosing: false,
    clientErrorHandler(error, socket) {
      if (!socket.writable) {
        socket.destroy()
        return
      }
      socket.end(rawErrorAnswer(error))
      const timeout = setTimeout(() => socket.destroy(), READ_ANSWER_MS)
      socket.once('close', () => clearTimeout(timeout))
    },
    frameworkErrors(error, request, reply) {
      // No hooks run for a URL that cannot be parsed.
      guard(reply)
      if (isBelowPrefix(request.url)) reply.header('cache-control', 'no-store')
      return handleError(error, request, reply)
    },
  })
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  http.setErrorHandler(handleError)
  http.setNotFoundHandler(notFound)
  // Every call may be refused.
  http.addHook('onRoute', ({ schema }) => {
    const { response } = schema ?? {}
    if (typeof response === 'object' && response !== null) Object.assign(response, { '4xx': errorBodySchema })
  })
  http.decorate('contentSecurityPolicy', contentSecurityPolicy)
  parseBodies(http)
  await http.register(cookie)
  // Set on the response and not on the request, so that a request that waits for a device does not hold these headers.
  http.addHook('onSend', (_request, reply, _payload, done) => {
    guard(reply)
    done()
  })
  let isClosing = false
  http.addHook('preClose', async () => {
    isClosing = true
  })
  http.addHook('onRequest', (request, reply, done) => {
    if (isClosing) throw new ApiError('internal_error', { status: 503 })
    if (isBelowPrefix(request.url)) reply.header('cache-control', 'no-store')
    // Checked before the body, so that an unknown route is always reported as not found.
    if (request.is404) throw new ApiError('resource_not_found')
    if (request.headers['service-worker'] !== undefined && request.routeOptions.url !== WORKER_PATH)
      throw new ApiError('resource_not_found')
    const isPage = request.routeOptions.url === PAGES
    const reported = isPage ? request.url.replace(/\?.*/s, '') : request.url
    if (!isStorableUrl(reported)) throw new ApiError('malformed_request')
    done()
  })
  refuseForgery(http, config)
  refuseWrongBodies(http)
  ownUpgrades(http)
  logRequests(http)
  return http
}

const trustOf = (proxies: Config['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies

const isBelowPrefix = (url: string) => /^\/auth(\/|\?|$)/.test(url)

/** Logs the route pattern and not the URL, because paths and queries may contain tokens. */
function logRequests(http: HttpServer) {
  http.addHook('onResponse', async (request, reply) => {
    const level = reply.statusCode >= 500 ? 'warn' : 'debug'
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'Answered',
    )
  })
}

/** The same for every response, and therefore computed once. */
async function securityHeadersOf(config: HttpConfig): Promise<[name: string, value: string][]> {
  const bare = Fastify()
  bare.get('/', async () => '')
  const plain = await bare.inject('/')
  await bare.close()
  const guarded = Fastify()
  await guarded.register(helmet, securityHeaders(config))
  guarded.get('/', async () => '')
  const { headers } = await guarded.inject('/')
  await guarded.close()
  return Object.entries(headers).flatMap(([name, value]) =>
    name in plain.headers || value === undefined ? [] : [[name, String(value)]],
  )
}

function securityHeaders({ publicUrl, google, apple, styles = [] }: HttpConfig) {
  const providers = providerSources({ google, apple })
  const { protocol, host, port } = new URL(publicUrl)
  const isSecure = protocol === 'https:'
  const scheme = isSecure ? 'wss' : 'ws'
  // In older Safari, 'self' does not include websockets of the same host.
  const websockets = [`${scheme}://${host}`, ...(isSecure ? [] : [`ws://127.0.0.1:${port || 80}`])]
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        connectSrc: ["'self'", ...websockets, ...providers.connect],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        styleSrc: ["'self'", ...styles, ...providers.style],
        scriptSrc: ["'self'", ...providers.script],
        frameSrc: providers.frame.length === 0 ? ["'none'"] : providers.frame,
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' as const },
    xFrameOptions: { action: 'deny' as const },
    strictTransportSecurity: isSecure ? { maxAge: HSTS_SECONDS } : false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: {
      policy: providers.needsPopups ? ('same-origin-allow-popups' as const) : ('same-origin' as const),
    },
  }
}
