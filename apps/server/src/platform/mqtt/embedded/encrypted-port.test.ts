import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CA, issue } from '#testing/doubles/certificates.ts'
import { createLogger } from '../../logger.ts'
import { StartError } from '../../process/start-error.ts'
import type { Broker, ListeningAt } from '../broker.ts'
import { createEmbeddedBroker } from './embedded-broker.ts'
import { createTlsCertificate } from './tls-certificate.ts'

const HOST = '127.0.0.1'
const logger = createLogger('silent')

/** A self-signed certificate of this machine and its key, in PEM. */
const createCertificate = () => {
  const { pem, pair } = issue('localhost', null, [CA])
  return { certificate: pem, key: pair.privatePem }
}

let folder: string
let files: { certificate: string; key: string }

async function write({ certificate, key }: { certificate: string; key: string }) {
  await writeFile(files.certificate, certificate)
  await writeFile(files.key, key)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'senca-tls-'))
  files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the encrypted port', () => {
  let broker: Broker
  let address: ListeningAt
  let ca: string
  let clients: MqttClient[]

  beforeEach(async () => {
    const made = createCertificate()
    await write(made)
    ca = made.certificate
    clients = []
    broker = createEmbeddedBroker({ host: HOST, port: 0, tls: { ...files, port: 0 }, logger })
    broker.guard({
      mayConnect: async ({ username, password }) => username === 'one' && password === 'secret',
      mayPublish: () => true,
      maySubscribe: () => true,
      connected() {},
      disconnected() {},
    })
    address = await broker.start()
  })
  afterEach(async () => {
    for (const client of clients) client.end(true)
    await broker.stop()
  })

  const signIn = async (protocol: 'mqtt' | 'mqtts', more: object = {}) => {
    const port = protocol === 'mqtts' ? address.tlsPort : address.port
    const client = await connectAsync(`${protocol}://localhost:${port}`, {
      host: HOST,
      clientId: `by-${protocol}`,
      username: 'one',
      password: 'secret',
      reconnectPeriod: 0,
      connectTimeout: 4_000,
      servername: 'localhost',
      ca,
      ...more,
    })
    client.on('error', () => {})
    clients.push(client)
    return client
  }

  it('accepts devices as the other one does, and both receive each other’s messages', async () => {
    const [encrypted, clear] = [await signIn('mqtts'), await signIn('mqtt')]
    const received: string[] = []
    clear.on('message', (_topic, payload) => received.push(payload.toString()))
    await clear.subscribeAsync('senca/one/command', { qos: 1 })
    await encrypted.publishAsync('senca/one/command', 'x'.repeat(20_000), { qos: 1 })
    await vi.waitFor(() => expect(received.map(({ length }) => length)).toEqual([20_000]))
  })

  it('lets nobody in with a wrong secret', async () => {
    await expect(signIn('mqtts', { password: 'wrong' })).rejects.toThrow()
  })

  it('is known by its certificate', async () => {
    const { certificate } = createCertificate()
    await expect(signIn('mqtts', { ca: certificate })).rejects.toThrow()
  })

  it('speaks nothing older than TLS 1.2, and ends who speaks in the clear', async () => {
    const port = address.tlsPort ?? 0
    const old = connectTls({ host: HOST, port, ca, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })
    await new Promise((resolve) => old.once('error', resolve))
    const clear = connectTcp({ host: HOST, port })
    clear.on('error', () => {})
    clear.write('\x10\x10 nothing of a handshake at all')
    await new Promise((resolve) => clear.once('close', resolve))
    expect((await signIn('mqtts')).connected).toBe(true)
  })
})

describe('a certificate', () => {
  const begun: { stop(): void }[] = []
  const begin = async () => {
    const certificate = createTlsCertificate(files, logger, 20)
    begun.push(certificate)
    await certificate.start()
    return certificate
  }
  afterEach(() => {
    for (const certificate of begun.splice(0)) certificate.stop()
  })

  it('is read again when its files change', async () => {
    await write(createCertificate())
    const certificate = await begin()
    const before = certificate.current()
    await write(createCertificate())
    await vi.waitFor(() => expect(certificate.current()).not.toBe(before))
  })

  it('is read again when another file takes its place, as those who renew certificates do it', async () => {
    await write(createCertificate())
    const certificate = await begin()
    const before = certificate.current()
    const { certificate: text, key } = createCertificate()
    await writeFile(join(folder, 'new-certificate'), text)
    await writeFile(join(folder, 'new-key'), key)
    await rename(join(folder, 'new-key'), files.key)
    await rename(join(folder, 'new-certificate'), files.certificate)
    await vi.waitFor(() => expect(certificate.current()).not.toBe(before))
  })

  it('stays as long as another does not belong to its key, and is read when both are there', async () => {
    await write(createCertificate())
    const certificate = await begin()
    const before = certificate.current()
    const next = createCertificate()
    await writeFile(files.certificate, next.certificate)
    // Long enough for the files to be read, which must not happen.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(certificate.current()).toBe(before)
    await writeFile(files.key, next.key)
    await vi.waitFor(() => expect(certificate.current()).not.toBe(before))
  })

  it.each([
    ['is not there', async () => {}],
    ['is none', () => write({ certificate: 'nothing', key: 'nothing' })],
    [
      'has the key of another',
      async () => {
        const [one, other] = [createCertificate(), createCertificate()]
        await write({ certificate: one.certificate, key: other.key })
      },
    ],
  ])('that %s stops the start', async (_name, prepare) => {
    await prepare()
    await expect(begin()).rejects.toThrow(StartError)
  })
})
