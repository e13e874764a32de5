// Must come before every module with schemas, because it makes each schema compile to a function at its first use.
import 'zod/compile'
import { join } from 'node:path'
import { createApp } from '#app'
import { createEntityDriver, ENTITY_DRIVER } from '#drivers/entities/entity-driver.ts'
import { matterCertificatesOf, startMatter } from '#drivers/matter/start-matter.ts'
import { createSencaDriver } from '#drivers/senca/senca-driver.ts'
import { createSpaceHardware } from '#drivers/space-hardware.ts'
import { OWN_DRIVER } from '#features/devices/index.ts'
import { createSystemClock } from '#platform/clock.ts'
import { createInProcessEventBus } from '#platform/events/in-process-event-bus.ts'
import { drain } from '#platform/http/drain.ts'
import { serveHealth, watchWrites } from '#platform/http/health.ts'
import { urlHostOf } from '#platform/http/hosts.ts'
import { createMetrics, type Metrics, serveMetrics } from '#platform/http/metrics.ts'
import { describeApi } from '#platform/http/openapi.ts'
import { styleSources } from '#platform/http/page-documents.ts'
import { createHttpServer, type HttpServer } from '#platform/http/server.ts'
import { readWebApp, serveWebPages, WEB_APP_FOLDER } from '#platform/http/web-pages.ts'
import { createLogger, type Logger } from '#platform/logger.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import type { Broker } from '#platform/mqtt/broker.ts'
import { measureCertificateEnd } from '#platform/mqtt/certificate-end.ts'
import { createEmbeddedBroker } from '#platform/mqtt/embedded/embedded-broker.ts'
import { createDatabase } from '#platform/postgres/database.ts'
import { LOCK_TIMEOUT_MS, startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { migrate } from '#platform/postgres/migrate.ts'
import { type Config, parseConfig, readEnvironment } from '#platform/process/config.ts'
import {
  keepSecret,
  prepareDataFolder,
  refuseMovedOut,
  refuseUnfinishedRestore,
  SESSION_SECRET_FILE,
} from '#platform/process/data-folder.ts'
import { freePort } from '#platform/process/free-port.ts'
import { lockFolder } from '#platform/process/instance-lock.ts'
import { REPOSITORY_ROOT } from '#platform/process/server-root.ts'
import { createShutdown } from '#platform/process/shutdown.ts'
import { StartError } from '#platform/process/start-error.ts'
import { openTracing } from '#platform/tracing/open-tracing.ts'
import { pageConfigOf } from './app/page-config.ts'

/** How long running requests have before their connections are closed. */
const DRAIN_MS = 1_500
/**
 * If other instances continue, running requests are completed, and sockets are closed a few at a time so that they reconnect
 * there.
 */
const SHARED_DRAIN = { withinMs: 15_000, spreadMs: 5_000 }

const READ_ONLY = "select 1 where current_setting('transaction_read_only') = 'on'"

type Shutdown = ReturnType<typeof createShutdown>

async function readConfig(): Promise<Config> {
  const environment = readEnvironment(process.env, [process.cwd(), REPOSITORY_ROOT])
  const config = parseConfig(environment, process.cwd())
  const port = config.port === 0 ? await findFreePort(config.host) : config.port
  const settled = parseConfig({ ...environment, PORT: String(port) }, process.cwd())
  return { ...settled, dataDir: await prepareDataFolder(settled.dataDir) }
}

const findFreePort = (host: string): Promise<number> =>
  freePort(host).catch((error: Error) => {
    throw new StartError(`HOST ${host} cannot be used: ${error.message}`)
  })

async function openDatabase(
  config: Config,
  logger: Logger,
  shutdown: Shutdown,
  fail: (reason: string) => void,
) {
  if (config.databaseUrl !== undefined) {
    const { databaseListenUrl } = config
    await migrate(databaseListenUrl ?? config.databaseUrl).catch((error: unknown) => {
      if (error instanceof StartError) throw error
      throw new StartError(
        `${databaseListenUrl === undefined ? 'DATABASE_URL' : 'DATABASE_LISTEN_URL'} cannot be used: ${error instanceof Error ? error.message : 'no connection'}`,
      )
    })
    return { url: config.databaseUrl, place: 'the database of DATABASE_URL' }
  }
  await refuseMovedOut(config.dataDir)
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    logger,
    onExit: (reason) => fail(`PostgreSQL has ended by itself (${reason})`),
  })
  shutdown.add('PostgreSQL', 12_000, () => postgres.stop())
  await migrate(postgres.url)
  return { url: postgres.url, place: postgres.dataPath }
}

async function start(config: Config, logger: Logger, shutdown: Shutdown, fail: (reason: string) => void) {
  const unlock = await lockFolder(config.dataDir, LOCK_TIMEOUT_MS)
  shutdown.add('lock', 1_000, unlock)
  await refuseUnfinishedRestore(config.dataDir)
  const { url, place } = await openDatabase(config, logger, shutdown, fail)
  const sessionSecret = config.sessionSecret ?? (await keepSecret(config.dataDir, SESSION_SECRET_FILE))
  const database = createDatabase(url, { logger, listenUrl: config.databaseListenUrl })
  shutdown.add('database', 2_000, () => database.close())

  const http = await createHttpServer({ ...config, styles: await styleSources(WEB_APP_FOLDER) }, logger)
  const { tracing, stop: stopTracing } = await openTracing(config.tracing, http)
  shutdown.add('tracing', 2_000, stopTracing)
  const metrics = createMetrics()
  if (config.mqtt.tls !== undefined) measureCertificateEnd(metrics, config.mqtt.tls.certificate)
  const { broker, bus, isReady } = await createBroker(config, logger, metrics)
  await describeApi(http)
  serveMetrics(http, metrics, config)
  const clock = createSystemClock()
  const isThere = async () => (await database.pool.query('select 1')).rowCount === 1
  // Commands work for a while without the database, so a load balancer must keep sending them.
  const isReadOnly = async () => (await database.pool.query(READ_ONLY)).rowCount === 1
  const reasons = watchWrites(http, {
    dataDir: config.dataDir,
    isReadOnly: () => database.reach.read(isReadOnly, () => false),
    clock,
  })
  serveHealth(http, reasons, {
    database: () => database.reach.read(isThere, () => true),
    // Required only for the start. If the broker becomes unavailable later, it is unavailable for all servers, so the load
    // balancer must keep them.
    broker: async () => isReady(),
  })
  metrics.gauge(
    'senca_degraded',
    'Number of impaired parts: the disk, the database',
    async () => (await reasons()).length,
  )
  const entityDriver = createEntityDriver(clock)
  const webApp = await readWebApp(http, pageConfigOf(config), { isOffline: config.isOffline })
  const app = await createApp({
    webApp,
    config: { ...config, sessionSecret },
    clock,
    logger,
    database,
    createDrivers: (hardware) => ({
      [OWN_DRIVER]: createSencaDriver({ broker, bus, clock, logger, metrics, ...hardware }),
      [ENTITY_DRIVER]: entityDriver,
    }),
    createHardware: createSpaceHardware,
    entityDriver,
    matter: config.isMatter ? { start: startMatter, certificates: matterCertificatesOf(config) } : undefined,
    broker,
    bus,
    http,
    metrics,
    mailer: createMailer({ config, clock, logger }),
    tracing,
  })
  await serveWebPages(http, webApp)

  shutdown.add('broker', 2_000, () => broker.stop())
  const mqtt = await broker.start()
  const isShared = config.databaseUrl !== undefined
  shutdown.add('app', 5_000 + (isShared ? SHARED_DRAIN.withinMs : 0), async () => {
    if (isShared) await drain(http, SHARED_DRAIN)
    await Promise.all([closeHttp(http), app.stop()])
  })
  const { demoHome } = await app.start({ mqtt })
  await listen(http, config)
  return { place, mqtt, demoHome, isBrokerThere: isReady() }
}

/** The broker in this process, or the connection to an external one, which also carries the messages between instances. */
async function createBroker({ mqtt, trustProxy }: Config, logger: Logger, metrics: Metrics) {
  const { outside } = mqtt
  if (outside === undefined) {
    const broker: Broker = createEmbeddedBroker({ ...mqtt, isProxied: trustProxy !== false, logger })
    return { broker, bus: createInProcessEventBus(logger), isReady: () => true }
  }
  // Loaded only if needed, because a single process does not use it.
  const { connectOutside } = await import('#platform/mqtt/outside/connect-outside.ts')
  const { broker, bus } = connectOutside({ mqtt: { ...mqtt, outside }, logger, metrics })
  return { broker, bus, isReady: broker.isReady }
}

async function closeHttp(http: HttpServer) {
  const cut = setTimeout(() => http.server.closeAllConnections(), DRAIN_MS)
  await http.close()
  clearTimeout(cut)
}

async function listen(http: HttpServer, { host, port }: Config) {
  try {
    await http.listen({ host, port, listenTextResolver: () => '' })
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (isTaken) throw new StartError(`PORT ${port} on ${host} is in use by another program; set PORT`)
    throw error
  }
}

function report(config: Config, { place, mqtt, isBrokerThere }: Awaited<ReturnType<typeof start>>) {
  const isOnlyEncrypted = mqtt.tlsPort === mqtt.port
  const addresses = [
    ...(isOnlyEncrypted ? [] : [`mqtt://${urlHostOf(mqtt.host)}:${mqtt.port}`]),
    ...(mqtt.tlsPort === undefined ? [] : [`mqtts://${urlHostOf(mqtt.host)}:${mqtt.tlsPort}`]),
  ]
  const lines = [
    `Senca is ready: ${config.publicUrl}`,
    ...(config.isDemo ? ['Demo account: demo@senca.local, password demo-home-2026'] : []),
    `Data folder: ${config.dataDir}`,
    `Database: ${place}`,
    `Devices connect to: ${addresses.join(' and ')}`,
    ...(isBrokerThere ? [] : ['The broker of MQTT_URL does not answer: no device is reached until it does']),
    ...(config.smtp === undefined ? [`E-mails are kept in: ${join(config.dataDir, 'outbox')}`] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

async function main() {
  // The reader of the log may end. Output that cannot be written is then lost and must not cause an error that is logged again.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const config = await readConfig()
  const logger = createLogger(config.logLevel, config.logFormat)
  const shutdown = createShutdown(logger)
  const end = async (exitCode: number) => {
    if (shutdown.hasBegun()) return
    process.exitCode = exitCode
    const isClean = await shutdown.run()
    process.exit(isClean ? exitCode : 1)
  }
  const fail = (reason: string) => {
    if (shutdown.hasBegun()) return
    process.stderr.write(`Senca stops: ${reason}\n`)
    void end(1)
  }
  // Repeated signals cause only one shutdown. Each of its steps has a time limit, and PostgreSQL is always stopped.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0))
  // The supervisor was killed, so nobody else would stop this process.
  process.on('disconnect', () => void end(0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error }, 'An unexpected error ends the process')
      fail('an unexpected error, see the log')
    })
  }

  try {
    const started = await start(config, logger, shutdown, fail)
    report(config, started)
    const { mqtt, demoHome } = started
    // If the supervisor was killed before the listener was added, there was no event.
    if (process.connected === false) void end(0)
    else process.send?.({ type: 'ready', url: config.publicUrl, mqtt, demoHome })
  } catch (error) {
    if (!(error instanceof StartError)) logger.fatal({ err: error }, 'Senca cannot start')
    explain(error)
    await end(1)
  }
}

function explain(error: unknown) {
  const reason = error instanceof StartError ? error.message : 'an unexpected error, see the log'
  process.stderr.write(`Senca cannot start: ${reason}\n`)
}

main().catch((error: unknown) => {
  explain(error)
  process.exit(1)
})
