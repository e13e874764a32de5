import { join } from 'node:path'
import { buildStale } from './builds.mjs'
import { ensureInstalled, ROOT } from './installation.mjs'

/**
 * Serves the gallery in development mode; with `--built`, serves the built one on a free port and prints its address on one line.
 */
await ensureInstalled()
const { createServer, preview } = await import('vite')
const configFile = join(ROOT, 'apps', 'web', 'gallery', 'vite.config.ts')
if (process.argv.includes('--built')) {
  await buildStale(['gallery'])
  const site = await preview({ configFile, logLevel: 'error', preview: { port: 0 } })
  process.stdout.write(`${site.resolvedUrls.local[0]}\n`)
} else {
  const gallery = await createServer({ configFile })
  await gallery.listen()
  gallery.printUrls()
}
