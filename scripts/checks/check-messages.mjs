// Checks that the table of messages has no empty cell, and that its texts and tests exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const TABLE = 'docs/contributing/messages.md'
const LOCALES = 'apps/web/src/i18n/locales'
const COLUMNS = 4

const read = (path) => readFileSync(join(root, path), 'utf8')
const parts = readdirSync(join(root, LOCALES), { withFileTypes: true }).filter((entry) => entry.isDirectory())
const sources = [`${LOCALES}/en.json`, ...parts.map(({ name }) => `${LOCALES}/${name}/en.json`)]
const texts = sources.map((source) => JSON.parse(read(source)))
const hasText = (key) =>
  texts.some((all) => typeof key.split('.').reduce((branch, part) => branch?.[part], all) === 'string')

const problems = []
const rows = read(TABLE)
  .split('\n')
  .filter((line) => line.startsWith('|') && !line.startsWith('|---') && !line.startsWith('| where'))
for (const row of rows) {
  const cells = row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
  if (cells.length !== COLUMNS || cells.includes('')) {
    problems.push(`an empty cell: ${row}`)
    continue
  }
  const [, , text, seen] = cells
  const key = /^`([\w.]+)`$/.exec(text)?.[1]
  if (key !== undefined && !hasText(key)) problems.push(`the app has no text ${key}`)
  const [file = '', title = ''] = seen.split(' › ')
  const path = join('e2e/tests', file)
  if (!existsSync(join(root, path))) problems.push(`${path} does not exist`)
  else if (!['`', "'", '"'].some((quote) => read(path).includes(quote + title + quote)))
    problems.push(`${file} has no test “${title}”`)
}
if (rows.length === 0) problems.push(`${TABLE} has no rows`)

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`messages: ${rows.length} seen on screen by a test`)
