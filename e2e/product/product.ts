import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type DeviceStateMessage, deviceStateMessageSchema } from '@senca/contract'
import * as z from 'zod/mini'
import { freePort } from './free-port.ts'
import { Mailbox } from './mailbox.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SERVER = join(ROOT, 'apps/server/dist/main.js')
const SIMULATOR = join(ROOT, 'apps/simulator/dist/main.js')

const readySchema = z.object({
  type: z.literal('ready'),
  url: z.string(),
  mqtt: z.object({ host: z.string(), port: z.number() }),
  demoHome: z.nullable(z.string()),
})
const controlAnswerSchema = z.object({ state: deviceStateMessageSchema })
const CONTROL_LINE = /control (http:\/\/\S+)/

export const OPERATOR_TOKEN = 'e2e-operator-token-0123456789abcdef'
export const DEMO = { email: 'demo@senca.local', password: 'demo-home-2026' } as const

export interface Product {
  readonly url: string
  readonly mqtt: { host: string; port: number }
  readonly dataDir: string
  /** What was mailed. */
  readonly mailbox: Mailbox
  /** Everything that the server and the simulator printed. */
  log(): string
  startServer(): Promise<void>
  startSimulator(): Promise<void>
  stopSimulator(): Promise<void>
  /** All virtual hardware stands still, its connections open, until it is resumed. */
  pauseSimulator(): void
  resumeSimulator(): void
  /** kill -9 of the server process alone; its PostgreSQL and the simulator live on. */
  killServer(): Promise<void>
  /** kill -9 of the embedded PostgreSQL alone; the server notices and ends. */
  killDatabase(): Promise<void>
  /** The pid of the server. Throws before its first start. */
  serverPid(): number
  /** Resolves once the server has ended, however. */
  serverEnd(): Promise<void>
  /** kill -9 of server, PostgreSQL and simulator at once. */
  killAll(): Promise<void>
  /** Asks a virtual device to misbehave, or moves it by its wall switch. */
  provoke(deviceId: string, trouble: Record<string, unknown>): Promise<void>
  /** What a virtual device itself would report now. */
  look(deviceId: string): Promise<DeviceStateMessage>
  stop(): Promise<void>
}

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((done) => child.once('exit', () => done()))

/** The pids of a process and of everything below it. */
function familyOf(pid: number): number[] {
  const childrenFile = `/proc/${pid}/task/${pid}/children`
  try {
    const children = readFileSync(childrenFile, 'utf8').trim().split(' ').filter(Boolean).map(Number)
    return [pid, ...children.flatMap(familyOf)]
  } catch {
    return [pid]
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it ended in the meantime, which is all that was wanted
  }
}

/**
 * Starts the built server in a data folder of its own, on ports of its own; `env` is added to its environment,
 * `simulatorArguments` to the command line of the simulator.
 */
export async function startProduct(
  env: Record<string, string> = {},
  simulatorArguments: readonly string[] = [],
): Promise<Product> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'senca-e2e-'))
  const port = await freePort()
  let mqttPort = 0
  let server: ChildProcess | undefined
  let simulator: ChildProcess | undefined
  let ready: z.infer<typeof readySchema> | undefined
  let faultUrl: string | undefined
  let printed = ''
  const keep = (child: ChildProcess) => {
    child.stdout?.on('data', (bytes) => {
      printed += bytes
    })
    child.stderr?.on('data', (bytes) => {
      printed += bytes
    })
  }
  const serverEnv = () => ({
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    DATA_DIR: dataDir,
    OPERATOR_TOKEN,
    ...env,
  })

  /** What the simulator answers to a control message. Throws when it refuses. */
  const control = async (message: Record<string, unknown>): Promise<unknown> => {
    const answer = await fetch(`${faultUrl}/control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    if (!answer.ok) throw new Error(`the simulator refused: ${await answer.text()}`)
    return answer.json()
  }

  const product: Product = {
    get url() {
      return `http://localhost:${port}`
    },
    get mqtt() {
      if (ready === undefined) throw new Error('the server is not ready')
      return ready.mqtt
    },
    dataDir,
    mailbox: new Mailbox(dataDir),
    log: () => printed,
    async startServer() {
      const child = spawn(process.execPath, [SERVER], {
        env: serverEnv(),
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      server = child
      keep(child)
      ready = await new Promise((done, fail) => {
        child.on('message', (message) => {
          const parsed = readySchema.safeParse(message)
          if (parsed.success) done(parsed.data)
        })
        child.once('exit', (code) =>
          fail(new Error(`the server ended with ${code}:\n${printed.slice(-4000)}`)),
        )
      })
      mqttPort = product.mqtt.port
    },
    async startSimulator() {
      const home = ready?.demoHome
      if (home === undefined || home === null) throw new Error('there is no demo home')
      const line = [SIMULATOR, '--home', home, '--control-port', '0', ...simulatorArguments]
      const child = spawn(process.execPath, line, {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      simulator = child
      keep(child)
      faultUrl = await new Promise<string>((done, fail) => {
        child.stdout?.on('data', (bytes) => {
          const url = CONTROL_LINE.exec(String(bytes))?.[1]
          if (url !== undefined) done(url)
        })
        child.once('exit', (code) =>
          fail(new Error(`the simulator ended with ${code}:\n${printed.slice(-2000)}`)),
        )
      })
    },
    async stopSimulator() {
      if (simulator === undefined) return
      kill(simulator.pid ?? 0)
      await ended(simulator)
    },
    pauseSimulator: () => simulator?.kill('SIGSTOP'),
    resumeSimulator: () => simulator?.kill('SIGCONT'),
    async killServer() {
      if (server === undefined) return
      kill(server.pid ?? 0)
      await ended(server)
    },
    async killDatabase() {
      kill(Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10))
    },
    serverPid() {
      if (server?.pid === undefined) throw new Error('the server was never started')
      return server.pid
    },
    async serverEnd() {
      if (server !== undefined) await ended(server)
    },
    async killAll() {
      const family = [server, simulator].flatMap((child) =>
        child?.pid === undefined ? [] : familyOf(child.pid),
      )
      for (const pid of family) kill(pid)
      await Promise.all([server, simulator].map((child) => (child === undefined ? undefined : ended(child))))
    },
    async provoke(deviceId, trouble) {
      await control({ device: deviceId, ...trouble })
    },
    async look(deviceId) {
      return controlAnswerSchema.parse(await control({ device: deviceId })).state
    },
    async stop() {
      simulator?.kill('SIGTERM')
      if (simulator !== undefined) await ended(simulator)
      server?.kill('SIGTERM')
      if (server !== undefined) await ended(server)
      if (env.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await product.startServer()
  return product
}
