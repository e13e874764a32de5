import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { type Bundle, chunksOf, loadedBy } from './bundle-files.ts'

/** A route and how much JavaScript it may load. */
export interface RouteBudget {
  route: string
  /** The modules that the route loads lazily, given as the ends of their ids in the module graph. The entry is always counted. */
  modules: readonly string[]
  maxGzipKilobytes: number
}

/** The texts that every page loads; the texts of a part lie one folder deeper. */
const PAGE_TEXTS = /\/i18n\/locales\/[^/]+$/

/** The same compression level as `scripts/builds.mjs` uses for the served files. */
const SERVED = { level: 9 }

/**
 * Fails the build when a route loads more JavaScript than it may. Counted are the entry, the route's own chunks and the largest
 * language; `texts` matches the paths of the language modules.
 */
export function javascriptBudget(budgets: readonly RouteBudget[], texts = PAGE_TEXTS): Plugin {
  return {
    name: 'senca:javascript-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const over: string[] = []
      for (const { route, modules, maxGzipKilobytes } of budgets) {
        const chunks = [...loadedBy(bundle, modules), ...largestTexts(bundle, texts)]
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
