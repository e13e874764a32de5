import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { parse } from 'dotenv'
import * as z from 'zod/mini'
import { isLoopbackName } from '../http/loopback.ts'
import { LOG_FORMATS, type LogFormat, type LogLevel } from '../logger.ts'
import { mailHostOf } from '../mail/mail.ts'
import { parseSmtpUrl, type SmtpServer } from '../mail/smtp-url.ts'
import {
  BROKER_JOINS,
  type BrokerJoin,
  defaultBrokerJoin,
  WEBHOOK_TARGETS,
  type WebhookTargets,
} from '../mqtt/joined/address-rule.ts'
import { isOrigin, isSecureAddress, secureOriginSchema } from './addresses.ts'
import { type BillingConfig, parseBilling } from './billing-config.ts'
import { type OutsideBrokerConfig, parseOutsideBroker } from './broker-config.ts'
import { postgresSchema } from './database-url.ts'
import { PUSH_VARIABLES, type PushConfig, pushConfigOf } from './push-config.ts'
import { StartError } from './start-error.ts'
import { parseTracing, type TracingConfig } from './tracing-config.ts'

export interface Config {
  port: number
  host: string
  /** The origin under which people reach Senca, without a trailing slash. */
  publicUrl: string
  /** In Fastify's format: false, a number of hops, or names and addresses of proxies. */
  trustProxy: false | number | string[]
  /** Absolute path. */
  dataDir: string
  /** If not set, the embedded PostgreSQL is used. */
  databaseUrl: string | undefined
  /** A direct URL for connections with state, if `databaseUrl` is a pooler; not set without a pooler. */
  databaseListenUrl?: string | undefined
  /** If not set, e-mails are written to the outbox in the data folder. */
  smtp: SmtpServer | undefined
  /** The sender address of e-mails. */
  mailFrom: string
  /** Port 0 selects a free port. With an external broker, the address under which devices reach it. */
  mqtt: {
    host: string
    port: number
    /** Absolute paths; undefined if devices connect without TLS only. */
    tls?: { port: number; certificate: string; key: string } | undefined
    /** The limit of the retained messages in the spaces of all accounts together. */
    maxRetainedBytes: number
    /** If undefined, the broker runs in this process. */
    outside?: OutsideBrokerConfig | undefined
  }
  /** Which brokers accounts may join. */
  brokerJoin: BrokerJoin
  /** Which addresses webhooks of accounts may have. */
  webhookTargets: WebhookTargets
  /** Whether agents are served at `/mcp`. */
  isMcp: boolean
  /** Whether Matter devices can be added, and Matter bridges run here. */
  isMatter: boolean
  /** How Matter bridges call themselves: by default with the numbers for tests of the standard. */
  matterVendor: { vendorId: number; productId: number }
  /** The folder of the certificates with which Matter bridges show that they are genuine; undefined for those for tests. */
  matterCertificates: string | undefined
  isDemo: boolean
  /** If not set, which is allowed only with the embedded PostgreSQL, it is created and kept in the data folder. */
  sessionSecret: string | undefined
  /** Encrypts backups; if undefined, they are not encrypted. The server itself does not use it. */
  backupPassphrase: string | undefined
  /** If not set, the operator calls are disabled. */
  operatorToken: string | undefined
  /** Undefined if sign-in with Google is off. An issuer is compared exactly as written. */
  google: { clientId: string; issuer: string } | undefined
  /** Undefined if sign-in with Apple is off. */
  apple: { clientId: string; redirectUri: string; issuer: string } | undefined
  /** The weather provider; `url` and `key` are null for the provider's own. */
  weather: { provider: WeatherProviderName; url: string | null; key: string | null; userAgent: string }
  /** Undefined if Netatmo stations cannot be linked. `url` is an origin. */
  netatmo: { clientId: string; clientSecret: string; url: string } | undefined
  /** Undefined if nothing is sold and everything is free. */
  billing: BillingConfig | undefined
  /** The warning feed of a national service; undefined for none. */
  warningsUrl: string | undefined
  supportUrl: string
  push: PushConfig
  /** Whether pages get a service worker, which keeps the app and the home on phones for the time without a network. */
  isOffline: boolean
  /** Absolute path; undefined if there is no firmware for devices. */
  firmwareDir: string | undefined
  /** The URL of a device's page in its setup network; undefined for the default. */
  devicePageUrl: string | undefined
  /** How many days events of shades and lights are kept. */
  activityDays: number
  logLevel: LogLevel
  /** If not set, text on a terminal and JSON everywhere else. */
  logFormat: LogFormat | undefined
  /** Undefined if traces are not collected. */
  tracing: TracingConfig | undefined
}

const WEATHER_PROVIDERS = ['open-meteo', 'openweather', 'met-norway', 'none'] as const
type WeatherProviderName = (typeof WEATHER_PROVIDERS)[number]

const DEFAULT_PORT = 8080
const TEST_VENDOR = 0xfff1
const TEST_PRODUCT = 0x8000
const DEFAULT_MQTT_PORT = 1883
const DEFAULT_RETAINED_MB = 256
const MEGABYTE = 1_024 * 1_024
const DEFAULT_ACTIVITY_DAYS = 90
const DEFAULT_GOOGLE_ISSUER = 'https://accounts.google.com'
const DEFAULT_APPLE_ISSUER = 'https://appleid.apple.com'
const DEFAULT_NETATMO_URL = 'https://api.netatmo.com'
const DEFAULT_SUPPORT_URL = 'https://github.com/senca-home/senca/blob/main/docs/README.md#help'
/** The proxy that is trusted with `TRUST_PROXY=on`. Every guest and device in a private network could forge addresses too. */
const PROXY_HERE = 'loopback'
/** The names that Fastify knows for ranges of addresses. */
const NAMED_PROXIES = [PROXY_HERE, 'linklocal', 'uniquelocal']

const onOffSchema = z.pipe(
  z.enum(['on', 'off']),
  z.transform((value) => value === 'on'),
)
const portSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/)),
  z.pipe(
    z.transform((value: string) => Number(value)),
    z.number().check(z.lte(65_535)),
  ),
)
const daysSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,4}$/)),
  z.pipe(
    z.transform((value: string) => Number(value)),
    z.number().check(z.gte(1), z.lte(3_650)),
  ),
)
const megabytesSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,6}$/)),
  z.pipe(
    z.transform((value: string) => Number(value)),
    z.number().check(z.gte(1), z.lte(100_000)),
  ),
)
const matterIdSchema = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,4}$/i)),
  z.pipe(
    z.transform((value: string) => Number(value)),
    z.number().check(z.gte(1)),
  ),
)
const fileSchema = z.string().check(z.minLength(1), z.maxLength(1_000))
const hostSchema = z.string().check(z.regex(/^[A-Za-z0-9.:_-]{1,253}$/))
const urlSchema = (protocols: string[]) =>
  z.string().check(z.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol)))
const smtpSchema = z.pipe(
  z.string().check(z.refine((value) => parseSmtpUrl(value) !== null)),
  z.transform((value: string) => parseSmtpUrl(value) ?? undefined),
)
const originSchema = z.pipe(
  z.string().check(z.refine(isOrigin)),
  z.transform((value: string) => new URL(value).origin),
)
const secureUrlSchema = z.string().check(z.maxLength(500), z.refine(isSecureAddress))
const clientIdSchema = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/))
const trustProxySchema = z.pipe(
  z.string().check(z.refine((value) => /^(on|off|\d{1,2})$/.test(value) || splitList(value).every(isProxy))),
  z.transform((value: string) => {
    if (value === 'off') return false as const
    if (value === 'on') return [PROXY_HERE]
    if (/^\d+$/.test(value)) return Number(value)
    return splitList(value)
  }),
)
const secretSchema = (minLength: number) =>
  z.string().check(z.minLength(minLength), z.maxLength(1_000), z.regex(/^[\x21-\x7e]+$/))

/** For each variable its schema, and the same in words. Secrets are never repeated in a message. */
const VARIABLES = {
  PORT: { schema: portSchema, expected: 'a port from 0 to 65535' },
  HOST: { schema: hostSchema, expected: 'a host name or address' },
  PUBLIC_URL: { schema: originSchema, expected: 'an http or https address without a path' },
  TRUST_PROXY: { schema: trustProxySchema, expected: 'on, off, a number of proxies or their addresses' },
  DATA_DIR: { schema: fileSchema, expected: 'a folder' },
  DATABASE_URL: { schema: postgresSchema, expected: 'a postgres:// address', isSecret: true },
  DATABASE_LISTEN_URL: { schema: postgresSchema, expected: 'a postgres:// address', isSecret: true },
  SMTP_URL: {
    schema: smtpSchema,
    expected: 'an smtp:// or smtps:// address, with ?from= and tls=optional at most',
    isSecret: true,
  },
  MQTT_HOST: { schema: hostSchema, expected: 'a host name or address' },
  MQTT_PORT: { schema: portSchema, expected: 'a port from 0 to 65535' },
  MQTTS_PORT: { schema: portSchema, expected: 'a port from 0 to 65535' },
  MQTT_RETAINED_MAX_MB: { schema: megabytesSchema, expected: 'whole megabytes from 1 to 100000' },
  BROKER_JOIN: { schema: z.enum(BROKER_JOINS), expected: 'off, public or any' },
  WEBHOOK_TARGETS: { schema: z.enum(WEBHOOK_TARGETS), expected: 'public or any' },
  MCP: { schema: onOffSchema, expected: 'on or off' },
  MATTER: { schema: onOffSchema, expected: 'on or off' },
  MATTER_VENDOR_ID: { schema: matterIdSchema, expected: 'a number like 0xFFF1' },
  MATTER_PRODUCT_ID: { schema: matterIdSchema, expected: 'a number like 0x8000' },
  MATTER_CERTIFICATES: { schema: fileSchema, expected: 'a folder' },
  TLS_CERT: { schema: fileSchema, expected: 'a file' },
  TLS_KEY: { schema: fileSchema, expected: 'a file' },
  DEMO: { schema: onOffSchema, expected: 'on or off' },
  SESSION_SECRET: { schema: secretSchema(16), expected: 'at least 16 visible characters', isSecret: true },
  BACKUP_PASSPHRASE: {
    schema: z.string().check(z.minLength(12), z.maxLength(1_000)),
    expected: 'from 12 to 1000 characters',
    isSecret: true,
  },
  OPERATOR_TOKEN: { schema: secretSchema(1), expected: 'visible characters without spaces', isSecret: true },
  GOOGLE_CLIENT_ID: { schema: clientIdSchema, expected: 'visible characters without spaces' },
  GOOGLE_ISSUER: { schema: secureUrlSchema, expected: 'an https address without a query' },
  APPLE_CLIENT_ID: { schema: clientIdSchema, expected: 'visible characters without spaces' },
  APPLE_REDIRECT_URI: { schema: secureUrlSchema, expected: 'an https address without a query' },
  APPLE_ISSUER: { schema: secureUrlSchema, expected: 'an https address without a query' },
  WEATHER_PROVIDER: {
    schema: z.enum(WEATHER_PROVIDERS),
    expected: 'open-meteo, openweather, met-norway or none',
  },
  WEATHER_URL: { schema: originSchema, expected: 'an http or https address without a path' },
  WEATHER_KEY: { schema: secretSchema(1), expected: 'visible characters without spaces', isSecret: true },
  NETATMO_CLIENT_ID: { schema: clientIdSchema, expected: 'visible characters without spaces' },
  NETATMO_CLIENT_SECRET: {
    schema: secretSchema(1),
    expected: 'visible characters without spaces',
    isSecret: true,
  },
  NETATMO_URL: { schema: secureOriginSchema, expected: 'an https address without a path' },
  WARNINGS_URL: {
    schema: z.string().check(z.maxLength(1_000), z.refine(isFeedAddress)),
    expected: 'an http or https address without a name and password',
    isSecret: true,
  },
  SUPPORT_URL: {
    schema: urlSchema(['http:', 'https:', 'mailto:']),
    expected: 'an http, https or mailto address',
  },
  OFFLINE: { schema: onOffSchema, expected: 'on or off' },
  ...PUSH_VARIABLES,
  FIRMWARE_DIR: { schema: z.string().check(z.minLength(1), z.maxLength(1_000)), expected: 'a folder' },
  DEVICE_PAGE_URL: { schema: originSchema, expected: 'an http or https address without a path' },
  ACTIVITY_DAYS: { schema: daysSchema, expected: 'whole days from 1 to 3650' },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    expected: 'fatal, error, warn, info, debug, trace or silent',
  },
  LOG_FORMAT: { schema: z.enum(LOG_FORMATS), expected: 'json or text' },
}

type Environment = Record<string, string | undefined>

/** Reads `.env` of the folders; the first folder that sets a variable wins, and the real environment wins over all. */
export function readEnvironment(real: Environment, folders: string[]): Environment {
  const files = [...new Set(folders)].map((folder) => join(folder, '.env')).filter((file) => existsSync(file))
  return Object.assign({}, ...files.reverse().map((file) => parse(readFileSync(file))), real)
}

/** Checks all variables. Throws StartError with all complaints in one line. Relative folders are relative to `cwd`. */
export function parseConfig(environment: Environment, cwd: string): Config {
  const complaints: string[] = []
  const isSet = (name: string) => (environment[name] ?? '') !== ''
  const read = <T>(name: keyof typeof VARIABLES, schema: z.ZodMiniType<T>): T | undefined => {
    if (!isSet(name)) return undefined
    const result = z.safeParse(schema, environment[name])
    if (result.success) return result.data
    const { expected, ...rest } = VARIABLES[name]
    const got = 'isSecret' in rest ? '' : `, not ${JSON.stringify(environment[name])}`
    complaints.push(`${name} must be ${expected}${got}`)
    return undefined
  }

  const port = read('PORT', VARIABLES.PORT.schema) ?? DEFAULT_PORT
  const host = read('HOST', VARIABLES.HOST.schema) ?? '127.0.0.1'
  const publicUrl = read('PUBLIC_URL', VARIABLES.PUBLIC_URL.schema) ?? `http://localhost:${port}`
  const trustProxy = read('TRUST_PROXY', VARIABLES.TRUST_PROXY.schema) ?? false
  // A reverse proxy on this machine makes a loopback HOST public.
  const isPrivate = isLoopbackName(host) && trustProxy === false
  const demo = read('DEMO', VARIABLES.DEMO.schema)
  if (demo === true && !isPrivate) {
    complaints.push(
      'DEMO=on opens an account that everybody knows, so HOST must be this machine only (127.0.0.1) and TRUST_PROXY off',
    )
  }
  // Secrets in the database are encrypted with it. A container that creates a new one could not read them.
  if (isSet('DATABASE_URL') && !isSet('SESSION_SECRET')) {
    complaints.push(
      'DATABASE_URL is set, so SESSION_SECRET must be set too and stay the same; one made so far is in DATA_DIR/session-secret',
    )
  }
  if (isSet('DATABASE_LISTEN_URL') && !isSet('DATABASE_URL')) {
    complaints.push(
      'DATABASE_LISTEN_URL is set, so DATABASE_URL must be the address of the pooler before that database',
    )
  }
  const certificates = read('MATTER_CERTIFICATES', VARIABLES.MATTER_CERTIFICATES.schema)
  const googleClientId = read('GOOGLE_CLIENT_ID', VARIABLES.GOOGLE_CLIENT_ID.schema)
  const googleIssuer = read('GOOGLE_ISSUER', VARIABLES.GOOGLE_ISSUER.schema) ?? DEFAULT_GOOGLE_ISSUER
  const appleClientId = read('APPLE_CLIENT_ID', VARIABLES.APPLE_CLIENT_ID.schema)
  const appleIssuer = read('APPLE_ISSUER', VARIABLES.APPLE_ISSUER.schema) ?? DEFAULT_APPLE_ISSUER
  const redirectUri = read('APPLE_REDIRECT_URI', VARIABLES.APPLE_REDIRECT_URI.schema)
  if (isSet('APPLE_CLIENT_ID') && !isSet('APPLE_REDIRECT_URI')) {
    complaints.push('APPLE_CLIENT_ID is set, so APPLE_REDIRECT_URI must be the address registered with Apple')
  }
  const provider = read('WEATHER_PROVIDER', VARIABLES.WEATHER_PROVIDER.schema) ?? 'open-meteo'
  const weatherKey = read('WEATHER_KEY', VARIABLES.WEATHER_KEY.schema) ?? null
  if (provider === 'openweather' && !isSet('WEATHER_KEY')) {
    complaints.push(
      'WEATHER_PROVIDER is openweather, so WEATHER_KEY must be set to a key of an account there',
    )
  }
  const netatmoId = read('NETATMO_CLIENT_ID', VARIABLES.NETATMO_CLIENT_ID.schema)
  const netatmoSecret = read('NETATMO_CLIENT_SECRET', VARIABLES.NETATMO_CLIENT_SECRET.schema)
  const netatmoUrl = read('NETATMO_URL', VARIABLES.NETATMO_URL.schema) ?? DEFAULT_NETATMO_URL
  if (isSet('NETATMO_CLIENT_ID') && !isSet('NETATMO_CLIENT_SECRET')) {
    complaints.push(
      'NETATMO_CLIENT_ID is set, so NETATMO_CLIENT_SECRET must be the secret that belongs to it',
    )
  }
  const tls = {
    port: read('MQTTS_PORT', VARIABLES.MQTTS_PORT.schema),
    certificate: read('TLS_CERT', VARIABLES.TLS_CERT.schema),
    key: read('TLS_KEY', VARIABLES.TLS_KEY.schema),
  }
  const tlsNames = ['MQTTS_PORT', 'TLS_CERT', 'TLS_KEY']
  if (tlsNames.some(isSet) && !tlsNames.every(isSet))
    complaints.push('MQTTS_PORT, TLS_CERT and TLS_KEY belong together: set all three or none')
  const outside = parseOutsideBroker(environment, complaints)
  const supportUrl = read('SUPPORT_URL', VARIABLES.SUPPORT_URL.schema) ?? DEFAULT_SUPPORT_URL
  const firmwareDir = read('FIRMWARE_DIR', VARIABLES.FIRMWARE_DIR.schema)
  const smtp = read('SMTP_URL', VARIABLES.SMTP_URL.schema)
  const config: Config = {
    port,
    host,
    publicUrl,
    trustProxy,
    dataDir: resolve(cwd, read('DATA_DIR', VARIABLES.DATA_DIR.schema) ?? 'data'),
    databaseUrl: read('DATABASE_URL', VARIABLES.DATABASE_URL.schema),
    databaseListenUrl: read('DATABASE_LISTEN_URL', VARIABLES.DATABASE_LISTEN_URL.schema),
    smtp,
    mailFrom: smtp?.from ?? `senca@${mailHostOf(publicUrl)}`,
    mqtt: {
      host: read('MQTT_HOST', VARIABLES.MQTT_HOST.schema) ?? outside?.host ?? host,
      port: read('MQTT_PORT', VARIABLES.MQTT_PORT.schema) ?? outside?.port ?? DEFAULT_MQTT_PORT,
      tls:
        tls.port === undefined || tls.certificate === undefined || tls.key === undefined
          ? undefined
          : {
              port: tls.port,
              certificate: resolve(cwd, tls.certificate),
              key: resolve(cwd, tls.key),
            },
      maxRetainedBytes:
        (read('MQTT_RETAINED_MAX_MB', VARIABLES.MQTT_RETAINED_MAX_MB.schema) ?? DEFAULT_RETAINED_MB) *
        MEGABYTE,
      ...(outside === undefined ? {} : { outside }),
    },
    brokerJoin: read('BROKER_JOIN', VARIABLES.BROKER_JOIN.schema) ?? defaultBrokerJoin(publicUrl),
    webhookTargets: read('WEBHOOK_TARGETS', VARIABLES.WEBHOOK_TARGETS.schema) ?? defaultBrokerJoin(publicUrl),
    isMcp: read('MCP', VARIABLES.MCP.schema) ?? true,
    // Of several servers with one database each would have its own process for the same fabrics.
    isMatter: read('MATTER', VARIABLES.MATTER.schema) ?? !isSet('DATABASE_URL'),
    matterVendor: {
      vendorId: read('MATTER_VENDOR_ID', VARIABLES.MATTER_VENDOR_ID.schema) ?? TEST_VENDOR,
      productId: read('MATTER_PRODUCT_ID', VARIABLES.MATTER_PRODUCT_ID.schema) ?? TEST_PRODUCT,
    },
    matterCertificates: certificates === undefined ? undefined : resolve(cwd, certificates),
    isDemo: demo ?? (isPrivate && isLoopbackName(new URL(publicUrl).hostname)),
    sessionSecret: read('SESSION_SECRET', VARIABLES.SESSION_SECRET.schema),
    backupPassphrase: read('BACKUP_PASSPHRASE', VARIABLES.BACKUP_PASSPHRASE.schema),
    operatorToken: read('OPERATOR_TOKEN', VARIABLES.OPERATOR_TOKEN.schema),
    google: googleClientId === undefined ? undefined : { clientId: googleClientId, issuer: googleIssuer },
    apple:
      appleClientId === undefined || redirectUri === undefined
        ? undefined
        : { clientId: appleClientId, redirectUri, issuer: appleIssuer },
    weather: {
      provider,
      url: read('WEATHER_URL', VARIABLES.WEATHER_URL.schema) ?? null,
      key: weatherKey,
      // Providers require a contact for problems.
      userAgent: `Senca (${supportUrl})`,
    },
    netatmo:
      netatmoId === undefined || netatmoSecret === undefined
        ? undefined
        : { clientId: netatmoId, clientSecret: netatmoSecret, url: netatmoUrl },
    billing: parseBilling({ environment, cwd, publicUrl, complaints }),
    warningsUrl: read('WARNINGS_URL', VARIABLES.WARNINGS_URL.schema),
    supportUrl,
    push: pushConfigOf({
      isOn: read('PUSH', VARIABLES.PUSH.schema),
      subject: read('PUSH_SUBJECT', VARIABLES.PUSH_SUBJECT.schema),
      services: read('PUSH_SERVICES', VARIABLES.PUSH_SERVICES.schema),
      publicUrl,
      sender: smtp === undefined ? undefined : (smtp.from ?? `senca@${mailHostOf(publicUrl)}`),
      supportUrl,
      projectUrl: DEFAULT_SUPPORT_URL,
    }),
    isOffline: read('OFFLINE', VARIABLES.OFFLINE.schema) ?? true,
    firmwareDir: firmwareDir === undefined ? undefined : resolve(cwd, firmwareDir),
    devicePageUrl: read('DEVICE_PAGE_URL', VARIABLES.DEVICE_PAGE_URL.schema),
    activityDays: read('ACTIVITY_DAYS', VARIABLES.ACTIVITY_DAYS.schema) ?? DEFAULT_ACTIVITY_DAYS,
    logLevel: read('LOG_LEVEL', VARIABLES.LOG_LEVEL.schema) ?? 'info',
    logFormat: read('LOG_FORMAT', VARIABLES.LOG_FORMAT.schema),
    tracing: parseTracing(environment, complaints),
  }
  if (complaints.length > 0) throw new StartError(complaints.join('; '))
  return config
}

const splitList = (value: string) => value.split(',').map((part) => part.trim())

/** An address, a range with its prefix length, or a name that Fastify knows. */
function isProxy(value: string): boolean {
  if (NAMED_PROXIES.includes(value)) return true
  const [address = '', prefix, ...rest] = value.split('/')
  const longest = { 4: 32, 6: 128 }[isIP(address)]
  if (longest === undefined || rest.length > 0) return false
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= longest)
}

function isFeedAddress(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && `${username}${password}` === ''
}
