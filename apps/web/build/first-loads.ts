import type { Plugin, Rolldown } from 'vite'
import { type Bundle, chunkOf, chunksOf, loadedBy } from './bundle-files.ts'

/** A page that people open first: the document that the server sends for it names all files that it will need. */
interface FirstPage {
  paths: readonly string[]
  /** The modules that the page loads lazily, as they end in the graph. */
  modules: readonly string[]
  /** The namespaces of its texts beside those of every page: folders of `src/i18n/locales`. */
  texts: readonly string[]
}

const ENTRY = '/app/main.tsx'
const SIGNED_IN = '/app/signed-in-area.tsx'

export const FIRST_PAGES = {
  login: { paths: ['/'], modules: ['/screens/account/login-screen.tsx'], texts: [] },
  home: { paths: ['/home'], modules: [SIGNED_IN, '/screens/home/home-screen.tsx'], texts: [] },
  device: {
    paths: ['/device', '/devicepage'],
    modules: [SIGNED_IN, '/screens/device/device-screen.tsx'],
    texts: ['device'],
  },
  door: {
    paths: ['/doordeviceinfopage'],
    modules: [SIGNED_IN, '/screens/device/door-screen.tsx'],
    texts: ['device', 'door'],
  },
} satisfies Record<string, FirstPage>

type PageName = keyof typeof FIRST_PAGES
const PAGES = Object.entries(FIRST_PAGES) as [PageName, FirstPage][]

/** The more general first: what a module imports is at least as general as itself. */
const SHARED = ['app', 'signed-in', 'fields', 'devices'] as const
const OWN = PAGES.map(([name]) => name)
type ChunkName = (typeof SHARED)[number] | PageName | `${PageName}-parts`
const CHUNKS: readonly ChunkName[] = [...SHARED, ...OWN.map((name) => `${name}-parts` as const), ...OWN]

/** What loads a module at first: every page, some of those that are opened first, something else later. */
interface Loaders {
  everyPage: boolean
  pages: ReadonlySet<PageName>
  later: boolean
}

/** The chunk of a module; null: that of what loads it later. */
function chunkNameOf({ everyPage, pages, later }: Loaders): ChunkName | null {
  const [only, another] = pages
  if (everyPage) return 'app'
  if (only === undefined) return null
  if (another === undefined) return later ? `${only}-parts` : only
  if (pages.has('login')) return pages.has('home') ? 'app' : 'fields'
  return pages.has('home') ? 'signed-in' : 'devices'
}

/** Few files for the pages that are opened first: a file for each way in which they share modules. */
export function firstLoadGroups(): Rolldown.CodeSplittingGroup[] {
  const names = new Map<string, ChunkName | null>()
  const nameOf = (id: string, graph: Rolldown.ChunkingContext): ChunkName | null => {
    const known = names.get(id)
    if (known !== undefined) return known
    const name = chunkNameOf(loadersOf(id, graph))
    names.set(id, name)
    return name
  }
  return [
    {
      name: 'react',
      test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
      priority: CHUNKS.length + 1,
    },
    ...CHUNKS.map((chunk, index) => ({
      name: (id: string, graph: Rolldown.ChunkingContext) => (nameOf(id, graph) === chunk ? chunk : null),
      priority: CHUNKS.length - index,
    })),
  ]
}

function loadersOf(id: string, graph: Rolldown.ChunkingContext): Loaders {
  const modules = new Set([id])
  for (const module of modules)
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) modules.add(importer)
  const found = [...modules]
  const isLoadedBy = (roots: readonly string[]) => found.some((module) => endsWithOneOf(module, roots))
  const isLoadedLater = (module: string) =>
    !endsWithOneOf(module, FIRST_MODULES) && (graph.getModuleInfo(module)?.dynamicImporters ?? []).length > 0
  return {
    everyPage: isLoadedBy([ENTRY]),
    pages: new Set(PAGES.flatMap(([name, { modules: roots }]) => (isLoadedBy(roots) ? [name] : []))),
    later: found.some(isLoadedLater),
  }
}

const FIRST_MODULES = PAGES.flatMap(([, { modules }]) => modules)
const endsWithOneOf = (module: string, ends: readonly string[]) => ends.some((end) => module.endsWith(end))

/**
 * Writes the styles of every page into the document, and `first-loads.json`, from which the server names in the document what its page will need:
 * `{paths, scripts, styles, texts}` of each page, as addresses; `texts` by language.
 */
export function firstLoads(): Plugin {
  return {
    name: 'senca:first-loads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const pages = PAGES.map(([, page]) => firstLoadOf(bundle, page))
      this.emitFile({ type: 'asset', fileName: 'first-loads.json', source: JSON.stringify(pages) })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html.replace(STYLES_OF_DOCUMENT, (_link, file: string) => writtenStyle(bundle, file)),
    },
  }
}

const STYLES_OF_DOCUMENT = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g

/** The styles themselves, and a disabled link, which loads nothing: parts that load later see that their styles are there. */
function writtenStyle(bundle: Bundle, fileName: string): string {
  const file = bundle[fileName]
  if (file?.type !== 'asset') throw new Error(`${fileName} is no style sheet`)
  const link = `<link rel="stylesheet" crossorigin href="/${fileName}" disabled>`
  return `${link}<style>${String(file.source).trim()}</style>`
}

function firstLoadOf(bundle: Bundle, { paths, modules, texts }: FirstPage) {
  const ofEveryPage = filesOf(loadedBy(bundle, []))
  const own = filesOf(loadedBy(bundle, modules)).filter((file) => !ofEveryPage.includes(file))
  return {
    paths,
    scripts: own.filter((file) => file.endsWith('.js')),
    styles: own.filter((file) => file.endsWith('.css')),
    texts: textsOf(bundle, ['', ...texts.map((part) => `${part}/`)]),
  }
}

/** The addresses of chunks and of their styles. */
const filesOf = (chunks: readonly Rolldown.OutputChunk[]): string[] => {
  const files = chunks.flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ])
  return [...new Set(files)].map((file) => `/${file}`)
}

const PAGE_TEXTS = /\/i18n\/locales\/(\w+)\.json$/

/** The files of the texts of these folders of `locales`, by language. */
function textsOf(bundle: Bundle, folders: readonly string[]): Record<string, string[]> {
  const languages = chunksOf(bundle).flatMap(
    ({ facadeModuleId }) => PAGE_TEXTS.exec(facadeModuleId ?? '')?.[1] ?? [],
  )
  return Object.fromEntries(
    languages.map((language) => [
      language,
      folders.map((folder) => `/${chunkOf(bundle, `/i18n/locales/${folder}${language}.json`).fileName}`),
    ]),
  )
}
