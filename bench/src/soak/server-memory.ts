import { readFileSync } from 'node:fs'

/** The resident memory of a process in MB. Throws if the process has ended. */
export function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) / 1024
}
