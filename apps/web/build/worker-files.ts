import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'
import { type Bundle, chunkOf } from './bundle-files.ts'
import { OLD_BROWSER_SCRIPT } from './oldest-browsers.ts'

const WEB = join(import.meta.dirname, '..')
const ENTRY = '/app/main.tsx'
/** What needs a network anyway, or is too large for what it is worth without one. */
const LEFT_OUT =
  /\/(?:strength-judge\.ts|battery-sign\.tsx|add-pages\.tsx|bridge-pages\.tsx|connect-screen\.tsx|emailed-pages\.tsx|hardware-pages\.tsx|notification-choices-screen\.tsx|setup-screen\.tsx|weather-screen\.tsx|webhook-pages\.tsx)$|\/locales\/(?:apps|phones|setup|webhooks)\/|virtual:towns/
const TEXTS = /\/i18n\/locales\/(?:[\w-]+\/)?(\w+)\.json$/
/** Two fonts for each language: that of English letters, and that of its own ones. */
const LATIN = /-latin-(?!ext)/
const LATIN_EXTENDED = /-latin-ext-/
const CYRILLIC = /-cyrillic-(?!ext)/
const CYRILLIC_LANGUAGE = 'rs_cyrl'
/** The files of the document that do not come from the bundle. The icon for a home screen is only read while one is added. */
const STATIC = ['/theme.js', '/favicon.svg']

/** The paths of the pages of `routes.tsx`; a place for any text is `:`, and comes last. */
export function pagePaths(source: string): string[] {
  const found = [...source.matchAll(/'(\/[\w/:]*)'/g)].map(([, path = '']) => path.replace(/:\w+$/, ':'))
  return [...new Set(found)].sort()
}

/** The files of all pages of an account, and those of each language besides. */
export function workerFiles(bundle: Bundle): { files: string[]; more: Record<string, string[]> } {
  const files = new Set(STATIC)
  const more: Record<string, Set<string>> = {}
  const addOf = (language: string, path: string) => {
    const paths = more[language] ?? new Set()
    more[language] = paths.add(path)
  }
  const extended = new Set<string>()
  const seen = new Set<string>()
  const visit = (fileName: string) => {
    const chunk = bundle[fileName]
    if (seen.has(fileName) || chunk?.type !== 'chunk') return
    seen.add(fileName)
    if (chunk.moduleIds.some((id) => LEFT_OUT.test(id))) return
    const [, language] = TEXTS.exec(chunk.facadeModuleId ?? '') ?? []
    if (language === undefined) files.add(`/${fileName}`)
    else addOf(language, `/${fileName}`)
    const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {}
    for (const file of importedCss) files.add(`/${file}`)
    for (const file of importedAssets) {
      if (!file.endsWith('.woff2')) continue
      if (LATIN.test(file)) files.add(`/${file}`)
      else if (LATIN_EXTENDED.test(file)) extended.add(`/${file}`)
      else if (CYRILLIC.test(file)) addOf(CYRILLIC_LANGUAGE, `/${file}`)
    }
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next)
  }
  visit(chunkOf(bundle, ENTRY).fileName)
  for (const file of Object.values(bundle))
    if (file.type === 'asset' && file.names.includes(OLD_BROWSER_SCRIPT)) files.add(`/${file.fileName}`)
  for (const language of Object.keys(more))
    if (language !== CYRILLIC_LANGUAGE) for (const path of extended) addOf(language, path)
  const sorted = (paths: Iterable<string>) => [...paths].sort()
  return {
    files: sorted(files),
    more: Object.fromEntries(Object.entries(more).map(([language, paths]) => [language, sorted(paths)])),
  }
}

/** Writes what the server composes the service worker of: its code and what it keeps. */
export function serviceWorker(): Plugin {
  return {
    name: 'senca:service-worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const routes = pagePaths(readFileSync(join(WEB, 'src/app/routes.tsx'), 'utf8'))
      const source = readFileSync(join(WEB, 'worker/worker.ts'), 'utf8')
      const { code } = await transformWithOxc(source.replace('export {}\n', ''), 'worker.ts', {
        target: 'es2022',
      })
      const build = { at: new Date().toISOString(), ...workerFiles(bundle), routes }
      this.emitFile({ type: 'asset', fileName: 'worker/build.json', source: JSON.stringify(build) })
      this.emitFile({ type: 'asset', fileName: 'worker/worker.js', source: code })
    },
  }
}
