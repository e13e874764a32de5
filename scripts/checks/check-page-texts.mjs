// Checks that each page of the app loads the texts that it may show.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pagesOf, textsNotLoaded } from './page-texts.mjs'

const source = resolve(import.meta.dirname, '../../apps/web/src')
/** Every page of the app has these besides its own; see `startLanguage` in `app/main.tsx`. */
const OF_EVERY_PAGE = ['app']
const routes = pagesOf(readFileSync(join(source, 'app/routes.tsx'), 'utf8'))
const pages = routes.map(({ module, parts }) => ({ module, parts: [...OF_EVERY_PAGE, ...parts] }))
const guestPages = ['list', 'device'].map((name) => ({
  module: `screens/guest/${name}-screen.tsx`,
  parts: ['guest'],
}))
const missing = textsNotLoaded(source, [...pages, ...guestPages])
for (const { module, key, shownIn } of missing)
  process.stderr.write(`${module} does not load the text ${key} of ${shownIn}\n`)
if (missing.length > 0 || pages.length === 0) process.exit(1)
