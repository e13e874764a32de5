import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = resolve(import.meta.dirname, '../..')

/**
 * Runs a test file with additional environment variables and passes on each line that it prints. Returns its exit
 * code.
 */
export async function runTest(
  project: 'server' | 'bench',
  path: string,
  environment: Record<string, string>,
  notify: (line: string) => void,
): Promise<number | null> {
  const child = spawn(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', project, path],
    { cwd: ROOT, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  createInterface({ input: child.stdout }).on('line', notify)
  return new Promise((done) => child.once('exit', done))
}
