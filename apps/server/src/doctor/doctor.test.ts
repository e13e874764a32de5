import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '#platform/logger.ts'
import { createEmbeddedBroker } from '#platform/mqtt/embedded/embedded-broker.ts'
import { parseConfig } from '#platform/process/config.ts'
import { createDatabaseLine } from '#testing/database/database-line.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { CA, issue } from '#testing/doubles/certificates.ts'
import { createMosquitto } from '#testing/doubles/mosquitto.ts'
import { checkCertificates, lasting } from './check-certificates.ts'
import { compareClocks } from './check-clock.ts'
import { checkDatabase } from './check-database.ts'
import { checkFolder } from './check-folder.ts'
import { checkMail } from './check-mail.ts'
import { checkPorts } from './check-ports.ts'
import { checkProxy } from './check-proxy.ts'
import { checkPush } from './check-push.ts'
import { examine, describe as write } from './doctor.ts'
import { type Finding, fault, ok, unknown } from './finding.ts'

const LOOPBACK = '127.0.0.1'
let folder: string
const servers: Server[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'senca-doctor-'))
})
afterAll(async () => {
  for (const server of servers) server.close()
  await rm(folder, { recursive: true, force: true })
})

const config = (environment: Record<string, string>) =>
  parseConfig({ DATA_DIR: folder, ...environment }, folder)
const verdicts = (findings: Finding[]) => findings.map(({ about, verdict }) => `${verdict} ${about}`)

async function listen(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, LOOPBACK)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
/** A server that answers every request, also for websockets, with a status. */
const answering = (status: number, body: object = {}) => {
  const server = createHttpServer((_request, response) =>
    response.writeHead(status).end(JSON.stringify(body)),
  )
  server.on('upgrade', (_request, socket) =>
    socket.end(
      status === 101
        ? 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'
        : `HTTP/1.1 ${status} Answer\r\ncontent-length: 0\r\n\r\n`,
    ),
  )
  return listen(server)
}
const hangingUp = () => listen(createServer((socket) => socket.destroy()))

describe('a broker outside', () => {
  it('is checked in place of a port of our own: whether it accepts our login', async () => {
    const mosquitto = await createMosquitto(async () => ['allow_anonymous true'])
    const check = () =>
      checkPorts(
        config({
          PORT: '0',
          MQTT_URL: `mqtt://senca:secret@${LOOPBACK}:${mosquitto.port}`,
          MQTT_AUTH: 'dynamic-security',
        }),
      )
    try {
      expect(verdicts(await check())).toEqual(['ok Port 0', 'fault Broker'])
      await mosquitto.start()
      expect(verdicts(await check())).toEqual(['ok Port 0', 'ok Broker'])
    } finally {
      await mosquitto.remove()
    }
  })
})

describe('ports', () => {
  it('are free, or of another program', async () => {
    const taken = await hangingUp()
    const free = await checkPorts(config({ PORT: '0', MQTT_PORT: '0' }))
    expect(verdicts(free)).toEqual(['ok Port 0', 'ok Port 0 for MQTT'])
    const both = await checkPorts(config({ PORT: String(taken), MQTT_PORT: String(taken) }))
    expect(verdicts(both)).toEqual([`fault Port ${taken}`, `fault Port ${taken} for MQTT`])
  })

  it('are of a Senca that is well, or that waits', async () => {
    const well = await answering(200, { status: 'ok' })
    expect((await checkPorts(config({ PORT: String(well), MQTT_PORT: '0' })))[0]?.verdict).toBe('ok')
    const waiting = await answering(503, { status: 'unavailable', waitingFor: ['database'] })
    const [found] = await checkPorts(config({ PORT: String(waiting), MQTT_PORT: '0' }))
    expect(found).toMatchObject({ verdict: 'fault', says: 'Senca runs, but waits for: database' })
  })

  it('are of a broker', async () => {
    const broker = createEmbeddedBroker({ host: LOOPBACK, port: 0, logger: createLogger('silent') })
    const { port } = await broker.start()
    const [, mqtt] = await checkPorts(config({ PORT: '0', MQTT_PORT: String(port) }))
    expect(mqtt).toEqual(ok(`Port ${port} for MQTT`, 'A broker answers'))
    await broker.stop()
  })

  it('are of no use to devices elsewhere on loopback', async () => {
    const findings = await checkPorts(config({ PORT: '0', MQTT_PORT: '0', PUBLIC_URL: 'http://192.168.1.2' }))
    expect(verdicts(findings)).toContain('fault Broker')
  })
})

describe('the database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it('is new enough, and its clock agrees', async () => {
    const found = await checkDatabase({ databaseUrl: database.url, dataDir: folder })
    expect(verdicts(found)).toEqual(['ok Database', 'ok Clock of the database'])
  })

  it('has a pooler before it', async () => {
    const { url } = database
    const found = await checkDatabase({ databaseUrl: url, databaseListenUrl: url, dataDir: folder })
    expect(verdicts(found)).toEqual(['ok Database', 'ok Clock of the database', 'ok Pooler'])
  })

  it('was changed by a newer Senca', async () => {
    await database.pool.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer one', 99999999999999)`,
    )
    const found = await checkDatabase({ databaseUrl: database.url, dataDir: folder })
    expect(found[0]).toMatchObject({ verdict: 'fault', says: 'A newer Senca has changed it' })
  })

  it('is too old', async () => {
    const line = createDatabaseLine((answer) =>
      Buffer.from(answer.toString('latin1').replace(/18(\d{4})/, '14$1'), 'latin1'),
    )
    const databaseUrl = await line.open(database.url)
    const [found] = await checkDatabase({ databaseUrl, dataDir: folder })
    expect(found).toMatchObject({ verdict: 'fault', advice: 'Senca needs PostgreSQL 15 or newer' })
    await line.close()
  })

  it('does not answer', async () => {
    const databaseUrl = `postgres://senca@${LOOPBACK}:${await hangingUp()}/senca`
    expect(verdicts(await checkDatabase({ databaseUrl, dataDir: folder }))).toEqual(['fault Database'])
  })

  it('is not there before the first start', async () => {
    expect(verdicts(await checkDatabase({ databaseUrl: undefined, dataDir: folder }))).toEqual([
      'ok Database',
    ])
  })
})

describe('clocks', () => {
  const asked = new Date('2026-11-24T12:00:00Z')
  const answered = new Date('2026-11-24T12:00:01Z')
  it.each([
    ['2026-11-24T12:00:00.500Z', 'ok'],
    ['2026-11-24T12:00:02.900Z', 'ok'],
    ['2026-11-24T12:00:03.100Z', 'fault'],
    ['2026-11-24T11:59:57.900Z', 'fault'],
  ])('%s is %s', (theirs, verdict) => {
    expect(compareClocks('it', new Date(theirs), asked, answered).verdict).toBe(verdict)
  })
})

describe('certificates', () => {
  it.each([
    ['2026-11-23', 'fault'],
    ['2026-12-07', 'fault'],
    ['2026-12-09', 'ok'],
  ])('until %s are %s', (until, verdict) => {
    expect(lasting('it', new Date(until), new Date('2026-11-24')).verdict).toBe(verdict)
  })

  it('of the encrypted port are read', async () => {
    const { pem, pair } = issue('localhost', null, [CA])
    const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
    await writeFile(certificate, pem)
    await writeFile(key, pair.privatePem)
    const tls = { MQTTS_PORT: '0', TLS_CERT: certificate, TLS_KEY: key }
    expect(verdicts(await checkCertificates(config(tls)))).toEqual(['ok Https', 'ok Certificate of MQTT'])
    const missing = await checkCertificates(config({ ...tls, TLS_KEY: certificate }))
    expect(verdicts(missing)).toContain('fault Certificate of MQTT')
  })

  it('are needed where people come from elsewhere', async () => {
    const found = await checkCertificates(config({ PUBLIC_URL: 'http://192.168.1.2' }))
    expect(verdicts(found)).toEqual(['fault Https'])
  })

  it('of an address that does not answer are unknown', async () => {
    const PUBLIC_URL = `https://${LOOPBACK}:${await hangingUp()}`
    expect(verdicts(await checkCertificates(config({ PUBLIC_URL })))).toEqual(['unknown Https'])
  })
})

describe('the proxy', () => {
  const behind = async (status: number) =>
    checkProxy(config({ PUBLIC_URL: `http://localhost:${await answering(status)}`, TRUST_PROXY: 'on' }))

  it.each([
    [101, 'ok'],
    [403, 'fault'],
    [400, 'fault'],
    [502, 'unknown'],
  ])('that answers a websocket with %i is %s', async (status, verdict) => {
    expect((await behind(status)).map((one) => one.verdict)).toEqual([verdict])
  })

  it('must be trusted where there is one', async () => {
    expect(verdicts(await checkProxy(config({ PUBLIC_URL: 'https://senca.example' })))).toEqual([
      'fault Proxy',
    ])
  })
})

describe('e-mail', () => {
  it('reaches nobody without a mail server, which is no fault on this machine alone', async () => {
    expect((await checkMail(config({})))[0]?.verdict).toBe('ok')
    expect((await checkMail(config({ PUBLIC_URL: 'https://senca.example' })))[0]?.verdict).toBe('fault')
  })

  it('needs a mail server that answers', async () => {
    const SMTP_URL = `smtp://${LOOPBACK}:${await hangingUp()}`
    expect((await checkMail(config({ SMTP_URL })))[0]?.verdict).toBe('fault')
  })
})

it('the disk has room', async () => {
  expect(await checkFolder({ dataDir: join(folder, 'not', 'there', 'yet') })).toMatchObject([
    { about: 'Disk', verdict: 'ok' },
  ])
})

it('everything is checked, and nothing is changed', async () => {
  const found = await examine(config({ PORT: '0', MQTT_PORT: '0' }))
  expect(new Set(found.map(({ about }) => about))).toEqual(
    new Set([
      'Disk',
      'Clock',
      'Database',
      'Port 0',
      'Port 0 for MQTT',
      'Https',
      'E-mail',
      'Proxy',
      'Matter',
      'Notifications',
    ]),
  )
})

it('is written with what to do', () => {
  const findings = [
    ok('Disk', 'There is room'),
    unknown('Clock', 'It is not known'),
    fault('Port 1', 'It is taken', 'Free it'),
  ]
  expect(write(findings)).toBe(
    'ok      Disk: There is room.\nunknown Clock: It is not known.\nFAULT   Port 1: It is taken.\n        → Free it.',
  )
})

describe('notifications', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
  const secret = 'secret-of-the-notifications'
  const check = (environment: Record<string, string> = {}) =>
    checkPush(config({ DATABASE_URL: database.url, SESSION_SECRET: secret, ...environment }))

  it('are well before the first start, and off where nobody wants them', async () => {
    expect(verdicts(await check())).toEqual(['ok Notifications', 'ok Notifications'])
    expect(verdicts(await check({ PUSH: 'off' }))).toEqual(['ok Notifications'])
  })

  it('need https and a key that can be read, and push services that take them', async () => {
    await database.pool.query(
      `insert into push_keys values (1, 'key', 'sealed with another secret', now());
       insert into push_services values ('push.apple.com', null, now(), 403)`,
    )
    const found = await check({ PUBLIC_URL: 'http://senca.lan' })
    expect(verdicts(found)).toEqual(['fault Notifications', 'fault Notifications', 'fault Notifications'])
    expect(found.map(({ advice }) => advice).join(' ')).toContain('npm run push:keys -- --new')
    expect(found.map(({ says }) => says).join(' ')).toContain('push.apple.com refuses')
  })
})
