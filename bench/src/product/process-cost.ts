import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100
const KIB = 1_024

/** The memory of a process in bytes; `pss` divides shared pages among the processes that use them. */
export interface Memory {
  rss: number
  pss: number
}

/** Seconds of processor time of processes, in user and kernel mode; 0 for one that has ended. */
export const processorSeconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + sumOfStat(pid, [11, 12]), 0)

/** The same for several processes, including their child processes that have ended. */
export const processorSecondsOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + sumOfStat(pid, [11, 12, 13, 14]), 0)

function sumOfStat(pid: number, places: readonly number[]): number {
  const fields = fieldsOfStat(pid)
  return places.reduce((sum, place) => sum + Number(fields[place] ?? 0), 0) / TICKS_PER_SECOND
}

export function memoryOf(pid: number): Memory {
  const text = readOrNothing(`/proc/${pid}/smaps_rollup`)
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * KIB
  return { rss: read('Rss'), pss: read('Pss') }
}

export const memoryOfAll = (pids: readonly number[]): Memory =>
  pids
    .map(memoryOf)
    .reduce((sum, { rss, pss }) => ({ rss: sum.rss + rss, pss: sum.pss + pss }), { rss: 0, pss: 0 })

/** How often the threads of processes have waited for something and were woken. */
export const wakesOf = (pids: readonly number[]): number =>
  pids.flatMap(threadsOf).reduce((sum, status) => {
    const [, count = '0'] = /^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status) ?? []
    return sum + Number(count)
  }, 0)

/** The pids of a process and of all its descendants. */
export function familyOf(pid: number): number[] {
  const children = readOrNothing(`/proc/${pid}/task/${pid}/children`)
  return [pid, ...children.trim().split(' ').filter(Boolean).map(Number).flatMap(familyOf)]
}

export const commandLineOf = (pid: number): string =>
  readOrNothing(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()

/** The fields of `/proc/<pid>/stat` after the name, which may contain any characters. */
function fieldsOfStat(pid: number): string[] {
  const text = readOrNothing(`/proc/${pid}/stat`)
  return text
    .slice(text.lastIndexOf(')') + 1)
    .trim()
    .split(' ')
}

const threadsOf = (pid: number): string[] => {
  const folder = `/proc/${pid}/task`
  return existsSync(folder) ? readdirSync(folder).map((id) => readOrNothing(`${folder}/${id}/status`)) : []
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
