import { describe, expect, it } from 'vitest'
import { parseConfig } from './config.ts'
import { StartError } from './start-error.ts'

const parse = (environment: Record<string, string>) => parseConfig(environment, '/home')

describe('the configuration', () => {
  it('needs no variable at all', () => {
    expect(parse({})).toEqual({
      activityDays: 90,
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:8080',
      trustProxy: false,
      dataDir: '/home/data',
      databaseUrl: undefined,
      databaseListenUrl: undefined,
      smtp: undefined,
      mailFrom: 'senca@localhost',
      push: expect.objectContaining({ isOn: true }),
      mqtt: { host: '127.0.0.1', port: 1883, maxRetainedBytes: 268_435_456 },
      brokerJoin: 'any',
      webhookTargets: 'any',
      isMcp: true,
      isMatter: true,
      matterVendor: { vendorId: 0xfff1, productId: 0x8000 },
      matterCertificates: undefined,
      isDemo: true,
      sessionSecret: undefined,
      backupPassphrase: undefined,
      tracing: undefined,
      operatorToken: undefined,
      google: undefined,
      apple: undefined,
      weather: {
        provider: 'open-meteo',
        url: null,
        key: null,
        userAgent: expect.stringMatching(/^Senca \(https:/),
      },
      isOffline: true,
      supportUrl: expect.stringMatching(/^https:/),
      logLevel: 'info',
    })
  })

  it.each([
    ['the port in the public address', { PORT: '9000' }, { port: 9000, publicUrl: 'http://localhost:9000' }],
    ['an empty variable as unset', { PORT: '', LOG_LEVEL: '' }, { port: 8080, logLevel: 'info' }],
    ['no demo where others can connect', { HOST: '0.0.0.0' }, { isDemo: false }],
    ['no demo behind a public address', { PUBLIC_URL: 'https://senca.example' }, { isDemo: false }],
    ['no demo behind a proxy', { TRUST_PROXY: 'on' }, { isDemo: false }],
    ['a demo on every loopback', { HOST: '::1', DEMO: 'on' }, { isDemo: true }],
    ['no demo on request', { DEMO: 'off' }, { isDemo: false }],
    [
      'weather from elsewhere',
      { WEATHER_PROVIDER: 'met-norway', WEATHER_URL: 'https://weather.example/' },
      { weather: expect.objectContaining({ provider: 'met-norway', url: 'https://weather.example' }) },
    ],
    ['the HOST as that of MQTT', { HOST: '192.168.1.2' }, { mqtt: { host: '192.168.1.2', port: 1883 } }],
    [
      'a HOST of MQTT of its own',
      { MQTT_HOST: '0.0.0.0', MQTT_PORT: '0' },
      { mqtt: { host: '0.0.0.0', port: 0 } },
    ],
    [
      'a broker outside, which devices reach at the same address',
      { MQTT_URL: 'mqtts://senca:a%40b@mqtt.example', MQTT_AUTH: 'dynamic-security' },
      {
        mqtt: {
          host: 'mqtt.example',
          port: 8883,
          outside: {
            host: 'mqtt.example',
            port: 8883,
            isEncrypted: true,
            username: 'senca',
            password: 'a@b',
            auth: 'dynamic-security',
            hookSecret: null,
          },
        },
      },
    ],
    [
      'a broker outside, which devices reach elsewhere',
      {
        MQTT_URL: 'mqtt://senca:p@127.0.0.1:1884',
        MQTT_AUTH: 'http',
        BROKER_HOOK_SECRET: 'sixteen-or-more-x',
        MQTT_HOST: 'mqtt.example',
        MQTT_PORT: '8883',
      },
      {
        mqtt: {
          host: 'mqtt.example',
          port: 8883,
          outside: {
            host: '127.0.0.1',
            port: 1884,
            isEncrypted: false,
            username: 'senca',
            password: 'p',
            auth: 'http',
            hookSecret: 'sixteen-or-more-x',
          },
        },
      },
    ],
    [
      'MQTT over TLS',
      { MQTTS_PORT: '8883', TLS_CERT: '/etc/senca/certificate.pem', TLS_KEY: 'key.pem' },
      {
        mqtt: {
          host: '127.0.0.1',
          port: 1883,
          tls: { port: 8883, certificate: '/etc/senca/certificate.pem', key: '/home/key.pem' },
        },
      },
    ],
    [
      'an address with a slash',
      { PUBLIC_URL: 'https://senca.example:443/' },
      { publicUrl: 'https://senca.example' },
    ],
    ['an absolute folder', { DATA_DIR: '/srv/senca' }, { dataDir: '/srv/senca' }],
    ['a relative folder', { DATA_DIR: './here' }, { dataDir: '/home/here' }],
    ['a number of proxies', { TRUST_PROXY: '2' }, { trustProxy: 2 }],
    ['a proxy on this machine', { TRUST_PROXY: 'on' }, { trustProxy: ['loopback'] }],
    ['one proxy', { TRUST_PROXY: '::1' }, { trustProxy: ['::1'] }],
    ['named proxies', { TRUST_PROXY: '10.0.0.1, fd00::/8' }, { trustProxy: ['10.0.0.1', 'fd00::/8'] }],
    [
      'e-mails from the public address',
      { PUBLIC_URL: 'https://home.example:8443', SMTP_URL: 'smtp://mail.example' },
      { mailFrom: 'senca@home.example', smtp: expect.objectContaining({ host: 'mail.example' }) },
    ],
    [
      'e-mails from an address of their own',
      { SMTP_URL: 'smtp://mail.example?from=door@home.example' },
      { mailFrom: 'door@home.example' },
    ],
    ['e-mails from no bare address', { PUBLIC_URL: 'http://192.0.2.1' }, { mailFrom: 'senca@localhost' }],
    [
      'a database of its own',
      { DATABASE_URL: 'postgresql://db/senca', SESSION_SECRET: 'sixteen-or-more-x' },
      { databaseUrl: 'postgresql://db/senca' },
    ],
    [
      'an encrypted database, with the modes of PostgreSQL',
      {
        DATABASE_URL: 'postgres://db/senca?sslmode=require',
        DATABASE_LISTEN_URL: 'postgres://db/senca?sslmode=require&uselibpqcompat=false',
        SESSION_SECRET: 'sixteen-or-more-x',
      },
      {
        databaseUrl: 'postgres://db/senca?sslmode=require&uselibpqcompat=true',
        databaseListenUrl: 'postgres://db/senca?sslmode=require&uselibpqcompat=false',
      },
    ],
    [
      'a pooler before a database',
      {
        DATABASE_URL: 'postgres://pooler:6432/senca',
        DATABASE_LISTEN_URL: 'postgres://db:5432/senca',
        SESSION_SECRET: 'sixteen-or-more-x',
      },
      {
        databaseUrl: 'postgres://pooler:6432/senca',
        databaseListenUrl: 'postgres://db:5432/senca',
      },
    ],
    [
      'sign-in with Google',
      { GOOGLE_CLIENT_ID: 'g' },
      { google: { clientId: 'g', issuer: 'https://accounts.google.com' }, apple: undefined },
    ],
    [
      'sign-in with Apple',
      { APPLE_CLIENT_ID: 'a', APPLE_REDIRECT_URI: 'https://senca.example/' },
      {
        apple: {
          clientId: 'a',
          redirectUri: 'https://senca.example/',
          issuer: 'https://appleid.apple.com',
        },
      },
    ],
    [
      'an issuer on this machine',
      { GOOGLE_CLIENT_ID: 'g', GOOGLE_ISSUER: 'http://127.0.0.1:9000' },
      { google: { clientId: 'g', issuer: 'http://127.0.0.1:9000' } },
    ],
  ])('takes %s', (_name, environment, expected) => {
    expect(parse(environment)).toMatchObject(expected)
  })

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a port from 0 to 65535, not "eighty"'],
    [{ PORT: '65536' }, 'PORT must be a port from 0 to 65535, not "65536"'],
    [{ MQTT_PORT: '-1' }, 'MQTT_PORT must be a port from 0 to 65535, not "-1"'],
    [{ HOST: 'a b' }, 'HOST must be a host name or address, not "a b"'],
    [
      { PUBLIC_URL: 'senca.example' },
      'PUBLIC_URL must be an http or https address without a path, not "senca.example"',
    ],
    [
      { PUBLIC_URL: 'https://a/b' },
      'PUBLIC_URL must be an http or https address without a path, not "https://a/b"',
    ],
    [
      { TRUST_PROXY: 'maybe!' },
      'TRUST_PROXY must be on, off, a number of proxies or their addresses, not "maybe!"',
    ],
    [
      { DATABASE_URL: 'mysql://u:hunter2@db/x', SESSION_SECRET: 'sixteen-or-more-x' },
      'DATABASE_URL must be a postgres:// address',
    ],
    [
      {
        DATABASE_URL: 'postgres://db/x',
        DATABASE_LISTEN_URL: 'db.example:hunter2',
        SESSION_SECRET: 'sixteen-or-more-x',
      },
      'DATABASE_LISTEN_URL must be a postgres:// address',
    ],
    [
      { DATABASE_LISTEN_URL: 'postgres://db/x' },
      'DATABASE_LISTEN_URL is set, so DATABASE_URL must be the address of the pooler before that database',
    ],
    [{ SESSION_SECRET: 'hunter2' }, 'SESSION_SECRET must be at least 16 visible characters'],
    [{ OPERATOR_TOKEN: 'two words' }, 'OPERATOR_TOKEN must be visible characters without spaces'],
    [
      { SUPPORT_URL: 'javascript:alert(1)' },
      'SUPPORT_URL must be an http, https or mailto address, not "javascript:alert(1)"',
    ],
    [{ DEMO: 'yes' }, 'DEMO must be on or off, not "yes"'],
    [
      { DEMO: 'on', HOST: '0.0.0.0' },
      'DEMO=on opens an account that everybody knows, so HOST must be this machine only (127.0.0.1) and TRUST_PROXY off',
    ],
    [
      { DEMO: 'on', TRUST_PROXY: '1' },
      'DEMO=on opens an account that everybody knows, so HOST must be this machine only (127.0.0.1) and TRUST_PROXY off',
    ],
    [
      { DATABASE_URL: 'postgres://u:hunter2@db/senca' },
      'DATABASE_URL is set, so SESSION_SECRET must be set too and stay the same; one made so far is in DATA_DIR/session-secret',
    ],
    ...['999.1.1.1', 'foo.bar', '10.0.0.1,', '10.0.0.0/33', '10.0.0.0/0', '::/129', '10.0.0.0/8/8', 'ON'].map(
      (value): [Record<string, string>, string] => [
        { TRUST_PROXY: value },
        `TRUST_PROXY must be on, off, a number of proxies or their addresses, not "${value}"`,
      ],
    ),
    [{ ACTIVITY_DAYS: '0' }, 'ACTIVITY_DAYS must be whole days from 1 to 3650, not "0"'],
    [{ ACTIVITY_DAYS: '3651' }, 'ACTIVITY_DAYS must be whole days from 1 to 3650, not "3651"'],
    [
      { WEATHER_PROVIDER: 'guess' },
      'WEATHER_PROVIDER must be open-meteo, openweather, met-norway or none, not "guess"',
    ],
    [
      { WEATHER_PROVIDER: 'openweather' },
      'WEATHER_PROVIDER is openweather, so WEATHER_KEY must be set to a key of an account there',
    ],
    [
      { NETATMO_CLIENT_ID: 'n' },
      'NETATMO_CLIENT_ID is set, so NETATMO_CLIENT_SECRET must be the secret that belongs to it',
    ],
    [
      { NETATMO_URL: 'http://netatmo.example' },
      'NETATMO_URL must be an https address without a path, not "http://netatmo.example"',
    ],
    [
      { WEATHER_URL: 'weather.example' },
      'WEATHER_URL must be an http or https address without a path, not "weather.example"',
    ],
    ...['warnings.example', 'ftp://warnings.example', 'https://user:hunter2@warnings.example'].map(
      (value): [Record<string, string>, string] => [
        { WARNINGS_URL: value },
        'WARNINGS_URL must be an http or https address without a name and password',
      ],
    ),
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, not "loud"'],
    [
      { SMTP_URL: 'http://u:hunter2@mail' },
      'SMTP_URL must be an smtp:// or smtps:// address, with ?from= and tls=optional at most',
    ],
    ...['MQTTS_PORT', 'TLS_CERT', 'TLS_KEY'].map((name): [Record<string, string>, string] => [
      { [name]: '8883' },
      'MQTTS_PORT, TLS_CERT and TLS_KEY belong together: set all three or none',
    ]),
    [{ MQTT_AUTH: 'http' }, 'MQTT_AUTH is set, so MQTT_URL must be the address of a broker'],
    [{ MQTT_HOME_PORT: '8884' }, 'MQTT_HOME_PORT is set, so MQTT_URL must be the address of a broker'],
    [
      {
        MQTT_HOME_PORT: '0',
        MQTT_URL: 'mqtts://u:p@b',
        MQTT_AUTH: 'http',
        BROKER_HOOK_SECRET: 'x'.repeat(16),
      },
      'MQTT_HOME_PORT must be a port from 1 to 65535, and needs MQTT_AUTH=http',
    ],
    [{ MATTER: 'yes' }, 'MATTER must be on or off, not "yes"'],
    [{ MATTER_VENDOR_ID: '65521' }, 'MATTER_VENDOR_ID must be a number like 0xFFF1, not "65521"'],
    [{ WEBHOOK_TARGETS: 'off' }, 'WEBHOOK_TARGETS must be public or any, not "off"'],
    [{ BROKER_JOIN: 'on' }, 'BROKER_JOIN must be off, public or any, not "on"'],
    [{ MQTT_RETAINED_MAX_MB: '0' }, 'MQTT_RETAINED_MAX_MB must be whole megabytes from 1 to 100000, not "0"'],
    ...['mqtt:/', 'http://u:hunter2@b', 'mqtts://u:hunter2@b/path', 'mqtts://u:%ff@b'].map(
      (address): [Record<string, string>, string] => [
        { MQTT_URL: address, MQTT_AUTH: 'dynamic-security' },
        'MQTT_URL must be an mqtts://user:password@host:port address',
      ],
    ),
    [
      { MQTT_URL: 'mqtts://u@b', MQTT_AUTH: 'dynamic-security' },
      'MQTT_URL must be an mqtts://user:password@host:port address, with a user and a password',
    ],
    [
      { MQTT_URL: 'mqtt://u:hunter2@192.168.1.2', MQTT_AUTH: 'dynamic-security' },
      'MQTT_URL is not encrypted, which is for this machine only: use mqtts://',
    ],
    [{ MQTT_URL: 'mqtts://u:p@b' }, 'MQTT_URL is set, so MQTT_AUTH must be http or dynamic-security'],
    [
      { MQTT_URL: 'mqtts://u:p@b', MQTT_AUTH: 'http', BROKER_HOOK_SECRET: 'short' },
      'MQTT_AUTH is http, so BROKER_HOOK_SECRET must be at least 16 visible characters',
    ],
    [
      {
        MQTT_URL: 'mqtts://u:p@b',
        MQTT_AUTH: 'dynamic-security',
        TLS_KEY: 'k',
        TLS_CERT: 'c',
        MQTTS_PORT: '1',
      },
      'MQTT_URL is set, so MQTTS_PORT is for the broker to know: remove it; MQTT_URL is set, so TLS_CERT is for the broker to know: remove it; MQTT_URL is set, so TLS_KEY is for the broker to know: remove it',
    ],
    [
      { APPLE_CLIENT_ID: 'x' },
      'APPLE_CLIENT_ID is set, so APPLE_REDIRECT_URI must be the address registered with Apple',
    ],
    [
      { GOOGLE_CLIENT_ID: 'two words' },
      'GOOGLE_CLIENT_ID must be visible characters without spaces, not "two words"',
    ],
    [
      { GOOGLE_CLIENT_ID: 'x', GOOGLE_ISSUER: 'http://issuer.example' },
      'GOOGLE_ISSUER must be an https address without a query, not "http://issuer.example"',
    ],
    [
      { APPLE_ISSUER: 'https://issuer.example/?a=b' },
      'APPLE_ISSUER must be an https address without a query, not "https://issuer.example/?a=b"',
    ],
    [
      { APPLE_CLIENT_ID: 'x', APPLE_REDIRECT_URI: 'senca.example' },
      'APPLE_REDIRECT_URI must be an https address without a query, not "senca.example"',
    ],
    [
      { PORT: 'x', DEMO: 'x' },
      'PORT must be a port from 0 to 65535, not "x"; DEMO must be on or off, not "x"',
    ],
  ])('refuses %j in one line', (environment, message) => {
    expect(() => parse(environment)).toThrow(new StartError(message))
  })
})
