import type { Rolldown } from 'vite'

export type Bundle = Rolldown.OutputBundle

export const chunksOf = (bundle: Bundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((output) => output.type === 'chunk')

/** The chunk that a dynamic import of a module loads; `module` is the end of its path. Throws if there is no such chunk. */
export function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  const chunks = chunksOf(bundle)
  const chunk =
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module) === true) ??
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (chunk === undefined) throw new Error(`${module} is in no chunk`)
  return chunk
}

/**
 * The chunks that a page loads first: those of its document's entry and of its own modules, given as the ends of their paths, and
 * everything that these import.
 */
export function loadedBy(bundle: Bundle, modules: readonly string[]): Rolldown.OutputChunk[] {
  const loaded = new Map<string, Rolldown.OutputChunk>()
  const add = (fileName: string) => {
    const chunk = bundle[fileName]
    if (loaded.has(fileName) || chunk?.type !== 'chunk') return
    loaded.set(fileName, chunk)
    chunk.imports.forEach(add)
  }
  for (const module of modules) add(chunkOf(bundle, module).fileName)
  return [...loaded.values()]
}
