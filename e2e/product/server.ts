import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { freePort } from './free-port.ts'
import { Mailbox } from './mailbox.ts'
import { endOf, kill, ROOT } from './processes.ts'

const SERVER = join(ROOT, 'apps/server/dist/main.js')
/** The same Node options as `npm start`. */
const OPTIONS = z
  .array(z.string())
  .parse(JSON.parse(readFileSync(join(ROOT, 'scripts/server-options.json'), 'utf8')))

const readySchema = z.object({
  type: z.literal('ready'),
  url: z.string(),
  mqtt: z.object({ host: z.string(), port: z.number() }),
  demoHome: z.nullable(z.string()),
})

export const OPERATOR_TOKEN = 'e2e-operator-token-0123456789abcdef'

export interface Server {
  readonly url: string
  readonly mqtt: { host: string; port: number }
  readonly dataDir: string
  /** The sent e-mails. */
  readonly mailbox: Mailbox
  /** The path of the file for the hardware of the demo home. Throws if there is no demo home. */
  demoHomeFile(): string
  /** Everything that the server printed. */
  log(): string
  startServer(): Promise<void>
  /** Sends kill -9 to the server process alone; its PostgreSQL keeps running. */
  killServer(): Promise<void>
  /** Sends kill -9 to the embedded PostgreSQL alone; the server then ends itself. */
  killDatabase(): Promise<void>
  /** Ends the server process alone, as an upgrade does. */
  endServer(): Promise<void>
  serverPid(): number
  /** Resolves when the server has ended for any reason. */
  serverEnd(): Promise<void>
  stop(): Promise<void>
}

/** Starts the built server with its own data folder and ports. `env` is added to its environment. */
export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'senca-e2e-'))
  const port = await freePort()
  let printed = ''

  const spawnServer = async (mqttPort: number) => {
    const child = spawn(process.execPath, [...OPTIONS, SERVER], {
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(port),
        MQTT_PORT: String(mqttPort),
        // Tests make no requests to outside services.
        WEATHER_PROVIDER: 'none',
        DATA_DIR: dataDir,
        OPERATOR_TOKEN,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const keep = (bytes: Buffer) => {
      printed += bytes
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const ready = await new Promise<z.infer<typeof readySchema>>((done, fail) => {
      child.on('message', (message) => {
        const parsed = readySchema.safeParse(message)
        if (parsed.success) done(parsed.data)
      })
      child.once('exit', (code) => fail(new Error(`the server ended with ${code}:\n${printed.slice(-4000)}`)))
    })
    return { child, ready }
  }

  const first = await spawnServer(0)
  const { mqtt, demoHome } = first.ready
  let child: ChildProcess = first.child

  return {
    url: `http://localhost:${port}`,
    mqtt,
    dataDir,
    mailbox: new Mailbox(dataDir),
    demoHomeFile() {
      if (demoHome === null) throw new Error('there is no demo home')
      return demoHome
    },
    log: () => printed,
    async startServer() {
      child = (await spawnServer(mqtt.port)).child
    },
    async killServer() {
      kill(child.pid)
      await endOf(child)
    },
    async endServer() {
      child.kill('SIGTERM')
      await endOf(child)
    },
    async killDatabase() {
      kill(Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10))
    },
    serverPid() {
      if (child.pid === undefined) throw new Error('the server was never started')
      return child.pid
    },
    serverEnd: () => endOf(child),
    async stop() {
      child.kill('SIGTERM')
      await endOf(child)
      if (env.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
