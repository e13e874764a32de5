import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { LANGUAGE_CODES, LIMITS } from '@senca/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { createHttpServer, type HttpServer } from './server.ts'
import { readWebApp, serveWebPages } from './web-pages.ts'

const pageConfig = {
  authServer: '/auth',
  websocketHost: null,
  googleClientId: null,
  appleClientId: null,
  appleRedirectUri: null,
  supportUrl: 'https://help.example/',
  demo: null,
}
const CODE = "addEventListener('fetch', () => {})\n"

let folder: string
let http: HttpServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'senca-build-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'worker'))
  const document = '<html><head><!--page-config--><!--page-files--></head></html>'
  await writeFile(join(folder, 'index.html'), document)
  await writeFile(join(folder, 'guest.html'), document)
  await writeFile(join(folder, 'first-loads.json'), '[]')
  await writeFile(join(folder, 'assets/app-1a2b.js'), 'first')
  await writeFile(join(folder, 'assets/sl-1a2b.js'), 'slovene')
  await writeFile(join(folder, 'worker/worker.js'), CODE)
  const more = Object.fromEntries(LANGUAGE_CODES.map((language) => [language, []]))
  await writeFile(
    join(folder, 'worker/build.json'),
    JSON.stringify({
      at: '2026-12-01T00:00:00.000Z',
      files: ['/assets/app-1a2b.js'],
      more: { ...more, sl: ['/assets/sl-1a2b.js'] },
      routes: ['/', '/home'],
    }),
  )
})
afterEach(() => http.close())
afterAll(() => rm(folder, { recursive: true }))

async function serve({
  config = pageConfig,
  isOffline = true,
  from = folder,
  publicUrl = 'http://localhost:8080',
} = {}) {
  http = await createHttpServer({ publicUrl, host: '127.0.0.1', trustProxy: false }, createLogger('silent'))
  const webApp = await readWebApp(http, config, { isOffline, folder: from })
  await serveWebPages(http, webApp, from)
  return webApp
}

const get = (url: string, headers: Record<string, string> = {}) =>
  http.inject({ url, headers: { host: 'localhost:8080', ...headers } })

/** What the server put before the code of the worker. */
function builtFrom(body: string) {
  const [, json = ''] = /^const BUILD = (.*)\n/.exec(body) ?? []
  return JSON.parse(json)
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the service worker', () => {
  it('is composed of its code and the hashes of what the server sends, the same bytes each time [PK6]', async () => {
    const { build } = await serve()
    const { body, headers } = await get('/sw.js', { 'service-worker': 'script' })
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers).not.toHaveProperty('service-worker-allowed')
    expect(body.endsWith(CODE)).toBe(true)
    const built = builtFrom(body)
    expect(built).toMatchObject({ ...build, routes: ['/', '/home'] })
    expect(built.files).toEqual([
      ['/app-shell', sha256((await get('/app-shell')).body)],
      ['/assets/app-1a2b.js', sha256('first')],
    ])
    const manifest = '/manifest.webmanifest?lang=sl'
    expect(built.more.sl).toEqual([
      ['/assets/sl-1a2b.js', sha256('slovene')],
      [manifest, sha256((await get(manifest)).body)],
    ])
    const compressed = await get('/sw.js', {
      'accept-encoding': 'gzip',
      cookie: `${LIMITS.LANGUAGE_COOKIE}=sl`,
    })
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(body)
    expect((await get('/sw.js', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    await http.close()
    await serve()
    expect((await get('/sw.js')).body).toBe(body)
  })

  it('is that of the build that its pages say they are of [PK8]', async () => {
    const { build } = await serve()
    for (const url of ['/home', '/app-shell']) {
      const { body } = await get(url, { accept: 'text/html' })
      const [, json = ''] = /type="application\/json">(.*?)<\/script>/.exec(body) ?? []
      expect(JSON.parse(json).build).toEqual(build)
    }
  })

  it('is another one when the page config, the policy or a file is another one [PK6]', async () => {
    const ids = new Set<string | undefined>()
    const add = async (options: Parameters<typeof serve>[0]) => {
      ids.add((await serve(options)).build?.id)
      await http.close()
    }
    await add({})
    await add({})
    expect(ids.size).toBe(1)
    await add({ config: { ...pageConfig, supportUrl: 'https://other.example/' } })
    await add({ publicUrl: 'https://localhost:8080' })
    await writeFile(join(folder, 'assets/app-1a2b.js'), 'second')
    await serve()
    await writeFile(join(folder, 'assets/app-1a2b.js'), 'first')
    ids.add(builtFrom((await get('/sw.js')).body).id)
    expect(ids.size).toBe(4)
  })

  it.each([
    ['with OFFLINE=off', { isOffline: false }],
    ['without a built app', { from: '/nowhere' }],
  ])('ends itself and what it kept %s [PK9]', async (_name, options) => {
    const { build } = await serve(options)
    const { body, headers } = await get('/sw.js')
    expect(headers['cache-control']).toBe('no-cache')
    expect(body).toContain('registration.unregister()')
    expect(body).not.toContain('BUILD')
    if (build !== undefined)
      expect((await get('/home', { accept: 'text/html' })).body).toContain('"offline":false')
  })

  it.each(['/home', '/assets/app-1a2b.js', '/worker/worker.js', '/theme.js', '/auth/login', '/none.js'])(
    'is no other file: a browser that asks for %s as one gets 404',
    async (url) => {
      await serve()
      expect((await get(url, { 'service-worker': 'script' })).statusCode).toBe(404)
    },
  )

  it('is not sent in parts', async () => {
    await serve()
    for (const url of ['/worker/worker.js', '/worker/build.json'])
      expect((await get(url)).statusCode, url).toBe(404)
  })
})

describe('the policy of pages', () => {
  it.each(['/home', '/', '/device-links'])(
    'of %s lets the worker and the manifest of Senca in',
    async (url) => {
      await serve()
      const policy = (await get(url, { accept: 'text/html' })).headers['content-security-policy']
      expect(policy).toContain("worker-src 'self';manifest-src 'self'")
    },
  )

  it.each(['/device-link', '/Device-Link/', '/device-link/device?token=x'])(
    'of the guest page %s lets none in [PK3]',
    async (url) => {
      await serve()
      const { headers, body } = await get(url, { accept: 'text/html' })
      expect(headers['content-security-policy']).toContain("worker-src 'none'")
      expect(body).not.toContain('manifest')
    },
  )
})

describe('the manifest', () => {
  it.each([
    ['the cookie', { cookie: `${LIMITS.LANGUAGE_COOKIE}=sl`, 'accept-language': 'de' }, 'sl'],
    ['the browser', { 'accept-language': 'de-AT,de;q=0.9' }, 'de'],
    ['nothing', {}, 'en'],
  ])('is in the language given by %s [PK1]', async (_name, headers, lang) => {
    await serve()
    const answer = await get('/manifest.webmanifest', headers)
    expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers.vary).toBe('accept-language, cookie')
    expect(answer.json()).toMatchObject({ lang, id: '/home' })
  })
})
