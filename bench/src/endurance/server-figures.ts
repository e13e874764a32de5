import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '@senca/e2e/product/product.ts'

const UNWRITTEN = /^senca_states_unwritten (\d+)/m

/** Reads the metrics of the server and the size of its data folder. */
export async function readServer(product: Product): Promise<{ unwritten: number; dataBytes: number }> {
  const answer = await fetch(`${product.url}/metrics`)
  return {
    unwritten: Number(UNWRITTEN.exec(await answer.text())?.[1]),
    dataBytes: bytesBelow(product.dataDir),
  }
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce((sum, entry) => {
    // The database may delete files in the meantime.
    const size = entry.isFile()
      ? statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size
      : 0
    return sum + (size ?? 0)
  }, 0)
}
