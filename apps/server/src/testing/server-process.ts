import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { SERVER_ROOT } from '#platform/process/server-root.ts'

const SOURCES = {
  main: 'main.ts',
  backup: 'backup/command.ts',
  'broker-repair': 'broker-repair/command.ts',
  'push-keys': 'push-keys/command.ts',
} as const

/**
 * The Node arguments that run a program of the server: the build if `BUILT_SERVER` is `yes`, as in `npm test`, which starts in
 * half the time; otherwise the sources, which need no build.
 */
export const programOf = (name: keyof typeof SOURCES): string[] =>
  process.env.BUILT_SERVER === 'yes'
    ? ['--enable-source-maps', join(SERVER_ROOT, 'dist', `${name}.js`)]
    : ['--import', 'tsx', join(SERVER_ROOT, 'src', SOURCES[name])]

/**
 * Starts the server as a separate process, as it is installed, without a demo home, on its own ports. `printed` collects its
 * output. `within` goes before its command.
 */
export function spawnServer(
  dataDir: string,
  environment: Record<string, string> = {},
  within: readonly string[] = [],
) {
  const [program = process.execPath, ...args] = [...within, process.execPath, ...programOf('main')]
  const child = spawn(program, args, {
    cwd: SERVER_ROOT,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      WEATHER_PROVIDER: 'none',
      DEMO: 'off',
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { out: '', error: '' }
  child.stdout.on('data', (bytes) => {
    printed.out += bytes
  })
  child.stderr.on('data', (bytes) => {
    printed.error += bytes
  })
  return { child, printed }
}

/** Waits until a server is ready; `place` is where its database is, a folder if the server runs it itself. */
export function whenReady({ child, printed }: ReturnType<typeof spawnServer>, timeoutMs = 60_000) {
  const reported = (line: RegExp): string => {
    const [, found] = line.exec(printed.out) ?? []
    if (found === undefined) throw new Error(`not ready: ${printed.out}${printed.error}`)
    return found
  }
  return vi.waitFor(
    () => {
      const port = reported(/^Senca is ready: \S+:(\d+)$/m)
      const mqtt = { host: '127.0.0.1', port: Number(reported(/^Devices connect to: \S+:(\d+)$/m)) }
      return { child, place: reported(/^Database: (.*)$/m), port, url: `http://127.0.0.1:${port}`, mqtt }
    },
    { timeout: timeoutMs, interval: 10 },
  )
}

/**
 * A server for each test of a file, whose data folder outlives its kills. Called after the file's own hooks are set, so that it ends
 * before what it needs. The returned function starts it, also again, and waits until it is ready.
 */
export function ownServer() {
  let dataDir: string
  let server: ChildProcess | undefined
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'senca-crash-'))
  })
  afterEach(async () => {
    server?.kill('SIGKILL')
    try {
      // It would otherwise run on for a minute.
      process.kill(await postmasterOf(join(dataDir, 'postgres')), 'SIGQUIT')
    } catch {
      // It was killed too.
    }
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  })
  return async (environment: Record<string, string>, timeoutMs?: number) => {
    const started = spawnServer(dataDir, {
      SESSION_SECRET: 'secret-of-the-crash-test',
      // Many devices with one IP address reconnect at once.
      LOG_LEVEL: 'error',
      ...environment,
    })
    server = started.child
    return { ...(await whenReady(started, timeoutMs)), dataDir }
  }
}

const postmasterOf = async (place: string): Promise<number> =>
  Number.parseInt(await readFile(join(place, 'postmaster.pid'), 'utf8'), 10)

/** Kills a server and, with `isWhole`, also the database that it runs at `place`. */
export async function killServer(
  { child, place }: { child: ChildProcess; place: string },
  isWhole: boolean,
): Promise<void> {
  const postmaster = await postmasterOf(place)
  child.kill('SIGKILL')
  if (isWhole) process.kill(postmaster, 'SIGKILL')
  await vi.waitFor(() => expect(child.signalCode ?? child.exitCode).not.toBeNull())
}

/** Asks a process to end and waits until it has ended. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
