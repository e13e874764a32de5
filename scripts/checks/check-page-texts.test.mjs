import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pagesOf, textsNotLoaded } from './page-texts.mjs'

const FILES = {
  'screens/home.tsx': "import { list } from '#features/list.ts'\nexport default () => t('title')",
  'screens/menu.tsx':
    "import type { List } from '../features/list.ts'\nconst later = () => import('#features/list.ts')",
  'features/list.ts': "import { useQuery } from 'query'\nt('list.failed'); t('list.count', { count })",
  'i18n/locales/en.json': '{ "title": "Home" }',
  'i18n/locales/list/en.json': '{ "list": { "failed": "Failed", "count_other": "{{count}}" } }',
}
let source
beforeAll(() => {
  source = mkdtempSync(join(tmpdir(), 'senca-texts-'))
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(source, path)), { recursive: true })
    writeFileSync(join(source, path), content)
  }
})
afterAll(() => rmSync(source, { recursive: true }))

it('finds the texts that a page shows by what it imports and does not load', () => {
  const pages = [
    { module: 'screens/home.tsx', parts: [] },
    { module: 'screens/home.tsx', parts: ['list'] },
    { module: 'screens/menu.tsx', parts: [] },
  ]
  expect(textsNotLoaded(source, pages)).toEqual([
    { module: 'screens/home.tsx', key: 'list.failed', shownIn: 'features/list.ts' },
    { module: 'screens/home.tsx', key: 'list.count', shownIn: 'features/list.ts' },
  ])
})

it('reads the pages and their texts from the routes', () => {
  const routes = `
const sold: readonly TextPart[] = isOn ? ['sold'] : []
const menu: LoadScreen = () => import('#screens/menu.tsx')
const pages = [
  { lazy: lazily(() => import('#screens/home.tsx')), children: [] },
  screen('/list', () => import('#screens/list.tsx'), 'list', ...sold),
  ...['/menu', '/m'].map((path) => firstScreen(path, menu, 'menu')),
]`
  expect(pagesOf(routes)).toEqual([
    { module: 'screens/home.tsx', parts: [] },
    { module: 'screens/list.tsx', parts: ['list', 'sold'] },
    { module: 'screens/menu.tsx', parts: ['menu'] },
  ])
})
