import type { Plugin, Rolldown } from 'vite'
import * as z from 'zod/mini'

const TEXTS = /\/i18n\/locales\/[^/]+\.json$/

const textsSchema = z.record(z.string(), z.record(z.string(), z.unknown()))

/** The texts of errors about the PIN or passkey of a door's household. Guests never get these errors. */
const PROOFS: ReadonlySet<string> = new Set(['pin_required', 'pin_wrong', 'pin_locked', 'passkey_required'])

/** For each section of the texts of every page, the texts that guest pages use. */
const SPOKEN: Readonly<Record<string, readonly string[]>> = {
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

/** Removes the texts that only the app uses from the texts of every page. */
export function guestWords(): Plugin {
  return {
    name: 'senca:guest-words',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: TEXTS },
      handler(code) {
        const sections = Object.entries(textsSchema.parse(JSON.parse(code))).map(([name, texts]) => {
          const spoken = SPOKEN[name]
          const kept = Object.entries(texts).filter(([key]) => spoken === undefined || spoken.includes(key))
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
/** A line of the icon table in the bundler's output. */
const ICON = /^\t(\w+): "[^"]*",?\n/gm
const COMMENT = /\/\*[\s\S]*?\*\//g
const LITERAL = /(["'`])(\w+)\1/g

/** Removes the icons that the bundle does not name. Fails if it does not find the icon table. */
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

/** All words that are string literals in our own modules, except in the icon table and in texts. */
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

/**
 * Replaces Vite's preload helper, so that dynamic imports load natively: there is only one style sheet, and the page itself names
 * the files that it will need.
 */
export function plainImports(): Plugin {
  return {
    name: 'senca:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === PRELOADER ? 'export const __vitePreload = (load) => load()' : null),
  }
}

const CLASSES = /^import (\w+) from (?='[^']+\.module\.css')/gm

/** Imports class names as named exports, so that the bundler inlines the used ones and drops the class maps. */
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
      // The styles are needed even if no export of the module is used any more.
      transform: {
        filter: { id: /\.module\.css$/ },
        handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ]
}
