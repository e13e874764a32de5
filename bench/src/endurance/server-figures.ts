import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '@senca/e2e/product/product.ts'

const UNWRITTEN = /^senca_states_unwritten (\d+)/m

/** What the server says of itself, and what its data folder holds. */
export async function readServer(product: Product): Promise<{ unwritten: number; dataBytes: number }> {
  const answer = await fetch(`${product.url}/metrics`)
  return {
    unwritten: Number(UNWRITTEN.exec(await answer.text())?.[1]),
    dataBytes: bytesBelow(product.dataDir),
  }
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce((sum, entry) => {
    // A database throws files away while it is looked at.
    const size = entry.isFile()
      ? statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size
      : 0
    return sum + (size ?? 0)
  }, 0)
}
