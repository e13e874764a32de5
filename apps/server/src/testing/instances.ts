import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database/test-database.ts'
import { createMosquitto, dynamicSecurity, type Mosquitto } from './doubles/mosquitto.ts'
import { spawnServer } from './server-process.ts'
import { OPERATOR_TOKEN } from './test-app.ts'

const LOGIN = { username: 'senca', password: 'of-the-server' }
export const INSTANCE_START_MS = 90_000

/** A server among several, as a process of its own. */
export interface Instance {
  url: string
  child: ChildProcess
}

interface InstanceOptions {
  /** Goes before the command of the server. */
  within?: readonly string[]
  /** Where a server is reached, by where it says that it listens. */
  reachedAt?(url: string): Promise<string>
}

export interface Installation {
  mosquitto: Mosquitto
  database: TestDatabase
  /** The settings that all instances share. */
  environment: Record<string, string>
  /** Starts another instance and waits until it is ready. The first one grants itself the needed rights at the broker. */
  start(options?: InstanceOptions): Promise<Instance>
  /** Kills all instances and removes everything. */
  remove(): Promise<void>
}

/** Prepares several servers with one database and one Mosquitto. None of the servers is started yet. */
export async function createInstallation(settings: Record<string, string> = {}): Promise<Installation> {
  const mosquitto = await createMosquitto(dynamicSecurity(LOGIN))
  await mosquitto.start()
  const database = await createTestDatabase()
  const environment = {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'the-same-for-every-instance',
    OPERATOR_TOKEN,
    MQTT_URL: `mqtt://${LOGIN.username}:${LOGIN.password}@127.0.0.1:${mosquitto.port}`,
    MQTT_AUTH: 'dynamic-security',
    ...settings,
  }
  const started: { child: ChildProcess; dataDir: string }[] = []
  return {
    mosquitto,
    database,
    environment,
    async start({ within = [], reachedAt = async (url: string) => url } = {}) {
      const dataDir = await mkdtemp(join(tmpdir(), 'senca-instance-'))
      const { child, printed } = spawnServer(dataDir, environment, within)
      started.push({ child, dataDir })
      const url = await vi.waitFor(
        () => {
          const [, found] = /^Senca is ready: (\S+)$/m.exec(printed.out) ?? []
          if (found === undefined) throw new Error(`not ready: ${printed.out}${printed.error}`)
          return found.replace('localhost', '127.0.0.1')
        },
        { timeout: INSTANCE_START_MS, interval: 100 },
      )
      return { child, url: await reachedAt(url) }
    },
    async remove() {
      for (const { child, dataDir } of started) {
        child.kill('SIGKILL')
        await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
      }
      await database.drop()
      await mosquitto.remove()
    },
  }
}

/** Kills an instance, and resolves when it is gone. */
export async function killInstance({ child }: Pick<Instance, 'child'>): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** The one of two instances that keeps something, and the other one. Throws while none does, or both. */
export async function keeperOf(
  [first, second]: readonly Instance[],
  keeps: (instance: Instance) => Promise<boolean>,
): Promise<[keeper: Instance, other: Instance]> {
  if (first === undefined || second === undefined) throw new Error('two instances have to run')
  const [isFirst, isSecond] = [await keeps(first), await keeps(second)]
  if (isFirst === isSecond) throw new Error('one of the instances has to keep it')
  return isFirst ? [first, second] : [second, first]
}
