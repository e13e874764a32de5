import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@senca/e2e/product/free-port.ts'
import { kill } from '@senca/e2e/product/processes.ts'
import { type Server, startServer } from '@senca/e2e/product/server.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@senca/server/embedded-postgres'
import { createLogger } from '@senca/server/logger'
import { createMosquitto, dynamicSecurity } from '@senca/server/mosquitto'
import { type Balancer, startBalancer } from './balancer.ts'

/** Several servers of one database and one broker, both outside of them, behind a load balancer. */
export interface Cluster {
  /** Of the load balancer. */
  url: string
  instances: Server[]
  balancer: Balancer
  mqtt: { host: string; port: number }
  /** Broker and database as the servers reach them. */
  brokerUrl: string
  databaseUrl: string
  /** Both are ended by kill -9 and started again, as a supervisor would. */
  restartDatabase(): Promise<void>
  restartBroker(): Promise<void>
  stop(): Promise<void>
}

const LOGIN = { username: 'senca', password: 'of-the-servers' }

/** PostgreSQL as it comes with the product, here a server of its own. */
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

/** Starts so many built servers. What has been started ends also where the rest does not start. */
export async function startCluster(count: number): Promise<Cluster> {
  const ends: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    for (const end of ends.reverse()) await end()
  }
  try {
    const mosquitto = await createMosquitto(dynamicSecurity(LOGIN))
    ends.push(() => mosquitto.remove())
    await mosquitto.start()
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
    // The first one makes the tables, and grants itself what it needs at the broker.
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
        await mosquitto.start()
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
