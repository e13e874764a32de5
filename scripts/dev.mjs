import { watch } from 'node:fs'
import { join } from 'node:path'
import { onStopRequest, startNode, stopChild } from './children.mjs'
import { ensureInstalled, ROOT } from './installation.mjs'

const SOURCES = ['apps/server/src', 'packages/contract/src', 'apps/simulator/src', 'apps/matter/src']
const SETTLE_MS = 200

await ensureInstalled()
const { createServer } = await import('vite')

let server
let simulator
let pages
let isStopping = false
let restarting = Promise.resolve()

onStopRequest(async () => {
  isStopping = true
  await Promise.all([stopChild(simulator), stopChild(server), pages?.close()])
  process.exit(0)
})
start()
watchSources(() => {
  restarting = restarting.then(async () => {
    if (isStopping) return
    process.stdout.write('The sources changed: starting again.\n')
    await Promise.all([stopChild(simulator), stopChild(server)])
    start()
  })
})

/** Starts the server and the demo home's hardware from the sources. */
function start() {
  const current = startNode(['--import', 'tsx', join('apps', 'server', 'src', 'main.ts')])
  server = current
  current.on('message', async (message) => {
    if (message?.type !== 'ready' || isStopping || current !== server) return
    if (typeof message.demoHome === 'string') {
      simulator = startNode([
        '--import',
        'tsx',
        join('apps', 'simulator', 'src', 'main.ts'),
        '--home',
        message.demoHome,
      ])
    }
    pages ??= await openPages(message.url)
  })
}

/** Serves the web app with hot module replacement; all other requests are passed on to the server. */
async function openPages(url) {
  const target = new URL(url).origin
  const page = {
    authServer: '/auth',
    websocketHost: null,
    googleClientId: null,
    appleClientId: null,
    appleRedirectUri: null,
    supportUrl: 'https://github.com/senca-home/senca/blob/main/docs/README.md#help',
    demo: { email: 'demo@senca.local', password: 'demo-home-2026' },
  }
  const config = `<script id="page-config" type="application/json">${JSON.stringify(page)}</script>`
  const vite = await createServer({
    root: join(ROOT, 'apps', 'web'),
    plugins: [
      { name: 'page-config', transformIndexHtml: (html) => html.replace('<!--page-config-->', config) },
    ],
    // The server compares Origin with Host, so the proxy must not change Host.
    server: {
      proxy: {
        '/auth': { target, changeOrigin: false },
        '/websocket': { target, changeOrigin: false, ws: true },
      },
    },
  })
  await vite.listen()
  vite.printUrls()
  return vite
}

function watchSources(changed) {
  let settle
  for (const folder of SOURCES) {
    watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
      if (file === null || file.includes('.test.')) return
      clearTimeout(settle)
      settle = setTimeout(changed, SETTLE_MS)
    })
  }
}
