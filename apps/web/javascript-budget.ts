import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** What a route loads, and how much JavaScript that may be. */
export interface RouteBudget {
  route: string
  /** The modules that the route loads lazily, as they end in the graph; the entry comes by itself. */
  modules: readonly string[]
  maxGzipKilobytes: number
}

/** The texts that every page loads; those of a part lie a folder deeper. */
const PAGE_TEXTS = /\/i18n\/locales\/[^/]+$/

/** As `scripts/builds.mjs` compresses what is served. */
const SERVED = { level: 9 }

type Bundle = Rolldown.OutputBundle

/**
 * Fails the build when a route loads more JavaScript than it may: the entry, its own chunks and the largest language,
 * whose modules `texts` knows by the end of their paths.
 */
export function javascriptBudget(budgets: readonly RouteBudget[], texts = PAGE_TEXTS): Plugin {
  return {
    name: 'senca:javascript-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const over: string[] = []
      for (const budget of budgets) {
        const files = filesOf(bundle, budget, texts)
        const kilobytes = [...files].reduce((sum, file) => sum + gzipKilobytes(bundle, file), 0)
        const line = `${budget.route}: ${kilobytes.toFixed(1)} of ${budget.maxGzipKilobytes} KB gzip in ${files.size} files`
        this.info(line)
        if (kilobytes > budget.maxGzipKilobytes) over.push(line)
      }
      if (over.length > 0) this.error(`Too much JavaScript. ${over.join('; ')}`)
    },
  }
}

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter((output) => output.type === 'chunk')

function filesOf(bundle: Bundle, { route, modules }: RouteBudget, texts: RegExp): Set<string> {
  const chunks = chunksOf(bundle)
  const files = new Set<string>()
  const add = (fileName: string) => {
    if (files.has(fileName)) return
    files.add(fileName)
    const chunk = bundle[fileName]
    if (chunk?.type === 'chunk') chunk.imports.forEach(add)
  }
  for (const chunk of chunks) if (chunk.isEntry) add(chunk.fileName)
  for (const module of modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module) === true)
    if (chunk === undefined)
      throw new Error(`The budget of ${route} names ${module}, which is no chunk of its own`)
    add(chunk.fileName)
  }
  const languages = chunks.filter(({ facadeModuleId }) => texts.test(facadeModuleId ?? ''))
  const [largest] = languages.sort(
    (a, b) => gzipKilobytes(bundle, b.fileName) - gzipKilobytes(bundle, a.fileName),
  )
  if (largest !== undefined) add(largest.fileName)
  return files
}

function gzipKilobytes(bundle: Bundle, fileName: string): number {
  const output = bundle[fileName]
  return output?.type === 'chunk' ? gzipSync(output.code, SERVED).length / 1024 : 0
}
