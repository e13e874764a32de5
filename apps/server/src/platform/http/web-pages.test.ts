import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { LANGUAGE_CODES, LIMITS, pageConfigSchema } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { styleSources } from './page-documents.ts'
import { createHttpServer, type HttpServer } from './server.ts'
import { readWebApp, serveWebPages } from './web-pages.ts'

const pageConfig = {
  authServer: '/auth',
  websocketHost: null,
  googleClientId: null,
  appleClientId: null,
  appleRedirectUri: null,
  supportUrl: 'https://help.example/</script><script>alert(1)</script>$&',
  demo: null,
}

const DOCUMENT = '<html><head><!--page-config--><!--page-files--><style>body{margin:0}</style></head></html>'
const FIRST_LOAD = {
  paths: ['/home'],
  early: '/assets/early-1a2b.js',
  scripts: ['/assets/home-1a2b.js'],
  styles: ['/assets/home-1a2b.css'],
  texts: Object.fromEntries(LANGUAGE_CODES.map((language) => [language, [`/assets/${language}-1a2b.js`]])),
}
const GUEST_LOAD = { ...FIRST_LOAD, paths: ['/device-link'], early: null, scripts: ['/assets/list-1a2b.js'] }

let folder: string
let http: HttpServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'senca-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), DOCUMENT)
  await writeFile(join(folder, 'first-loads.json'), JSON.stringify([FIRST_LOAD, GUEST_LOAD]))
  await writeFile(
    join(folder, 'guest.html'),
    '<html><head><title>guest</title><!--page-config--><!--page-files--></head></html>',
  )
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'plain')
  await writeFile(join(folder, 'assets', 'app-1a2b.js.br'), 'brotli')
  await writeFile(join(folder, 'assets', 'app-1a2b.js.map'), '{}')
  for (const ending of ['webm', 'mp4', 'webp']) {
    await writeFile(join(folder, 'assets', `sky-1a2b.${ending}`), 'moving')
  }
  await writeFile(join(folder, 'robots.txt'), '')
  await mkdir(join(folder, 'worker'))
  await writeFile(join(folder, 'worker', 'worker.js'), "addEventListener('fetch', () => {})")
  await writeFile(
    join(folder, 'worker', 'build.json'),
    JSON.stringify({
      at: '2026-12-01T00:00:00.000Z',
      files: ['/assets/app-1a2b.js'],
      more: Object.fromEntries(LANGUAGE_CODES.map((language) => [language, []])),
      routes: ['/', '/home'],
    }),
  )
  http = await createHttpServer(
    {
      publicUrl: 'http://localhost:8080',
      host: '127.0.0.1',
      trustProxy: false,
      styles: await styleSources(folder),
    },
    createLogger('silent'),
  )
  await serveWebPages(http, await readWebApp(http, pageConfig, { isOffline: true, folder }), folder)
})
afterAll(async () => {
  await http.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  http.inject({ url, headers: { host: 'localhost:8080', accept: 'text/html', ...headers } })

describe('the web pages', () => {
  it.each(['/', '/home', '/register?lang=sl', '/device-link/device?token=x'])(
    'answer %s with the page',
    async (url) => {
      const response = await get(url)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.headers['cache-control']).toBe('no-cache')
    },
  )

  it.each([
    '/device-link',
    '/device-link/',
    '/device-link?token=x',
    '/device-link/device?token=x&deviceId=y',
  ])('answer %s with the page of guests, which no search engine keeps', async (url) => {
    const response = await get(url)
    expect(response.body).toContain('<title>guest</title><script id="page-config"')
    expect(response.headers['x-robots-tag']).toBe('noindex, nofollow, noarchive')
    expect(response.headers['referrer-policy']).toBe('no-referrer')
  })

  it.each([
    ['/device-link?token=x', { 'accept-language': 'sl' }, 'sl'],
    ['/Device-Link/?token=x&lang=it', {}, 'it'],
    ['/device-link?token=x', { 'accept-language': 'bs' }, 'en'],
  ])('name the files of the page of guests %s in a language that it has', async (url, headers, language) => {
    const { body } = await get(url, headers)
    expect(body.match(/\/assets\/\w+-1a2b\.js/g)).toEqual([
      '/assets/list-1a2b.js',
      `/assets/${language}-1a2b.js`,
    ])
  })

  it.each(['/', '/home', '/device-links', '/device-link/other', '/device'])(
    'answer %s with the page of the app',
    async (url) => {
      const response = await get(url)
      expect(response.body).not.toContain('<title>guest</title>')
      expect(response.headers['x-robots-tag']).toBeUndefined()
    },
  )

  it.each(['%00', '%ff', '%', '%ed%a0%80'])('are served whatever the query says: %s', async (query) => {
    expect((await get(`/device?deviceId=${query}`)).statusCode).toBe(200)
    expect((await get(`/device${query}`)).statusCode).toBe(400)
    expect((await get(`/auth/none?deviceId=${query}`)).json().error).toMatch(
      /^(malformed_request|resource_not_found)$/,
    )
  })

  it('carry the configuration, which cannot break out of its element', async () => {
    const { body } = await get('/')
    const [, json = ''] = /<script id="page-config" type="application\/json">(.*?)<\/script>/.exec(body) ?? []
    expect(pageConfigSchema.parse(JSON.parse(json))).toEqual({ ...pageConfig, build: expect.anything() })
    expect(body.match(/<\/script>/g)).toHaveLength(1)
  })

  it('are sent again only when they changed', async () => {
    const { headers } = await get('/home')
    const again = await get('/home', { 'if-none-match': String(headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    const other = await get('/register', { 'if-none-match': String(headers.etag) })
    expect(other.statusCode).toBe(200)
  })

  it('name the files that their page will need at first', async () => {
    const { body } = await get('/home')
    expect(body).toContain(
      '<script type="module" crossorigin src="/assets/early-1a2b.js"></script><link rel="modulepreload" crossorigin href="/assets/home-1a2b.js">',
    )
    expect(body).toContain('<link rel="preload" as="style" crossorigin href="/assets/home-1a2b.css">')
    expect((await get('/register')).body).not.toContain('<link')
  })

  it.each([
    [
      'the address',
      '/home?lang=it',
      { cookie: `${LIMITS.LANGUAGE_COOKIE}=sl`, 'accept-language': 'de' },
      'it',
    ],
    ['the cookie', '/home', { cookie: `${LIMITS.LANGUAGE_COOKIE}=sl`, 'accept-language': 'de' }, 'sl'],
    ['the browser', '/home?lang=%ff', { 'accept-language': 'xx, sr-Latn-RS;q=0.9, de;q=0.5' }, 'rs_latn'],
    ['nothing', '/home', {}, 'en'],
    ['twice in the address', '/home?lang=it&lang=de', {}, 'en'],
  ])('name the texts of the language given by %s', async (_name, url, headers, language) => {
    const { body, headers: sent } = await get(url, headers)
    expect(body.match(/\/assets\/\w+-1a2b\.js/g)).toEqual([
      '/assets/early-1a2b.js',
      '/assets/home-1a2b.js',
      `/assets/${language}-1a2b.js`,
    ])
    expect(sent.vary).toBe('accept-encoding, accept-language, cookie')
  })

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip;q=0.8, br;q=0', gunzipSync],
  ])('are compressed by %s for those who take it', async (encoding, accepted, unpack) => {
    const plain = await get('/home')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const compressed = await get('/home', { 'accept-encoding': accepted })
    expect(compressed.headers['content-encoding']).toBe(encoding)
    expect(unpack(compressed.rawPayload).toString()).toBe(plain.body)
  })

  it('carry styles that the content security policy names by their hash', async () => {
    const { body, headers } = await get('/home')
    const [, style = ''] = /<style>(.*?)<\/style>/.exec(body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(String(headers['content-security-policy'])).toContain(`style-src 'self' 'sha256-${hash}'`)
  })

  it('come with files that never change, compressed for those who take it', async () => {
    const plain = await get('/assets/app-1a2b.js')
    expect(plain.body).toBe('plain')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const compressed = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' })
    expect(compressed.headers['content-encoding']).toBe('br')
    expect(compressed.headers['content-type']).toMatch(/javascript/)
    expect(compressed.body).toBe('brotli')
  })

  it.each([
    ['webm', 'video/webm'],
    ['mp4', 'video/mp4'],
    ['webp', 'image/webp'],
  ])('come with %s as %s, for ever, whole or in part', async (ending, type) => {
    const whole = await get(`/assets/sky-1a2b.${ending}`, { 'accept-encoding': 'gzip, br' })
    expect(whole.headers['content-type']).toBe(type)
    expect(whole.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(whole.headers['accept-ranges']).toBe('bytes')
    expect(whole.headers['content-encoding']).toBeUndefined()
    expect(whole.body).toBe('moving')
    const part = await get(`/assets/sky-1a2b.${ending}`, { range: 'bytes=2-4' })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe('bytes 2-4/6')
    expect(part.body).toBe('vin')
  })

  it('answer HEAD for a file that never changes with its headers only', async () => {
    const response = await http.inject({
      method: 'HEAD',
      url: '/assets/app-1a2b.js',
      headers: { host: 'localhost:8080' },
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-length']).toBe('5')
    expect(response.body).toBe('')
  })

  it('come with files that may change', async () => {
    const response = await get('/robots.txt')
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-cache')
  })

  it.each([
    '/assets/gone-1a2b.js',
    '/assets/gone',
    '/favicon.ico',
    '/index.html',
    '/guest.html',
    '/assets/app-1a2b.js.br',
    '/assets/app-1a2b.js%2ebr',
    '/assets/app-1a2b.js.map',
    '/assets',
    '/assets/',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%2findex.html',
    `/assets/${'a'.repeat(300)}`,
    '/../web-pages.ts',
    '/auth/none',
    '/auth',
    '/metrics/x',
  ])('answer %s with 404 and no page', async (url) => {
    const response = await get(url)
    expect(response.statusCode).toBe(404)
    expect(response.json().error).toBe('resource_not_found')
  })

  it.each([
    ['a call for data', { accept: 'application/json' }, 'GET'],
    ['a post', {}, 'POST'],
  ] as const)('are not the answer to %s', async (_name, headers, method) => {
    const response = await http.inject({ url: '/home', method, headers: { host: 'localhost', ...headers } })
    expect(response.statusCode).toBe(404)
  })
})
