import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseConfig } from '#platform/process/config.ts'
import { REPOSITORY_ROOT } from '#platform/process/server-root.ts'
import { createAppStoreDouble } from '#testing/doubles/app-store-double.ts'
import { CA, issue } from '#testing/doubles/certificates.ts'
import { createGooglePlayDouble } from '#testing/doubles/google-play-double.ts'
import { createStripeDouble } from '#testing/doubles/stripe-double.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTestApp } from '#testing/test-app.ts'

/** Nothing answers here, as when a service is away. */
const NOBODY = 'http://127.0.0.1:9'

/** Settings that a start with the demo home can have, all at once. */
const WITH_DEMO = {
  BILLING: 'on',
  BILLING_RECONCILE_SECONDS: '600',
  APPLE_ENVIRONMENT: 'sandbox',
  GOOGLE_PLAY_PUSH_ACCOUNT: 'push@senca.example',
  GOOGLE_PLAY_PUSH_AUDIENCE: 'https://senca.example/push',
  OFFLINE: 'off',
  PUSH: 'on',
  PUSH_SUBJECT: 'mailto:help@senca.app',
  PUSH_SERVICES: 'up.senca.app, http://127.0.0.1:9',
  PORT: '0',
  HOST: '127.0.0.1',
  MQTT_HOST: '127.0.0.1',
  MQTT_PORT: '0',
  MQTT_RETAINED_MAX_MB: '64',
  BROKER_JOIN: 'public',
  WEBHOOK_TARGETS: 'public',
  MCP: 'on',
  MATTER: 'off',
  MATTER_VENDOR_ID: '0xFFF2',
  MATTER_PRODUCT_ID: '0x8001',
  MATTER_CERTIFICATES: '/etc/senca/matter',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SESSION_SECRET: 'secret-of-the-settings',
  BACKUP_PASSPHRASE: 'passphrase-of-the-settings',
  OPERATOR_TOKEN: 'operator-of-the-settings',
  GOOGLE_CLIENT_ID: 'senca-at-google',
  GOOGLE_ISSUER: NOBODY,
  APPLE_CLIENT_ID: 'senca.at.apple',
  APPLE_REDIRECT_URI: 'https://senca.example/',
  APPLE_ISSUER: NOBODY,
  WEATHER_PROVIDER: 'openweather',
  WEATHER_URL: NOBODY,
  WEATHER_KEY: 'key-of-the-settings',
  NETATMO_CLIENT_ID: 'senca-at-netatmo',
  NETATMO_CLIENT_SECRET: 'secret-at-netatmo',
  NETATMO_URL: NOBODY,
  WARNINGS_URL: `${NOBODY}/warnings`,
  SUPPORT_URL: 'https://senca.example/help',
  DEVICE_PAGE_URL: 'http://192.168.4.1',
  ACTIVITY_DAYS: '30',
  LOG_LEVEL: 'warn',
  LOG_FORMAT: 'text',
  OTEL_EXPORTER_OTLP_ENDPOINT: NOBODY,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=token',
  OTEL_SERVICE_NAME: 'settings',
}
/** Settings that exclude the demo home. */
const WITHOUT_DEMO = { TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://senca.example' }
/** Settings that every test app has, or that tests of an outside broker and `encrypted-database.test.ts` start with. */
const ELSEWHERE = [
  'DATA_DIR',
  'DEMO',
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'MQTT_URL',
  'MQTT_AUTH',
  'BROKER_HOOK_SECRET',
  'MQTT_HOME_PORT',
]

const closers: (() => Promise<unknown>)[] = []
let withFiles: Record<string, string>
beforeAll(async () => {
  const clock = createFakeClock(new Date())
  const folder = await mkdtemp(join(tmpdir(), 'senca-settings-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  const { pem, pair } = issue('localhost', null, [CA])
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  await writeFile(certificate, pem)
  await writeFile(key, pair.privatePem)
  const shops = [
    await createStripeDouble({ clock }),
    await createGooglePlayDouble({ clock, folder }),
    await createAppStoreDouble({ clock, folder }),
  ]
  for (const shop of shops) closers.push(shop.close)
  withFiles = {
    ...WITH_DEMO,
    ...Object.assign({}, ...shops.map(({ environment }) => environment)),
    FIRMWARE_DIR: folder,
    MQTTS_PORT: '0',
    TLS_CERT: certificate,
    TLS_KEY: key,
  }
})
afterAll(async () => {
  for (const close of closers) await close()
})

/** The names of all settings, as the configuration reads them. */
function readSettings(): string[] {
  const names = new Set<string>()
  const environment = new Proxy<Record<string, string>>(
    { BILLING: 'on', MQTT_URL: 'unreadable', OTEL_EXPORTER_OTLP_ENDPOINT: NOBODY },
    {
      get(values, name) {
        names.add(String(name))
        return values[String(name)]
      },
    },
  )
  expect(() => parseConfig(environment, '/')).toThrow()
  return [...names]
}

it('all have a start below, and are in .env.example', async () => {
  const started = [...Object.keys({ ...withFiles, ...WITHOUT_DEMO }), ...ELSEWHERE]
  const settings = readSettings()
  expect(settings.filter((name) => !started.includes(name))).toEqual([])
  expect(started.filter((name) => !settings.includes(name))).toEqual([])
  const example = await readFile(join(REPOSITORY_ROOT, '.env.example'), 'utf8')
  expect(settings.filter((name) => !new RegExp(`^(# )?${name}=`, 'm').test(example))).toEqual([])
})

it.each([
  { isDemo: true, further: {} },
  { isDemo: false, further: {} },
  { isDemo: false, further: WITHOUT_DEMO },
])('let an empty folder start (demo: $isDemo, further: $further)', async ({ isDemo, further }) => {
  const app = await createTestApp({ isDemo, environment: { ...withFiles, ...further } })
  closers.push(app.close)
  expect(app.demoHome === null).toBe(!isDemo)
})
