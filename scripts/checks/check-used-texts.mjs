// Checks that the app uses each of its texts.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readTexts } from './app-texts.mjs'
import { unusedTexts } from './used-texts.mjs'

const root = resolve(import.meta.dirname, '../..')
const FOLDERS = ['apps/web/src', 'apps/web/worker', 'apps/web/build', 'packages/contract/src']
const files = [
  'apps/web/vite.config.ts',
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)),
  ),
]
const sources = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
const keys = (await readTexts())
  .filter(({ language, file }) => language === 'en' && file.endsWith('.json'))
  .map(({ key }) => key)
const unused = unusedTexts(keys, sources)
for (const key of unused) console.error(`apps/web/src/i18n/locales: no source asks for the text ${key}`)
if (unused.length > 0 || keys.length === 0) process.exit(1)
console.log(`used texts: ${keys.length} in ${files.length} files`)
