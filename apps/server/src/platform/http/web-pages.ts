import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Negotiator } from '@fastify/accept-negotiator'
import staticFiles from '@fastify/static'
import {
  type Build,
  chooseLanguage,
  GUEST_LANGUAGE_CODES,
  LANGUAGE_CODES,
  type Language,
  LIMITS,
  type PageConfig,
} from '@senca/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { ApiError } from '../errors.ts'
import { REPOSITORY_ROOT } from '../process/server-root.ts'
import { manifestOf } from './manifest.ts'
import { APP_FILE, GUEST_FILE, type PageDocument, pageDocuments, sendable } from './page-documents.ts'
import { type HttpServer, PAGES, WORKER_PATH } from './server.ts'
import { REMOVAL_WORKER, readWebBuild } from './web-build.ts'

export const WEB_APP_FOLDER = join(REPOSITORY_ROOT, 'apps', 'web', 'dist')

const HASHED_FILES = '/assets/'
/** What the service worker is composed of, which is not sent by itself. */
const WORKER_PARTS = 'worker/**'
/** Endings of files that are not sent under their own names. */
const UNSENT = ['.html', '.br', '.gz', '.map']
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'
/** The document depends on these request headers. */
const DIFFERS_BY = 'accept-encoding, accept-language, cookie'
/** The page for the holder of a link. It loads little of the app. */
const GUEST_PAGE = /^\/device-link(\/device)?\/?$/i

/** What pages are given of the web app, and the service worker; without one, a worker that removes an earlier one. */
export interface WebApp {
  pageConfig: PageConfig
  build?: Build
  worker?: PageDocument
}

const isBuilt = (folder: string) => existsSync(join(folder, APP_FILE))

/** Reads the built web app, if there is one. With `isOffline` false it gets no service worker. */
export async function readWebApp(
  http: HttpServer,
  pageConfig: PageConfig,
  { isOffline, folder = WEB_APP_FOLDER }: { isOffline: boolean; folder?: string },
): Promise<WebApp> {
  if (!isBuilt(folder)) return { pageConfig }
  const configured = isOffline ? pageConfig : { ...pageConfig, offline: false }
  const { worker, ...webApp } = await readWebBuild(folder, configured, http.contentSecurityPolicy)
  return isOffline ? { ...webApp, worker } : webApp
}

/**
 * Serves the built web app: hashed files with unlimited caching, other files with revalidation, and for every path that may be a
 * page the document of the app or of guests, with its configuration. A missing file is a 404, never the page.
 */
export async function serveWebPages(http: HttpServer, webApp: WebApp, folder = WEB_APP_FOLDER) {
  const { pageConfig, worker } = webApp
  serveWorker(http, worker ?? (await sendable(REMOVAL_WORKER)))
  if (!isBuilt(folder)) {
    http.log.warn({ folder }, 'The web app is not built, so no pages are served')
    return
  }
  const common = { index: false, preCompressed: true, cacheControl: false, schemaHide: true } as const
  // One route for all hashed files: there are hundreds, and a route for each would take a tenth of the time of a start.
  await http.register(staticFiles, {
    ...common,
    root: join(folder, HASHED_FILES),
    prefix: HASHED_FILES,
    allowedPath: (path) => !['/', ...UNSENT].some((ending) => path.endsWith(ending)),
    setHeaders: (reply) => reply.header('cache-control', FOREVER),
  })
  await http.register(staticFiles, {
    ...common,
    root: folder,
    wildcard: false,
    globIgnore: [`${HASHED_FILES.slice(1)}**`, WORKER_PARTS, ...UNSENT.map((ending) => `**/*${ending}`)],
    setHeaders: (reply) => reply.header('cache-control', ASK_AGAIN),
    decorateReply: false,
  })
  const appDocument = await pageDocuments(folder, APP_FILE, pageConfig)
  const guestDocument = await pageDocuments(folder, GUEST_FILE, pageConfig)
  const guestPolicy = http.contentSecurityPolicy.replace("worker-src 'self'", "worker-src 'none'")
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request)
    const isGuest = GUEST_PAGE.test(path)
    const document = isGuest
      ? await guestDocument(path.toLowerCase().replace(/\/$/, ''), languageOf(request, GUEST_LANGUAGE_CODES))
      : await appDocument(path, languageOf(request, LANGUAGE_CODES))
    reply.header('cache-control', ASK_AGAIN).header('etag', document.etag).header('vary', DIFFERS_BY)
    if (isGuest) {
      reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
      reply.header('content-security-policy', guestPolicy)
    }
    if (request.headers['if-none-match'] === document.etag) return reply.status(304).send()
    return sendCompressed(request, reply.type('text/html; charset=utf-8'), document)
  }
  http.get('/manifest.webmanifest', { schema: { hide: true } }, (request, reply) => {
    reply.header('cache-control', ASK_AGAIN).header('vary', 'accept-language, cookie')
    return reply
      .type('application/manifest+json; charset=utf-8')
      .send(manifestOf(languageOf(request, LANGUAGE_CODES)))
  })
  http.route({
    method: ['GET', 'HEAD'],
    url: PAGES,
    schema: { hide: true },
    handler(request, reply) {
      if (!mayBePage(request)) throw new ApiError('resource_not_found')
      return sendPage(request, reply)
    },
  })
}

/** The same bytes for everybody, after a restart and on every instance: browsers install a worker whenever its bytes change. */
function serveWorker(http: HttpServer, worker: PageDocument) {
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', ASK_AGAIN).header('etag', worker.etag).header('vary', 'accept-encoding')
    if (request.headers['if-none-match'] === worker.etag) return reply.status(304).send()
    return sendCompressed(request, reply.type('text/javascript; charset=utf-8'), worker)
  }
  http.route({ method: ['GET', 'HEAD'], url: WORKER_PATH, schema: { hide: true }, handler: answer })
}

function sendCompressed(request: FastifyRequest, reply: FastifyReply, document: PageDocument) {
  const encoding = encodings.negotiate(request.headers['accept-encoding'] ?? '') ?? 'identity'
  if (encoding === 'identity') return reply.send(document.plain)
  return reply.header('content-encoding', encoding).send(document[encoding])
}

const encodings = new Negotiator({ supportedValues: ['br', 'gzip', 'identity'] })

const querySchema = z.object({ lang: z.optional(z.string()) })

/** The language that the page will choose, unless the browser has stored another choice than the cookie. */
function languageOf(request: FastifyRequest, offered: readonly Language[]): Language {
  const { data } = querySchema.safeParse(request.query)
  const sources = {
    query: data?.lang ?? null,
    stored: request.cookies[LIMITS.LANGUAGE_COOKIE] ?? null,
    browser: (request.headers['accept-language'] ?? '').split(',').map((one) => one.replace(/;.*/s, '')),
    html: null,
  }
  return chooseLanguage(sources, offered)
}

function mayBePage(request: FastifyRequest): boolean {
  const path = pathOf(request)
  const isOurs = /^\/(auth|assets|metrics|healthz|websocket)(\/|$)/.test(path)
  const isFile = /\.[^/]*$/.test(path)
  const accept = request.headers.accept ?? '*/*'
  return !isOurs && !isFile && /text\/html|\*\/\*/.test(accept)
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? ''
