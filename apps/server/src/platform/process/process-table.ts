import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface RunningProcess {
  pid: number
  /** The command line with arguments joined by spaces. */
  command: string
}

/** The running processes of this machine. A process that has ended and waits for its parent (a zombie) is left out. */
export async function listProcesses(): Promise<RunningProcess[]> {
  if (process.platform !== 'linux') return listByPs()
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      // Only zombies and kernel threads have no command line.
      return { pid: Number(pid), command: commandLine.replaceAll('\0', ' ').trim() }
    }),
  )
  return found.filter(({ command }) => command !== '')
}

async function listByPs(): Promise<RunningProcess[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,stat=,command='], { maxBuffer: 16 * 1024 * 1024 })
  return stdout.split('\n').flatMap((line) => {
    const [, pid, state, command] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return pid && command && !state?.startsWith('Z') ? [{ pid: Number(pid), command }] : []
  })
}

/**
 * A text that distinguishes one run of a process id from every other, also across reboots; undefined if there is no such process.
 * Process ids are reused, in containers after every restart.
 */
export async function identifyProcess(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]).catch(() => ({
      stdout: '',
    }))
    const [state, ...startedAt] = stdout.trim().split(/\s+/)
    return state && !state.startsWith('Z') ? startedAt.join(' ') : undefined
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return undefined
  // proc(5): the fields after the name in parentheses begin with the state; the start time is field 22.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  return `${bootId.trim()} ${fields[19]}`
}
