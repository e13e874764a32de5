import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const CLIENT = /^postgres: .*senca senca/

/** The pids of the PostgreSQL processes that serve the product's connections. Throws if PostgreSQL does not run. */
export function backendsOf(dataDir: string): number[] {
  const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
  return readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((pid) => CLIENT.test(titleOf(pid)))
    .map(Number)
}

function titleOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
