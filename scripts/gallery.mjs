import { join } from 'node:path'
import { ensureInstalled, ROOT } from './installation.mjs'

ensureInstalled()
const { createServer } = await import('vite')
const gallery = await createServer({ configFile: join(ROOT, 'apps', 'web', 'gallery', 'vite.config.ts') })
await gallery.listen()
gallery.printUrls()
