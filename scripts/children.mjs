import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ROOT } from './installation.mjs'

/** The whole shutdown may take 15 s, with DATABASE_URL 27 s; a process that still runs after this time is killed. */
const TIMEOUT_MS = 28_000
/** Ctrl-C in a terminal is sent to the whole process group, and npm may pass the signal on a second time. */
const SAME_SIGNAL_MS = 1_000
const LAUNCHER_CHECK_MS = 500
const SHELL = /^(ba|da|a|k|z)?sh$/

/**
 * Starts a Node process that ends when this one does, because the IPC channel between them closes. `input: 'inherit'` lets it read what
 * is typed.
 */
export function startNode(args, { env = {}, input = 'ignore' } = {}) {
  return spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: [input, 'inherit', 'inherit', 'ipc'],
  })
}

export const isRunning = (child) =>
  child !== undefined && child.exitCode === null && child.signalCode === null

/** Asks a child to stop and resolves when it has ended. It is killed if it does not end in time. */
export function stopChild(child, timeoutMs = TIMEOUT_MS) {
  if (!isRunning(child)) return Promise.resolve()
  return new Promise((resolve) => {
    const impatience = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    child.once('exit', () => {
      clearTimeout(impatience)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

/** Calls `stop` once when this process is asked to end. If it is asked again, it ends at once. */
export function onStopRequest(stop) {
  let askedAt = 0
  const ask = () => {
    if (askedAt === 0) {
      askedAt = Date.now()
      stop()
    } else if (Date.now() - askedAt > SAME_SIGNAL_MS) {
      process.exit(1)
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, ask)
  if (process.env.npm_lifecycle_event === undefined) return
  // npm, or the shell that it starts, may end without passing the signal on.
  const launchers = findLaunchers()
  const watch = setInterval(() => {
    if (findLaunchers() === launchers) return
    clearInterval(watch)
    if (askedAt === 0) ask()
  }, LAUNCHER_CHECK_MS)
  watch.unref()
}

/** The process ids of npm and its shell, as a text to compare; without /proc, only that of the parent. */
function findLaunchers() {
  const { ppid } = process
  try {
    // See proc(5): after the name in parentheses come the state and the parent.
    const stat = readFileSync(`/proc/${ppid}/stat`, 'utf8')
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(stat) ?? []
    return SHELL.test(name ?? '') ? `${ppid} ${parent}` : `${ppid}`
  } catch {
    return `${ppid}`
  }
}
