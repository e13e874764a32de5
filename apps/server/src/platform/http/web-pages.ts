import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { PageConfig } from '@senca/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { REPOSITORY_ROOT } from '../process/server-root.ts'
import { type HttpServer, PAGES } from './server.ts'

export const WEB_APP_FOLDER = join(REPOSITORY_ROOT, 'apps', 'web', 'dist')

const PLACE_FOR_CONFIG = '<!--page-config-->'
const HASHED_FILES = '/assets/'
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'
/** Opened by the holder of a link: a page of its own that loads nothing of the app. */
const GUEST_PAGE = /^\/device-link(\/device)?\/?$/

/**
 * Serves the built web app: hashed files for ever, other files with revalidation, and for every path that may be a
 * page the page itself, the app's or that of guests, with its configuration. A missing file is a 404, never the page.
 */
export async function serveWebPages(http: HttpServer, pageConfig: PageConfig, folder = WEB_APP_FOLDER) {
  const indexFile = join(folder, 'index.html')
  if (!existsSync(indexFile)) {
    http.log.warn({ folder }, 'The web app is not built, so no pages are served')
    return
  }
  await http.register(staticFiles, {
    root: folder,
    wildcard: false,
    index: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', '**/*.map'],
    preCompressed: true,
    cacheControl: false,
    schemaHide: true,
    setHeaders(reply, path) {
      reply.header('cache-control', path.slice(folder.length).startsWith(HASHED_FILES) ? FOREVER : ASK_AGAIN)
    },
  })
  const app = pageOf(await readFile(indexFile, 'utf8'), pageConfig)
  const guest = pageOf(await readFile(join(folder, 'guest.html'), 'utf8'), pageConfig)
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const isGuest = GUEST_PAGE.test(pathOf(request))
    const { html, etag } = isGuest ? guest : app
    reply.header('cache-control', ASK_AGAIN).header('etag', etag)
    if (isGuest) reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return reply.type('text/html; charset=utf-8').send(html)
  }
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

function pageOf(template: string, pageConfig: PageConfig): { html: string; etag: string } {
  const html = writeConfig(template, pageConfig)
  return { html, etag: `"${createHash('sha256').update(html).digest('base64url')}"` }
}

/** `<` is written as an escape, so that no value can end the script element. */
export function writeConfig(html: string, pageConfig: PageConfig): string {
  const json = JSON.stringify(pageConfig).replaceAll('<', '\\u003c')
  return html.replace(
    PLACE_FOR_CONFIG,
    () => `<script id="page-config" type="application/json">${json}</script>`,
  )
}

function mayBePage(request: FastifyRequest): boolean {
  const path = pathOf(request)
  const isOurs = /^\/(auth|assets|metrics|healthz|websocket)(\/|$)/.test(path)
  const isFile = /\.[^/]*$/.test(path)
  const accept = request.headers.accept ?? '*/*'
  return !isOurs && !isFile && /text\/html|\*\/\*/.test(accept)
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? ''
