import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ROOT } from './installation.mjs'

/** The whole shutdown has 15 s, with DATABASE_URL 27 s; a process that is still there then is killed. */
const PATIENCE_MS = 28_000
/** Ctrl-C in a terminal reaches the whole process group, and npm may pass it on once more. */
const SAME_SIGNAL_MS = 1_000
const LAUNCHER_CHECK_MS = 500
const SHELL = /^(ba|da|a|k|z)?sh$/

/** Starts a Node process of its own that ends when this one does, over the channel between them. */
export function startNode(args, { env = {} } = {}) {
  return spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

export const isRunning = (child) =>
  child !== undefined && child.exitCode === null && child.signalCode === null

/** Asks a child to stop and resolves when it has ended; one that does not within its time is killed. */
export function stopChild(child, patienceMs = PATIENCE_MS) {
  if (!isRunning(child)) return Promise.resolve()
  return new Promise((resolve) => {
    const impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    child.once('exit', () => {
      clearTimeout(impatience)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

/** Calls back once when this process is asked to end; asked a second time, it ends at once. */
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
  // npm, or the shell that it puts between, may end without passing the signal on.
  const launchers = findLaunchers()
  const watch = setInterval(() => {
    if (findLaunchers() === launchers) return
    clearInterval(watch)
    if (askedAt === 0) ask()
  }, LAUNCHER_CHECK_MS)
  watch.unref()
}

/** The process ids of npm and its shell, as a text to compare; where there is no /proc, of the parent alone. */
function findLaunchers() {
  const { ppid } = process
  try {
    // proc(5): behind the name in parentheses come the state and the parent.
    const stat = readFileSync(`/proc/${ppid}/stat`, 'utf8')
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(stat) ?? []
    return SHELL.test(name ?? '') ? `${ppid} ${parent}` : `${ppid}`
  } catch {
    return `${ppid}`
  }
}
