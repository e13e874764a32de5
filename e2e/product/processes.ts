import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The root of the repository. */
export const ROOT = resolve(import.meta.dirname, '../..')

/** Resolves once a child process has ended. */
export const endOf = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((done) => child.once('exit', () => done()))

/** The pids of a process and of everything below it. */
export function familyOf(pid: number): number[] {
  const childrenFile = `/proc/${pid}/task/${pid}/children`
  try {
    const children = readFileSync(childrenFile, 'utf8').trim().split(' ').filter(Boolean).map(Number)
    return [pid, ...children.flatMap(familyOf)]
  } catch {
    return [pid]
  }
}

/** kill -9 of a process; of one that has ended already, or was never started, nothing. */
export function kill(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended in the meantime, which is all that was wanted.
  }
}
