import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The root of the repository. */
export const ROOT = resolve(import.meta.dirname, '../..')

/** Resolves when a child process has ended. */
export const endOf = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((done) => child.once('exit', () => done()))

/** The pids of a process and all its descendants. */
export function familyOf(pid: number): number[] {
  const childrenFile = `/proc/${pid}/task/${pid}/children`
  try {
    const children = readFileSync(childrenFile, 'utf8').trim().split(' ').filter(Boolean).map(Number)
    return [pid, ...children.flatMap(familyOf)]
  } catch {
    return [pid]
  }
}

/** Sends kill -9 to a process; does nothing if it has ended or was never started. */
export function kill(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process ended in the meantime.
  }
}
