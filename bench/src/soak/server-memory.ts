import { readFileSync } from 'node:fs'

/** Resident memory of a process in MB. Throws when it is gone. */
export function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) / 1024
}
