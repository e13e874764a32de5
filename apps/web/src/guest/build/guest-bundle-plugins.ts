import type { Plugin, Rolldown } from 'vite'
import * as z from 'zod/mini'

const TEXTS = /\/i18n\/locales\/[^/]+\.json$/

const textsSchema = z.record(z.string(), z.record(z.string(), z.unknown()))

/** What befalls the doors that ask their household for a proof. */
const PROOFS: ReadonlySet<string> = new Set(['pin_required', 'pin_wrong', 'pin_locked', 'passkey_required'])

/** Of a section of the texts of every page, what guest pages say. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  errors: [
    'generic',
    'network',
    'tooManyRequests',
    'deviceOffline',
    'deviceNotReady',
    'deviceBusy',
    'deviceAlreadyInState',
    'deviceUpdateFailed',
    'deviceNotResponding',
    'deviceRequestTimeout',
    'deviceUnsupportedAction',
    'weatherScenarioMatched',
  ],
  header: ['openMenu', 'back', 'menuShort', 'closeMenu'],
  life: ['done', 'doneInSeconds', 'doneInMinutes', 'retry', 'connectionLost', 'others', 'detail'],
  menu: ['language', 'support'],
  page: ['skip'],
}

/** Leaves out of the texts of every page what only the app says. */
export function guestWords(): Plugin {
  return {
    name: 'senca:guest-words',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: TEXTS },
      handler(code) {
        const sections = Object.entries(textsSchema.parse(JSON.parse(code))).map(([name, texts]) => {
          const said = SAID[name]
          const kept = Object.entries(texts).filter(([key]) => said === undefined || said.includes(key))
          return [name, Object.fromEntries(kept)] as const
        })
        return JSON.stringify(Object.fromEntries(sections), (key, text: unknown) =>
          PROOFS.has(key) ? undefined : text,
        )
      },
    },
  }
}

const ICONS = /\/ui\/layout\/icon-paths\.ts$/
/** A line of the table of icons, as the bundler writes it. */
const ICON = /^\t(\w+): "[^"]*",?\n/gm
const COMMENT = /\/\*[\s\S]*?\*\//g
const LITERAL = /(["'`])(\w+)\1/g

/** Leaves out the icons that nothing of what is built names. Fails where it does not find them. */
export function namedIcons(): Plugin {
  return {
    name: 'senca:named-icons',
    apply: 'build',
    renderChunk(code, chunk, _options, { chunks }) {
      const [, table] = Object.entries(chunk.modules).find(([id]) => ICONS.test(id)) ?? []
      if (table === undefined) return null
      const named = wordsOf(Object.values(chunks))
      const kept = table.code?.replaceAll(ICON, (line, name: string) => (named.has(name) ? line : ''))
      if (!table.code || !kept || kept === table.code || !code.includes(table.code)) {
        return this.error('The icons are not written as they were: nothing could be left out of them')
      }
      return code.replace(table.code, () => kept)
    },
  }
}

/** Every word that stands by itself in quotes in what is ours, but in the table of icons and in texts. */
function wordsOf(chunks: readonly Rolldown.RenderedChunk[]): ReadonlySet<string> {
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules))
  return new Set(
    modules
      .filter(([id]) => !ICONS.test(id) && !id.endsWith('.json') && !id.includes('/node_modules/'))
      .flatMap(([, { code }]) =>
        [...(code ?? '').replaceAll(COMMENT, '').matchAll(LITERAL)].map(([, , word]) => word ?? ''),
      ),
  )
}

const PRELOADER = '\0vite/preload-helper.js'

/** Loads what is imported on demand as browsers do: there is one style sheet, and the page names what it will need. */
export function plainImports(): Plugin {
  return {
    name: 'senca:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === PRELOADER ? 'export const __vitePreload = (load) => load()' : null),
  }
}

const CLASSES = /^import (\w+) from (?='[^']+\.module\.css')/gm

/** Takes class names one by one from their style sheets, so that they are written where they are used. */
export function writtenClasses(): Plugin[] {
  return [
    {
      name: 'senca:written-classes',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /\/src\/[^?]+\.tsx$/, code: '.module.css' },
        handler: (code) => code.replaceAll(CLASSES, 'import * as $1 from '),
      },
    },
    {
      name: 'senca:kept-styles',
      apply: 'build',
      enforce: 'post',
      // The rules are wanted also where nothing of the module is left to import.
      transform: {
        filter: { id: /\.module\.css$/ },
        handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ]
}
