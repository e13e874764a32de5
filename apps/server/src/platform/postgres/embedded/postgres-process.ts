import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../../logger.ts'
import { StartError } from '../../process/start-error.ts'
import type { Account } from './service-account.ts'

const FAST_SHUTDOWN_MS = 7_000
const IMMEDIATE_SHUTDOWN_MS = 2_000
const KEPT_LINES = 5

/** PostgreSQL does not inherit our environment, which may contain secrets. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export interface PostgresProcess {
  isRunning(): boolean
  /** Whether it ended for a temporary reason: a previous process that is still stopping, or a port in use. */
  mayBePassing(): boolean
  /** The last line that it wrote to stderr. */
  lastStderr(): string
  /** Calls back when the process ends, or has ended, without `stop`. */
  onExit(callback: (reason: string) => void): void
  stop(): Promise<void>
}

interface SpawnOptions {
  binaries: string
  account: Account | undefined
  dataPath: string
  clusterName: string
  address: { socketFolder?: string; port: number }
  maxConnections: number
  logger: Logger
}

export function spawnPostgres({
  binaries,
  account,
  dataPath,
  clusterName,
  address,
  maxConnections,
  logger,
}: SpawnOptions): PostgresProcess {
  const settings = {
    listen_addresses: address.socketFolder === undefined ? '127.0.0.1' : '',
    unix_socket_directories: address.socketFolder ?? '',
    port: address.port,
    cluster_name: clusterName,
    max_connections: maxConnections,
    // Saves four processes: a database of this size is read from the cache of the system, and nothing is replicated.
    io_method: 'sync',
    max_logical_replication_workers: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The server's log must not contain personal data: no failed statements, no details with values.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', dataPath, ...args], {
    ...account,
    cwd: '/',
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A signal to our process group must not stop the database before the processes that still write to it.
    detached: true,
  })
  // However this process ends, except by SIGKILL, PostgreSQL shuts down.
  const stopOnExit = () => child.kill('SIGINT')
  process.once('exit', stopOnExit)
  const lines: string[] = []
  let ending: string | undefined
  let isStopping = false
  const ended = new Promise<void>((resolve) => {
    const end = (reason: string) => {
      ending = reason
      process.removeListener('exit', stopOnExit)
      resolve()
    }
    child.once('error', (error) => end(error.message))
    child.once('exit', (code, signal) => end(signal ? `ended by ${signal}` : `ended with code ${code}`))
  })
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line)
    if (lines.length > KEPT_LINES) lines.shift()
    logger.debug({ postgres: line }, 'PostgreSQL said')
  })
  return {
    isRunning: () => ending === undefined,
    mayBePassing: () => /shared memory|lock file|could not bind|in use/i.test(lines.join(' ')),
    lastStderr: () => [...lines, ending ?? 'not ready in time'].join(' · '),
    onExit(callback) {
      void ended.then(() => {
        if (!isStopping) callback(ending ?? '')
      })
    },
    async stop() {
      isStopping = true
      await stopInSteps(child, ended, () => ending === undefined)
    },
  }
}

async function stopInSteps(child: ChildProcess, ended: Promise<void>, isRunning: () => boolean) {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
    ['SIGKILL', IMMEDIATE_SHUTDOWN_MS],
  ]
  for (const [signal, timeoutMs] of steps) {
    if (!isRunning()) return
    child.kill(signal)
    const timeout = new AbortController()
    await Promise.race([ended, sleep(timeoutMs, undefined, { signal: timeout.signal }).catch(() => {})])
    timeout.abort()
  }
}

interface InitdbOptions {
  binaries: string
  account: Account | undefined
  dataPath: string
  user: string
  passwordFile: string
}

/** Creates a data folder whose collation and character classes do not depend on packages of the operating system. */
export function runInitdb({ binaries, account, dataPath, user, passwordFile }: InitdbOptions): Promise<void> {
  const args = [
    `--pgdata=${dataPath}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  return new Promise((resolve, reject) => {
    const child = spawn(join(binaries, 'bin', 'initdb'), args, {
      ...account,
      cwd: '/',
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let reported = ''
    child.stderr.on('data', (chunk: Buffer) => {
      reported = `${reported}${chunk}`.slice(-1_000)
    })
    const fail = (reason: string) => reject(new StartError(`PostgreSQL cannot make ${dataPath}: ${reason}`))
    child.once('error', (error) => fail(error.message))
    child.once('close', (code) => (code === 0 ? resolve() : fail(reported.trim().replaceAll('\n', ' · '))))
  })
}
