import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstLoadGroups, firstLoads } from './first-loads.ts'

const imports = (...files: string[]) => files.map((file) => `import '${file}';`).join('')
const marked = (name: string, ...files: string[]) =>
  `${imports(...files)} export default console.log('<${name}>');`
const lazily = (...files: string[]) => files.map((file) => `() => import('${file}')`).join(', ')

const SCREENS = '/screens'
const FILES: Record<string, string> = {
  '/index.html': '<html><head></head><body><script type="module" src="/app/main.tsx"></script></body></html>',
  '/guest.html':
    '<html><head></head><body><script type="module" src="/app/guest-main.tsx"></script></body></html>',
  '/app/guest-main.tsx': `import '/app/guest.css'; ${marked('guest entry', '/client.ts')} globalThis.pages = [${lazily(
    `${SCREENS}/guest/list-screen.tsx`,
    `${SCREENS}/guest/device-screen.tsx`,
    '/i18n/locales/guest/en.json',
  )}]`,
  [`${SCREENS}/guest/list-screen.tsx`]: marked('guest list', '/shared-card.ts'),
  '/home-and-later.ts': marked('home-and-later', '/of-every-page.ts'),
  '/shared-card.ts': `${marked('shared-card')} globalThis.sign = () => import('/lazy-sign.ts')`,
  '/lazy-sign.ts': marked('lazy sign', '/of-home-and-sign.ts'),
  [`${SCREENS}/guest/device-screen.tsx`]: `${marked('guest device')} globalThis.later = () => import('${SCREENS}/guest/door-detail.tsx')`,
  [`${SCREENS}/guest/door-detail.tsx`]: marked('guest door', '/of-app-and-guest.ts', '/room.ts'),
  '/app/main.tsx': `import '/app/base.css'; ${marked('entry', '/of-every-page.ts', '/of-app-and-guest.ts', '/client.ts')} globalThis.pages = [${lazily(
    `${SCREENS}/account/login-screen.tsx`,
    '/app/signed-in-area.tsx',
    `${SCREENS}/home/home-screen.tsx`,
    `${SCREENS}/device/device-screen.tsx`,
    `${SCREENS}/device/door-screen.tsx`,
    `${SCREENS}/later-screen.tsx`,
    '/i18n/locales/en.json',
    '/i18n/locales/app/en.json',
    '/i18n/locales/device/en.json',
    '/i18n/locales/door/en.json',
  )}]`,
  '/app/first-queries.ts': marked('first queries', '/client.ts', '/device-queries.ts'),
  '/app/base.css': 'body { margin: 0 }',
  '/app/guest.css': '@font-face { font-family: A; src: url(https://example.com/a.woff2) } p { margin: 1px }',
  '/of-every-page.ts': marked('every page'),
  '/of-app-and-guest.ts': marked('app and guest'),
  '/app/signed-in-area.tsx': marked('signed in', '/app/first-queries.ts'),
  [`${SCREENS}/account/login-screen.tsx`]: marked('login', '/field.ts', '/tabs-and-fields.ts'),
  [`${SCREENS}/home/home-screen.tsx`]: `import '/home.css'; ${marked('home', '/field.ts', '/card.ts', '/shared-card.ts', '/home-only.ts', '/home-and-later.ts', '/of-home-and-sign.ts')}`,
  [`${SCREENS}/device/device-screen.tsx`]: marked('device', '/card.ts', '/room.ts'),
  [`${SCREENS}/device/door-screen.tsx`]: marked('door', '/card.ts', '/room.ts', '/tabs-and-fields.ts'),
  [`${SCREENS}/later-screen.tsx`]: marked('later', '/home-and-later.ts', '/later-only.ts'),
  '/home.css': '.home { color: red }',
  ...Object.fromEntries(
    [
      'client',
      'device-queries',
      'field',
      'card',
      'of-home-and-sign',
      'room',
      'tabs-and-fields',
      'home-only',
      'later-only',
    ].map((name) => [`/${name}.ts`, marked(name)]),
  ),
  '/i18n/locales/en.json': '{"a":"page"}',
  '/i18n/locales/app/en.json': '{"d":"app"}',
  '/i18n/locales/guest/en.json': '{"e":"guest"}',
  '/i18n/locales/device/en.json': '{"b":"device"}',
  '/i18n/locales/door/en.json': '{"c":"door"}',
}

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'senca-pages-'))
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
})
afterAll(() => rm(root, { recursive: true }))

async function buildPages() {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [firstLoads()],
    build: {
      write: false,
      minify: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: [join(root, 'index.html'), join(root, 'guest.html')],
        output: { codeSplitting: { groups: firstLoadGroups() } },
      },
    },
  })
  const { output } = result as Rolldown.RolldownOutput
  const textOf = (fileName: string) => {
    const file = output.find((one) => one.fileName === fileName)
    return file?.type === 'chunk' ? file.code : String(file?.source)
  }
  const marksIn = (scripts: readonly string[]) =>
    scripts
      .flatMap((script) => [...textOf(script.slice(1)).matchAll(/<([\w -]+)>/g)].map(([, mark]) => mark))
      .sort()
  interface Load {
    paths: string[]
    early: string | null
    scripts: string[]
    styles: string[]
    texts: Record<string, string[]>
  }
  const loads: Load[] = JSON.parse(textOf('first-loads.json'))
  const loadOf = (path: string) => {
    const load = loads.find(({ paths }) => paths.includes(path))
    if (load === undefined) throw new Error(`There is no ${path}`)
    return load
  }
  return { output, textOf, marksIn, loadOf }
}

it('names for each page the files that it needs beside those of every page, and no others', async () => {
  const { marksIn, loadOf } = await buildPages()
  expect(marksIn(loadOf('/').scripts)).toEqual(['login', 'tabs-and-fields'])
  expect(marksIn(loadOf('/home').scripts)).toEqual([
    'card',
    'home',
    'home-and-later',
    'home-only',
    'of-home-and-sign',
    'shared-card',
    'signed in',
  ])
  expect(marksIn(loadOf('/devicepage').scripts)).toEqual(['card', 'device', 'room', 'signed in'])
})

it('names the script of the first queries for pages of people who are signed in', async () => {
  const { textOf, loadOf } = await buildPages()
  const { early } = loadOf('/home')
  expect(textOf(early?.slice(1) ?? '')).toContain('<first queries>')
  expect(loadOf('/devicepage').early).toBe(early)
  expect(loadOf('/').early).toBeNull()
})

it('keeps what the first queries need apart from the rest of the app', async () => {
  const { output, marksIn } = await buildPages()
  const chunkWith = (mark: string) =>
    output.find((file) => file.type === 'chunk' && file.code.includes(`<${mark}>`))?.fileName
  expect(marksIn([`/${chunkWith('client')}`])).toEqual(['client'])
  expect(marksIn([`/${chunkWith('device-queries')}`])).toEqual(['device-queries', 'first queries'])
})

it('keeps together what is shared in the same way', async () => {
  const { output, loadOf } = await buildPages()
  const chunkWith = (mark: string) =>
    output.find((file) => file.type === 'chunk' && file.code.includes(`<${mark}>`))?.fileName
  expect(chunkWith('field')).toBe(chunkWith('every page'))
  expect(chunkWith('card')).toBe(chunkWith('signed in'))
  expect(chunkWith('tabs-and-fields')).not.toBe(chunkWith('every page'))
  expect(chunkWith('home-only')).toBe(chunkWith('home'))
  expect(chunkWith('home-and-later')).not.toBe(chunkWith('home'))
  expect(chunkWith('later-only')).toBe(chunkWith('later'))
  const shared = loadOf('/device').scripts.filter((script) => loadOf('/home').scripts.includes(script))
  expect(shared).toContain(`/${chunkWith('card')}`)
})

it('names for the pages behind a link what they share with the app, and nothing else of it', async () => {
  const { textOf, marksIn, loadOf } = await buildPages()
  expect(marksIn(loadOf('/device-link').scripts)).toEqual(['guest list', 'shared-card'])
  expect(loadOf('/device-link').early).toBeNull()
  const named = [...textOf('guest.html').matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, file = '']) => file)
  expect(marksIn(named)).toEqual(['client', 'guest entry'])
})

it('keeps what guest pages load later out of the chunk of the app’s entry, which would start the app', async () => {
  const { output } = await buildPages()
  const chunkWith = (mark: string) =>
    output.find((file) => file.type === 'chunk' && file.code.includes(`<${mark}>`))
  const imported = (file: (typeof output)[number] | undefined): string[] =>
    file?.type === 'chunk'
      ? [
          file.fileName,
          ...file.imports.flatMap((name) => imported(output.find((one) => one.fileName === name))),
        ]
      : []
  const entry = chunkWith('entry')?.fileName
  for (const mark of ['guest list', 'guest device', 'guest door', 'lazy sign'])
    expect(imported(chunkWith(mark))).not.toContain(entry)
})

it('names the styles and the texts of a page', async () => {
  const { loadOf, textOf } = await buildPages()
  const [style = ''] = loadOf('/home').styles
  expect(textOf(style.slice(1))).toContain('.home')
  const texts = (path: string) => (loadOf(path).texts.en ?? []).map((file) => textOf(file.slice(1)))
  expect(texts('/home')).toEqual([expect.stringContaining('page'), expect.stringContaining('app')])
  expect(texts('/device-link')).toEqual([expect.stringContaining('page'), expect.stringContaining('guest')])
  expect(texts('/doordeviceinfopage')).toEqual([
    expect.stringContaining('page'),
    expect.stringContaining('app'),
    expect.stringContaining('device'),
    expect.stringContaining('door'),
  ])
})

it('writes the styles of every page into the document', async () => {
  const { textOf } = await buildPages()
  const html = textOf('index.html')
  expect(html).toMatch(/<style>body\{margin:0\}<\/style>|<style>body \{\s*margin: 0;?\s*\}<\/style>/)
  expect(html).toMatch(/<link rel="stylesheet"[^>]* disabled>/)
  expect(html).not.toMatch(/<link rel="stylesheet"(?![^>]* disabled)/)
})

it('writes the styles of guest pages into their document, but their fonts come from a style sheet at its end', async () => {
  const { textOf } = await buildPages()
  const html = textOf('guest.html')
  expect(html).toMatch(/<style>\s*p ?\{\s*margin: ?1px;?\s*\}\s*<\/style>/)
  expect(html).not.toContain('font-face')
  expect(html).toMatch(/<link rel="stylesheet" crossorigin href="[^"]+">\s*<\/body>/)
})
