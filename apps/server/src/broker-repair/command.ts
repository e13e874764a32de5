import { parseArgs } from 'node:util'
import {
  createDeviceSecret,
  createEndpointStore,
  hashDeviceSecret,
  OWN_DRIVER,
} from '#features/devices/index.ts'
import { createLogger } from '#platform/logger.ts'
import { openLogins } from '#platform/mqtt/outside/open-logins.ts'
import { createDatabase, type Database } from '#platform/postgres/database.ts'
import { parseConfig, readEnvironment } from '#platform/process/config.ts'
import { REPOSITORY_ROOT } from '#platform/process/server-root.ts'
import { StartError } from '#platform/process/start-error.ts'
import { openEmbeddedDatabase } from '../backup/database-access.ts'
import { repair } from './repair.ts'

const write = (line: string) => process.stdout.write(`${line}\n`)

function readArguments(): { isReissue: boolean } {
  try {
    const { values } = parseArgs({ options: { reissue: { type: 'boolean', default: false } } })
    return { isReissue: values.reissue }
  } catch {
    throw new StartError('usage: npm run broker:repair [-- --reissue]')
  }
}

async function* ownDevices(store: ReturnType<typeof createEndpointStore>) {
  for await (const { driver, address } of store.readAll()) if (driver === OWN_DRIVER) yield address
}

async function run(): Promise<boolean> {
  const { isReissue } = readArguments()
  const environment = readEnvironment(process.env, [process.cwd(), REPOSITORY_ROOT])
  const config = parseConfig(environment, process.cwd())
  const { outside } = config.mqtt
  if (outside?.auth !== 'dynamic-security')
    throw new StartError(
      'MQTT_AUTH is not dynamic-security: the broker keeps no logins that could be compared',
    )
  const logger = createLogger('warn')
  const databaseUrl = config.databaseListenUrl ?? config.databaseUrl
  const access =
    databaseUrl === undefined
      ? await openEmbeddedDatabase(config.dataDir, logger)
      : { url: databaseUrl, close: async () => {} }
  const database: Database = createDatabase(access.url, { logger })
  try {
    const broker = await openLogins(outside, logger)
    try {
      const store = createEndpointStore(database.db)
      return await repair({
        devices: ownDevices(store),
        logins: broker.logins,
        isReissue,
        createSecret: createDeviceSecret,
        keepSecret: (address, secret) =>
          store.setSecretHash({ driver: OWN_DRIVER, address }, hashDeviceSecret(secret)),
        write,
      })
    } finally {
      await broker.close()
    }
  } finally {
    await database.close()
    await access.close()
  }
}

// A reader like `head` may close the pipe early; the repair is still completed.
process.stdout.on('error', () => {})
try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`The broker cannot be compared: ${reason}\n`)
  process.exitCode = 1
}
