// Checks that each page of the app loads the texts that it may show.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pagesOf, textsNotLoaded } from './page-texts.mjs'

const source = resolve(import.meta.dirname, '../../apps/web/src')
const pages = pagesOf(readFileSync(join(source, 'app/routes.tsx'), 'utf8'))
const missing = textsNotLoaded(source, pages)
for (const { module, key, shownIn } of missing)
  process.stderr.write(`${module} does not load the text ${key} of ${shownIn}\n`)
if (missing.length > 0 || pages.length === 0) process.exit(1)
