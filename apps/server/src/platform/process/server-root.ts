import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of apps/server, found from the source and from the built bundle. */
export const SERVER_ROOT = findUpwards(import.meta.dirname, 'package.json')

/** The root folder of the repository. */
export const REPOSITORY_ROOT = join(SERVER_ROOT, '..', '..')

function findUpwards(folder: string, file: string): string {
  if (existsSync(join(folder, file))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`${file} is in no folder above the server`)
  return findUpwards(parent, file)
}
