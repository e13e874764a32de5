import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#app'
import type { Drivers } from '#drivers/driver.ts'
import { createEntityDriver, ENTITY_DRIVER } from '#drivers/entities/entity-driver.ts'
import { createSencaDriver } from '#drivers/senca/senca-driver.ts'
import { createSpaceHardware } from '#drivers/space-hardware.ts'
import { OWN_DRIVER } from '#features/devices/index.ts'
import type { MatterOptions } from '#features/matter/index.ts'
import type { ReceivedRole } from '#features/rights/index.ts'
import type { EventBus } from '#platform/events/event-bus.ts'
import { createInProcessEventBus } from '#platform/events/in-process-event-bus.ts'
import { createMetrics, serveMetrics } from '#platform/http/metrics.ts'
import { describeApi } from '#platform/http/openapi.ts'
import type { HttpServer } from '#platform/http/server.ts'
import { createHttpServer } from '#platform/http/server.ts'
import { createLogger, type Logger } from '#platform/logger.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import type { Broker } from '#platform/mqtt/broker.ts'
import { createEmbeddedBroker } from '#platform/mqtt/embedded/embedded-broker.ts'
import { connectOutside } from '#platform/mqtt/outside/connect-outside.ts'
import { type Config, parseConfig } from '#platform/process/config.ts'
import { openTracing } from '#platform/tracing/open-tracing.ts'
import type { DatabaseLine } from './database/database-line.ts'
import { createTestDatabase, type TestDatabase } from './database/test-database.ts'
import { createMosquitto, dynamicSecurity } from './doubles/mosquitto.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'

export const OPERATOR_TOKEN = 'operator-of-the-tests'
export const SESSION_SECRET = 'session-secret-of-the-tests'

/** With `TEST_BROKER=mosquitto`, apps and their twins connect to one Mosquitto, like instances of one installation. */
const IS_OUTSIDE = process.env.TEST_BROKER === 'mosquitto'
const LOGIN = { username: 'senca', password: 'of-the-server' }

type Connected = Pick<TestApp, 'broker' | 'bus'>

export interface TestApp {
  http: HttpServer
  /** `http://127.0.0.1:<port>` */
  url: string
  mqtt: { host: string; port: number }
  clock: FakeClock
  broker: Broker
  bus: EventBus
  database: TestDatabase
  dataDir: string
  demoHome: string | null
  /** The roles that an account received, as this instance knows them. */
  receivedBy(accountId: string): Promise<readonly ReceivedRole[]>
  /** Another app on the same database, broker and event bus, with other variables. */
  twin(environment?: Record<string, string>): Promise<Pick<TestApp, 'url' | 'http' | 'receivedBy' | 'close'>>
  /** Stops the app and starts a new one on the same database, as after a crash or an update. */
  restart(): Promise<void>
  close(): Promise<void>
}

interface TestAppOptions {
  isDemo?: boolean
  logger?: Logger
  clock?: FakeClock
  /** The proxy through which the database is reached. */
  databaseLine?: DatabaseLine
  /** Used instead of the embedded broker, or of Mosquitto. */
  broker?: Broker
  /** Used in addition to the driver of our own protocol. */
  drivers?: (context: { clock: FakeClock }) => Drivers
  /** How Matter devices are reached; by default no process can be started. */
  matter?: MatterOptions
  publicUrl?: string
  /** Certificates that are trusted for documents about agents. */
  trustedByClients?: string
  /** Without an operator's token the operator calls are disabled. */
  operatorToken?: string | null
  /** Further configuration variables. */
  environment?: Record<string, string>
}

/** The real app on its own database, with a real broker, on free ports of this machine. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { isDemo = false, operatorToken = OPERATOR_TOKEN, publicUrl } = options
  const logger = options.logger ?? createLogger('warn')
  const clock = options.clock ?? createFakeClock(new Date())
  const database = await createTestDatabase(options.databaseLine)
  const dataDir = await mkdtemp(join(tmpdir(), 'senca-test-app-'))
  const mosquitto =
    IS_OUTSIDE && options.broker === undefined ? await createMosquitto(dynamicSecurity(LOGIN)) : null
  await mosquitto?.start()
  const environment = {
    HOST: '127.0.0.1',
    ...(mosquitto === null
      ? { MQTT_PORT: '0' }
      : {
          MQTT_URL: `mqtt://${LOGIN.username}:${LOGIN.password}@127.0.0.1:${mosquitto.port}`,
          MQTT_AUTH: 'dynamic-security',
        }),
    DATA_DIR: dataDir,
    DEMO: isDemo ? 'on' : 'off',
    // No requests to other servers.
    WEATHER_PROVIDER: 'none',
    ...(publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl }),
    ...(operatorToken === null ? {} : { OPERATOR_TOKEN: operatorToken }),
    ...options.environment,
  }
  const configOf = (further: Record<string, string> = {}) => ({
    ...parseConfig({ ...environment, ...further }, dataDir),
    sessionSecret: SESSION_SECRET,
  })
  const config = configOf()
  const closers: (() => Promise<void>)[] = []

  /** An own connection to Mosquitto; instances with the embedded broker share it, and so they share the event bus. */
  const connect = (): Connected => {
    const { outside } = config.mqtt
    const metrics = createMetrics()
    const connected =
      outside === undefined || options.broker !== undefined
        ? {
            broker: options.broker ?? createEmbeddedBroker({ ...config.mqtt, logger }),
            bus: createInProcessEventBus(logger),
          }
        : connectOutside({ mqtt: { ...config.mqtt, outside }, logger, metrics })
    closers.unshift(() => connected.broker.stop())
    return connected
  }

  const open = async (
    connected: Connected,
    mqtt: TestApp['mqtt'] | null,
    further?: Record<string, string>,
  ) => {
    const drivers = options.drivers?.({ clock }) ?? {}
    const { matter, trustedByClients } = options
    const parts = {
      ...{ config: configOf(further), logger, clock, database },
      ...{ drivers, mqtt, matter, trustedByClients },
    }
    const started = await start({ ...parts, ...connected })
    closers.unshift(started.close)
    return started
  }

  const bootAll = async () => {
    const connected = connect()
    const first = await open(connected, null)
    return {
      ...first,
      ...connected,
      twin: (further?: Record<string, string>) =>
        mosquitto === null ? open(connected, first.mqtt, further) : open(connect(), null, further),
    }
  }
  const closeAll = async () => {
    for (const close of closers.splice(0)) await close()
  }

  const app: TestApp = {
    ...(await bootAll()),
    clock,
    database,
    dataDir,
    async restart() {
      await closeAll()
      Object.assign(app, await bootAll())
    },
    async close() {
      await closeAll()
      await mosquitto?.remove()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return app
}

interface StartOptions {
  config: Config & { sessionSecret: string }
  logger: Logger
  clock: FakeClock
  database: TestDatabase
  broker: Broker
  drivers: Drivers
  matter: MatterOptions | undefined
  trustedByClients: string | undefined
  bus: EventBus
  /** The address of the broker if it is already listening. */
  mqtt: { host: string; port: number } | null
}

const NO_MATTER: MatterOptions = {
  start() {
    throw new Error('this test has no Matter process')
  },
}

async function start({ mqtt: listening, broker, drivers, matter = NO_MATTER, ...parts }: StartOptions) {
  const { bus, config, clock, logger } = parts
  const http = await createHttpServer(config, logger)
  const { tracing, stop: stopTracing } = await openTracing(config.tracing, http)
  const metrics = createMetrics()
  await describeApi(http)
  serveMetrics(http, metrics, config)
  const mailer = createMailer(parts)
  const entityDriver = createEntityDriver(clock)
  const app = await createApp({
    ...parts,
    broker,
    createDrivers: (hardware) => ({
      [OWN_DRIVER]: createSencaDriver({ broker, bus, clock, logger, metrics, ...hardware }),
      [ENTITY_DRIVER]: entityDriver,
      ...drivers,
    }),
    createHardware: createSpaceHardware,
    entityDriver,
    matter: config.isMatter ? matter : undefined,
    http,
    metrics,
    mailer,
    tracing,
  })
  const mqtt = listening ?? (await broker.start())
  const { demoHome } = await app.start({ mqtt })
  const url = await http.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' })
  let closing: Promise<unknown> | undefined
  return {
    http,
    url,
    mqtt,
    demoHome,
    receivedBy: app.receivedBy,
    close: async () => {
      closing ??= Promise.all([http.close(), app.stop()])
      await closing
      await stopTracing()
    },
  }
}
