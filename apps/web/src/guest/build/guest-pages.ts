import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, createServer, type LogLevel, type Plugin, type ViteDevServer } from 'vite'

const configFile = fileURLToPath(new URL('../../../vite.guest.config.ts', import.meta.url))
const page = fileURLToPath(new URL('../../../guest.html', import.meta.url))

/** The path of the guest pages' modules during development. */
const DEV_BASE = '/guest-pages/'
const isGuestPage = (address: string): boolean => /^\/device-link(\/device)?\/?(\?|$)/.test(address)

/**
 * The guest pages: built after the app into the same folder, and served beside it during development. They have their own build,
 * so that shared modules only contain the code that guest pages use.
 */
export function guestPages(): Plugin[] {
  let logLevel: LogLevel = 'info'
  return [
    {
      name: 'senca:build-guest-pages',
      apply: 'build',
      configResolved(config) {
        logLevel = config.logLevel ?? logLevel
      },
      async closeBundle() {
        await build({ configFile, logLevel })
      },
    },
    {
      name: 'senca:serve-guest-pages',
      apply: 'serve',
      async configureServer(app) {
        const guest = await createServer({
          configFile,
          base: DEV_BASE,
          appType: 'custom',
          server: { middlewareMode: true, hmr: false, ws: false },
        })
        app.httpServer?.once('close', () => void guest.close())
        app.middlewares.use((request, response, next) => {
          const { url = '' } = request
          if (url.startsWith(DEV_BASE)) guest.middlewares(request, response, next)
          else if (isGuestPage(url)) {
            pageOf(guest)
              .then((html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html))
              .catch(next)
          } else next()
        })
      },
    },
  ]
}

const pageOf = async (guest: ViteDevServer): Promise<string> =>
  guest.transformIndexHtml('/guest.html', await readFile(page, 'utf8'))
