import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMetrics } from '#platform/http/metrics.ts'
import { measureCertificateEnd } from '#platform/mqtt/certificate-end.ts'
import { REPOSITORY_ROOT } from '#platform/process/server-root.ts'
import { createStripeDouble } from '#testing/doubles/stripe-double.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, newEmail } from '#testing/test-client.ts'

const CERTIFICATE_END = 'senca_mqtt_certificate_end_timestamp_seconds'
/** Of the process: main.ts. */
const OF_PROCESS = 'senca_degraded'
/** Only with MQTT_URL: platform/mqtt/outside/outside-broker.ts. */
const OUTSIDE_BROKER = ['senca_broker_ingest_up', 'senca_broker_commands_up']

let app: TestApp
let closeShop: () => Promise<unknown>
beforeAll(async () => {
  const shop = await createStripeDouble({ clock: createFakeClock(new Date()) })
  closeShop = shop.close
  app = await createTestApp({ environment: shop.environment })
})
afterAll(async () => {
  await app.close()
  await closeShop()
})

const readMetrics = async () => (await fetch(`${app.url}/metrics`)).text()

describe('what operators watch', () => {
  it.each(['prometheus/senca.rules.yml', 'grafana/senca.json'])(
    '%s names only what is there',
    async (file) => {
      const text = await readFile(join(REPOSITORY_ROOT, 'deploy', file), 'utf8')
      const named = new Set(text.match(/\b(senca|nodejs|process)_[a-z0-9_]+\b/g))
      expect(named.size).toBeGreaterThan(10)
      const metrics = await readMetrics()
      const types = new Map(
        [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => [name, type]),
      )
      const isThere = (name: string) => {
        const [, base = name] = /^(.*)_(?:bucket|count|sum)$/.exec(name) ?? []
        return types.has(name) || types.get(base) === 'histogram'
      }
      expect(
        [...named].filter(
          (name) => !isThere(name) && ![CERTIFICATE_END, OF_PROCESS, ...OUTSIDE_BROKER].includes(name),
        ),
      ).toEqual([])
    },
  )

  it('counts e-mails by their results, and shows that none waits and no job is late', async () => {
    const client = createTestClient(app)
    await client.ok(client.register(newEmail()))
    await vi.waitFor(async () => {
      const metrics = await readMetrics()
      expect(metrics).toMatch(/^senca_mails_total\{outcome="sent"\} 1$/m)
      expect(metrics).toMatch(/^senca_mails_waiting 0$/m)
      expect(metrics).toMatch(/^senca_mails_waiting_seconds 0$/m)
      expect(metrics).toMatch(/^senca_jobs_lag_seconds 0$/m)
    })
  })
})

it('says when the certificate of the MQTT port ends, also after it was renewed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'senca-certificate-end-'))
  try {
    const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
    const metrics = createMetrics()
    measureCertificateEnd(metrics, certificate)
    const read = async () => {
      const [, value] =
        new RegExp(`^${CERTIFICATE_END} (\\S+)$`, 'm').exec(await metrics.registry.metrics()) ?? []
      return Number(value) - Date.now() / 1_000
    }
    expect(await read()).toBeNaN()
    for (const days of [3, 90]) {
      const how = [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-subj',
        '/CN=x',
      ]
      execFileSync('openssl', [...how, '-days', `${days}`, '-keyout', key, '-out', certificate], {
        stdio: 'pipe',
      })
      expect(Math.abs((await read()) - days * 86_400)).toBeLessThan(60)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
