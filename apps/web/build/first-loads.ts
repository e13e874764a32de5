import type { Plugin, Rolldown } from 'vite'
import { type Bundle, chunkOf, chunksOf, loadedBy } from './bundle-files.ts'

/** A page that people often open first. Its document, as the server sends it, names all files that the page needs. */
interface FirstPage {
  paths: readonly string[]
  /** The module that its document starts. */
  entry: string
  /** The modules that the page loads lazily, given as the ends of their ids in the module graph. */
  modules: readonly string[]
  /** The text namespaces that the page needs beyond those of every page: folders of `src/i18n/locales`. */
  texts: readonly string[]
}

const ENTRY = '/app/main.tsx'
const SIGNED_IN = '/app/signed-in-area.tsx'
/** Starts the queries of a signed-in page; its chunk is the first script of the document. */
const FIRST_QUERIES = '/app/first-queries.ts'

/** The pages behind a link have a document of their own, whose entry loads neither router nor session. */
const GUEST_ENTRY = '/app/guest-main.tsx'

const PAGE_NAMES = ['login', 'home', 'device', 'door', 'guestList', 'guestDevice'] as const
type PageName = (typeof PAGE_NAMES)[number]

export const FIRST_PAGES: Record<PageName, FirstPage> = {
  login: { paths: ['/'], entry: ENTRY, modules: ['/screens/account/login-screen.tsx'], texts: ['app'] },
  home: {
    paths: ['/home'],
    entry: ENTRY,
    modules: [SIGNED_IN, '/screens/home/home-screen.tsx'],
    texts: ['app'],
  },
  device: {
    paths: ['/device', '/devicepage'],
    entry: ENTRY,
    modules: [SIGNED_IN, '/screens/device/device-screen.tsx'],
    texts: ['app', 'device'],
  },
  door: {
    paths: ['/doordeviceinfopage'],
    entry: ENTRY,
    modules: [SIGNED_IN, '/screens/device/door-screen.tsx'],
    texts: ['app', 'device', 'door'],
  },
  guestList: {
    paths: ['/device-link'],
    entry: GUEST_ENTRY,
    modules: ['/screens/guest/list-screen.tsx'],
    texts: ['guest'],
  },
  guestDevice: {
    paths: ['/device-link/device'],
    entry: GUEST_ENTRY,
    modules: ['/screens/guest/device-screen.tsx'],
    texts: ['guest'],
  },
}

const PAGES = PAGE_NAMES.map((name) => [name, FIRST_PAGES[name]] as const)

/** Ordered from the most general to the most specific: a module only imports modules that are as general as itself or more. */
const SHARED = [
  'base',
  'core',
  'common',
  'late',
  'queries',
  'shared',
  'list',
  'late-signed-in',
  'control',
  'app',
  'signed-in',
  'fields',
  'devices',
  'guest',
] as const
type ChunkName = (typeof SHARED)[number] | `${PageName}-parts`
const CHUNKS: readonly ChunkName[] = [...SHARED, ...PAGE_NAMES.map((name) => `${name}-parts` as const)]

/** Who loads a module: the first queries, every page of the app, some of the first pages, or something that is loaded later. */
interface Loaders {
  firstQueries: boolean
  everyPage: boolean
  pages: ReadonlySet<PageName>
  later: boolean
  /** Whether a part of guest pages loads it, at first or later. */
  guestLater: boolean
  /** The same, or a part that guest pages share with the app and load lazily. */
  guestEver: boolean
}

/**
 * The chunk of a module; null if the module stays in the chunk of the only page or later part that loads it. Nothing that a guest page
 * loads, at first or later, may be in a chunk of the app: that of its entry would start the app.
 */
function chunkNameOf(loaders: Loaders): ChunkName | null {
  const { firstQueries, everyPage, pages, later, guestLater, guestEver } = loaders
  const [onList, onDevice] = [pages.has('guestList'), pages.has('guestDevice')]
  if (!onList && !onDevice && !guestLater) {
    const name = chunkOfApp(loaders)
    if (name === null || !guestEver) return name
  }
  if (firstQueries) return 'base'
  const isEverywhere = everyPage || pages.has('login')
  if (!onList && !onDevice) {
    if (isEverywhere) return 'late'
    if (pages.has('home')) return 'late-signed-in'
    return pages.size > 0 || later ? 'control' : null
  }
  if (isEverywhere) return 'common'
  const onAppDevice = pages.has('device') || pages.has('door')
  if (!onAppDevice && !pages.has('home') && !later) return onList && onDevice ? 'guest' : null
  return onDevice || onAppDevice ? 'shared' : 'list'
}

/**
 * Modules of the contract that its index exports and guest pages do not use. A chunk takes a module by who imports it, so they
 * would be loaded with the index.
 */
const CONTRACT_OF_APP =
  /\/contract\/src\/(accounts\/(accounts|second-factor)|automation\/(rooms|clock-times|time-zones)|devices\/device-calls)/

/** Modules of the queries that its index exports and no first page uses. */
const QUERIES_OF_LATER = /\/(infiniteQueryObserver|queriesObserver|useInfiniteQuery|useQueries)\.js$/

/** The same for modules that no guest page loads. */
function chunkOfApp({ firstQueries, everyPage, pages, later }: Loaders): ChunkName | null {
  const [only, another] = pages
  if (firstQueries) return everyPage ? 'core' : 'queries'
  if (everyPage) return 'app'
  if (only === undefined) return null
  if (another === undefined) return later ? `${only}-parts` : null
  if (pages.has('login')) return pages.has('home') ? 'app' : 'fields'
  return pages.has('home') ? 'signed-in' : 'devices'
}

/**
 * The code-splitting groups that keep the number of files of the first pages low: one file for each way in which the pages share
 * modules.
 */
export function firstLoadGroups(): Rolldown.CodeSplittingGroup[] {
  const names = new Map<string, ChunkName | null>()
  const nameOf = (id: string, graph: Rolldown.ChunkingContext): ChunkName | null => {
    const known = names.get(id)
    if (known !== undefined) return known
    const loaders = loadersOf(id, graph)
    const name = QUERIES_OF_LATER.test(id)
      ? null
      : CONTRACT_OF_APP.test(id)
        ? chunkOfApp(loaders)
        : chunkNameOf(loaders)
    names.set(id, name)
    return name
  }
  return [
    {
      name: 'react',
      test: /node_modules\/(react|react-dom|scheduler)\//,
      priority: CHUNKS.length + 1,
    },
    ...CHUNKS.map((chunk, index) => ({
      debugName: chunk,
      name: (id: string, graph: Rolldown.ChunkingContext) => (nameOf(id, graph) === chunk ? chunk : null),
      priority: CHUNKS.length - index,
    })),
  ]
}

function loadersOf(id: string, graph: Rolldown.ChunkingContext): Loaders {
  const found = importersOf(id, graph, false)
  const isLoadedBy = (roots: readonly string[]) => found.some((module) => endsWithOneOf(module, roots))
  const isLoadedLater = (module: string) =>
    !endsWithOneOf(module, FIRST_MODULES) &&
    !GUEST_SCREENS.test(module) &&
    (graph.getModuleInfo(module)?.dynamicImporters ?? []).length > 0
  const isOfPage = ({ entry, modules: roots }: FirstPage) =>
    isLoadedBy(entry === ENTRY ? roots : [entry, ...roots])
  return {
    firstQueries: isLoadedBy([FIRST_QUERIES]) && !HOOKS.test(id),
    everyPage: isLoadedBy([ENTRY]),
    pages: new Set(PAGES.flatMap(([name, page]) => (isOfPage(page) ? [name] : []))),
    later: found.some(isLoadedLater),
    guestLater: found.some((module) => GUEST_SCREENS.test(module)),
    guestEver: importersOf(id, graph, true).some((module) => module.endsWith(GUEST_ENTRY)),
  }
}

/** A module and all that import it, directly or not; also those that import it lazily if `lazily`. */
function importersOf(id: string, graph: Rolldown.ChunkingContext, lazily: boolean): string[] {
  const modules = new Set([id])
  for (const module of modules) {
    const info = graph.getModuleInfo(module)
    for (const importer of info?.importers ?? []) modules.add(importer)
    for (const importer of (lazily && info?.dynamicImporters) || []) modules.add(importer)
  }
  return [...modules]
}

/** The part of React Query that needs React; the first queries do not use it. */
const HOOKS = /\/@tanstack\/react-query\/(?!.*\/queryOptions)/

/** What guest pages load later counts as theirs, not as a later part of the app. */
const GUEST_SCREENS = /\/screens\/guest\//
const FIRST_MODULES = [ENTRY, GUEST_ENTRY, ...PAGES.flatMap(([, { modules }]) => modules)]
const endsWithOneOf = (module: string, ends: readonly string[]) => ends.some((end) => module.endsWith(end))

/**
 * Writes the styles of every page into the document of the app. Also emits `first-loads.json`, from which the server writes into the
 * document which files its page will need: `{paths, early, scripts, styles, texts}` for each page, as URLs; `early` is the script
 * that runs first, null for pages of people who are not signed in; `texts` by language.
 */
export function firstLoads(): Plugin {
  return {
    name: 'senca:first-loads',
    apply: 'build',
    generateBundle(_options, bundle) {
      keepGuestsApart(bundle)
      const pages = PAGES.map(([, page]) => firstLoadOf(bundle, page))
      this.emitFile({ type: 'asset', fileName: 'first-loads.json', source: JSON.stringify(pages) })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {}, path }) =>
        path === '/guest.html' ? withGuestStyles(html, bundle) : withStyles(html, bundle),
    },
  }
}

/** Throws if a guest page can load the entry of the app, also later: that would start the app in its place. */
function keepGuestsApart(bundle: Bundle): void {
  const reached = new Set([chunkOf(bundle, GUEST_ENTRY).fileName])
  for (const file of reached) {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk') continue
    if (chunk.moduleIds.some((id) => id.endsWith(ENTRY)))
      throw new Error(`A part of the guest pages shares a chunk with ${ENTRY}.`)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) reached.add(next)
  }
}

const STYLES_OF_DOCUMENT = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g

/**
 * Writes the styles into the document, with a disabled link that loads nothing. The link lets parts that are loaded later see that
 * their styles are already there.
 */
const withStyles = (html: string, bundle: Bundle): string =>
  html.replace(
    STYLES_OF_DOCUMENT,
    (_link, file: string) =>
      `<link rel="stylesheet" crossorigin href="/${file}" disabled><style>${styleOf(bundle, file)}</style>`,
  )

/**
 * The same for guest pages, but their fonts come from the style sheets, which the end of the document loads: Chromium sends the address
 * of the document with requests for fonts of written styles, and that of a guest has the token of the link.
 */
function withGuestStyles(html: string, bundle: Bundle): string {
  const links = html.match(STYLES_OF_DOCUMENT) ?? []
  const written = html.replace(
    STYLES_OF_DOCUMENT,
    (_link, file: string) => `<style>${styleOf(bundle, file).replaceAll(FONT_FACES, '')}</style>`,
  )
  return written.replace('</body>', () => `${links.join('')}</body>`)
}

const FONT_FACES = /@font-face\s*\{[^}]*\}/g

function styleOf(bundle: Bundle, fileName: string): string {
  const file = bundle[fileName]
  if (file?.type !== 'asset') throw new Error(`${fileName} is no style sheet`)
  return String(file.source).trim()
}

function firstLoadOf(bundle: Bundle, { paths, entry, modules, texts }: FirstPage) {
  const early = modules.includes(SIGNED_IN) ? `/${chunkOf(bundle, FIRST_QUERIES).fileName}` : null
  const ofDocument = filesOf(loadedBy(bundle, [entry]))
  const own = filesOf(loadedBy(bundle, modules)).filter((file) => !ofDocument.includes(file))
  return {
    paths,
    early,
    scripts: own.filter((file) => file.endsWith('.js') && file !== early),
    styles: own.filter((file) => file.endsWith('.css')),
    texts: textsOf(bundle, ['', ...texts.map((part) => `${part}/`)]),
  }
}

/** The URLs of chunks and of their styles. */
const filesOf = (chunks: readonly Rolldown.OutputChunk[]): string[] => {
  const files = chunks.flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ])
  return [...new Set(files)].map((file) => `/${file}`)
}

const PAGE_TEXTS = /\/i18n\/locales\/(\w+)\.json$/

/** The text files of these folders of `locales`, by language. */
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
