import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { PageConfig } from '@senca/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'
import { type HttpServer, PAGES } from './http.ts'
import { REPOSITORY_ROOT } from './server-root.ts'

export const WEB_APP_FOLDER = join(REPOSITORY_ROOT, 'apps', 'web', 'dist')

const PLACE_FOR_CONFIG = '<!--page-config-->'
const HASHED_FILES = '/assets/'
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

/**
 * Serves the built web app: hashed files for ever, other files with revalidation, and for every path that may be a
 * page the page itself with its configuration. A missing file is a 404, never the page.
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
  const page = writeConfig(await readFile(indexFile, 'utf8'), pageConfig)
  const etag = `"${createHash('sha256').update(page).digest('base64url')}"`
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', ASK_AGAIN).header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return reply.type('text/html; charset=utf-8').send(page)
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

/** `<` is written as an escape, so that no value can end the script element. */
export function writeConfig(html: string, pageConfig: PageConfig): string {
  const json = JSON.stringify(pageConfig).replaceAll('<', '\\u003c')
  return html.replace(
    PLACE_FOR_CONFIG,
    () => `<script id="page-config" type="application/json">${json}</script>`,
  )
}

function mayBePage(request: FastifyRequest): boolean {
  const [path = ''] = request.url.split('?')
  const isOurs = /^\/(auth|assets|metrics|healthz|websocket)(\/|$)/.test(path)
  const isFile = /\.[^/]*$/.test(path)
  const accept = request.headers.accept ?? '*/*'
  return !isOurs && !isFile && /text\/html|\*\/\*/.test(accept)
}
