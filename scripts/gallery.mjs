import { join } from 'node:path'
import { ensureInstalled, ROOT } from './installation.mjs'

ensureInstalled()
const { createServer } = await import('vite')
const web = join(ROOT, 'apps', 'web')
const gallery = await createServer({ root: join(web, 'gallery'), configFile: join(web, 'vite.config.ts') })
await gallery.listen()
gallery.printUrls()
