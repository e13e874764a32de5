import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { connectAsync } from 'mqtt'
import { freePort } from '#platform/process/free-port.ts'
import { REPOSITORY_ROOT } from '#platform/process/server-root.ts'

const LOGIN_TRIES = 100
const BETWEEN_TRIES_MS = 50

interface Tools {
  findTool(name: string, debianPackage: string, options: { keepsStill: string }): string
}

/** The login that tests whether the broker is listening; a refusal is an answer too. */
const PROBE = { clientId: 'probe', username: 'probe', password: 'probe', reconnectPeriod: 0 }

export interface Mosquitto {
  port: number
  folder: string
  /** The id of its process, while it runs. */
  pid(): number
  start(): Promise<void>
  /** Kills it at once, like a power cut. */
  kill(): Promise<void>
  /** Stops it and deletes its folder. */
  remove(): Promise<void>
}

async function findMosquitto(): Promise<string> {
  const tools: Tools = await import(pathToFileURL(join(REPOSITORY_ROOT, 'scripts', 'tools.mjs')).href)
  return tools.findTool('mosquitto', 'mosquitto', { keepsStill: 'mosquitto.service' })
}

/** Eclipse Mosquitto from Debian on a free port of this machine, with configuration lines for the access rights. */
export async function createMosquitto(rights: (folder: string) => Promise<string[]>): Promise<Mosquitto> {
  const program = await findMosquitto()
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'senca-mosquitto-'))
  const configuration = [
    `listener ${port} 127.0.0.1`,
    'persistence false',
    // If started as root, it would switch to another user without write permission here.
    ...(process.getuid?.() === 0 ? ['user root'] : []),
    'max_inflight_messages 0',
    'max_queued_messages 0',
    ...(await rights(folder)),
    '',
  ]
  const file = join(folder, 'mosquitto.conf')
  await writeFile(file, configuration.join('\n'))
  let child: ChildProcess | null = null

  const isListening = () =>
    connectAsync(`mqtt://127.0.0.1:${port}`, PROBE).then(
      async (client) => {
        await client.endAsync(true)
        return true
      },
      (error: unknown) => error instanceof Error && /Not authorized|Bad User/i.test(error.message),
    )

  const mosquitto: Mosquitto = {
    port,
    folder,
    pid() {
      if (child?.pid === undefined) throw new Error('Mosquitto does not run')
      return child.pid
    },
    async start() {
      const started = spawn(program, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
      child = started
      let reported = ''
      started.stderr.on('data', (bytes) => {
        reported += bytes
      })
      for (let tries = 0; tries < LOGIN_TRIES; tries += 1) {
        if (await isListening()) return
        if (started.exitCode !== null) break
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS))
      }
      throw new Error(`Mosquitto does not start: ${reported}`)
    },
    async kill() {
      if (child === null || child.exitCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      child = null
    },
    async remove() {
      await mosquitto.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return mosquitto
}

export const LOGINS_FILE = 'dynamic-security.json'

/** The configuration of the Dynamic Security plug-in, with one login that can only control it. */
export const dynamicSecurity =
  ({ username, password }: { username: string; password: string }) =>
  async (folder: string): Promise<string[]> => {
    const file = join(folder, LOGINS_FILE)
    await promisify(execFile)('mosquitto_ctrl', ['dynsec', 'init', file, username, password])
    const libraries = '/usr/lib'
    const plugin = (await readdir(libraries))
      .map((machine) => join(libraries, machine, 'mosquitto_dynamic_security.so'))
      .find((path) => existsSync(path))
    if (plugin === undefined) throw new Error('Mosquitto has no plug-in for dynamic security here')
    return ['allow_anonymous false', `plugin ${plugin}`, `plugin_opt_config_file ${file}`]
  }
