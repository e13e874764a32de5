import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kill } from '@senca/e2e/product/processes.ts'
import { type Server, startServer } from '@senca/e2e/product/server.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@senca/server/embedded-postgres'
import { freePort } from '@senca/server/free-port'
import { createLogger } from '@senca/server/logger'
import { createMosquitto, dynamicSecurity, LOGINS_FILE } from '@senca/server/mosquitto'
import { type Balancer, startBalancer } from './balancer.ts'
import { keepLogins } from './kept-logins.ts'

/** Several servers with one external database and one external broker, behind a load balancer. */
export interface Cluster {
  /** The address of the load balancer. */
  url: string
  instances: Server[]
  balancer: Balancer
  mqtt: { host: string; port: number }
  /** The addresses of broker and database for the servers. */
  brokerUrl: string
  databaseUrl: string
  /** Ends the process with kill -9 and starts it again, as a supervisor would. */
  restartDatabase(): Promise<void>
  restartBroker(): Promise<void>
  stop(): Promise<void>
}

const LOGIN = { username: 'senca', password: 'of-the-servers' }

/** Starts the PostgreSQL of the product as a separate server. */
async function startDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'senca-database-'))
  chmodSync(dataDir, 0o711)
  let postgres: EmbeddedPostgres
  const start = async (): Promise<void> => {
    postgres = await startEmbeddedPostgres({ dataDir, logger: createLogger('error'), onExit: () => {} })
  }
  await start()
  return {
    url: () => postgres.url,
    async restart() {
      kill(Number.parseInt(readFileSync(join(postgres.dataPath, 'postmaster.pid'), 'utf8'), 10))
      await start()
    },
    async stop() {
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts `count` built servers. If one of them fails to start, those already started are stopped. */
export async function startCluster(count: number): Promise<Cluster> {
  const ends: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    for (const end of ends.reverse()) await end()
  }
  try {
    const mosquitto = await createMosquitto(dynamicSecurity(LOGIN))
    ends.push(() => mosquitto.remove())
    await mosquitto.start()
    const logins = keepLogins(join(mosquitto.folder, LOGINS_FILE))
    ends.push(async () => logins.stop())
    const database = await startDatabase()
    ends.push(() => database.stop())
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const brokerUrl = `mqtt://${LOGIN.username}:${LOGIN.password}@127.0.0.1:${mosquitto.port}`
    const start = async (): Promise<Server> => {
      const server = await startServer({
        DATABASE_URL: database.url(),
        SESSION_SECRET: 'the-same-for-every-instance',
        MQTT_URL: brokerUrl,
        MQTT_AUTH: 'dynamic-security',
        MQTT_PORT: String(mosquitto.port),
        PUBLIC_URL: url,
        TRUST_PROXY: 'loopback',
        DEMO: 'off',
        LOG_LEVEL: 'warn',
      })
      ends.push(() => server.stop())
      return server
    }
    // The first server creates the tables and grants itself its rights in the broker.
    const first = await start()
    const others = await Promise.all(Array.from({ length: count - 1 }, start))
    const instances = [first, ...others]
    const balancer = await startBalancer(
      port,
      instances.map((each) => Number(new URL(each.url).port)),
    )
    ends.push(() => balancer.stop())
    return {
      url,
      instances,
      balancer,
      mqtt: { host: '127.0.0.1', port: mosquitto.port },
      brokerUrl,
      databaseUrl: database.url(),
      restartDatabase: database.restart,
      async restartBroker() {
        await mosquitto.kill()
        await logins.restore()
        await mosquitto.start()
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
