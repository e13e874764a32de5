import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { type Bundle, chunksOf, loadedBy } from './bundle-files.ts'

/** A route and how much JavaScript it may load. */
export interface RouteBudget {
  route: string
  /** The entry of the document and the modules that the route loads lazily, given as the ends of their ids in the module graph. */
  entry: string
  modules: readonly string[]
  /** The folders of its texts below `locales`, besides the texts of every page. */
  texts: readonly string[]
  maxGzipKilobytes: number
}

/** The texts that every page loads are in the folder itself, those of a part in its own folder. */
const textsOf = (part: string) => new RegExp(`/i18n/locales/${part}[^/]+$`)

/** The same compression level as `scripts/builds.mjs` uses for the served files. */
const SERVED = { level: 9 }

/**
 * Fails the build when a route loads more JavaScript than it may. Counted are the entry, the route's own chunks and its texts in
 * the largest language.
 */
export function javascriptBudget(budgets: readonly RouteBudget[]): Plugin {
  return {
    name: 'senca:javascript-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const over: string[] = []
      for (const { route, entry, modules, texts, maxGzipKilobytes } of budgets) {
        const chunks = [
          ...loadedBy(bundle, [entry, ...modules]),
          ...['', ...texts.map((part) => `${part}/`)].flatMap((part) => largestTexts(bundle, textsOf(part))),
        ]
        const kilobytes = chunks.reduce((sum, chunk) => sum + gzipKilobytes(chunk), 0)
        const line = `${route}: ${kilobytes.toFixed(1)} of ${maxGzipKilobytes} KB gzip in ${chunks.length} files`
        this.info(line)
        if (kilobytes > maxGzipKilobytes) over.push(line)
      }
      if (over.length > 0) this.error(`Too much JavaScript. ${over.join('; ')}`)
    },
  }
}

const largestTexts = (bundle: Bundle, texts: RegExp): Rolldown.OutputChunk[] =>
  chunksOf(bundle)
    .filter(({ facadeModuleId }) => texts.test(facadeModuleId ?? ''))
    .sort((a, b) => gzipKilobytes(b) - gzipKilobytes(a))
    .slice(0, 1)

const gzipKilobytes = ({ code }: Rolldown.OutputChunk): number => gzipSync(code, SERVED).length / 1024
