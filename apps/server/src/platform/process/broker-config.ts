import { isLoopbackName } from '../http/loopback.ts'

/** How the broker knows which devices may connect: it asks us over HTTP, or we write logins to Mosquitto's plug-in. */
const BROKER_AUTHS = ['http', 'dynamic-security'] as const
type BrokerAuth = (typeof BROKER_AUTHS)[number]

/** An external MQTT 5 broker. */
export interface OutsideBrokerConfig {
  host: string
  port: number
  isEncrypted: boolean
  /** The server's own login. */
  username: string
  password: string
  auth: BrokerAuth
  /** The secret that the broker sends when it asks; null if it does not ask. */
  hookSecret: string | null
  /** The port of a listener that adds the prefix of its home to the topics of a login; undefined if there is none. */
  homePort?: number | undefined
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883 }
const MAX_LENGTH = 1_000
const HOOK_SECRET = /^[\x21-\x7e]{16,1000}$/

const isPort = (value: string): boolean =>
  /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535

const isBrokerAuth = (value: string | undefined): value is BrokerAuth =>
  BROKER_AUTHS.some((auth) => auth === value)

/** Undefined without `MQTT_URL`, and if something is wrong, which is added to the complaints. */
export function parseOutsideBroker(
  environment: Readonly<Record<string, string | undefined>>,
  complaints: string[],
): OutsideBrokerConfig | undefined {
  const { MQTT_URL = '', MQTT_AUTH = '', BROKER_HOOK_SECRET: hookSecret = '' } = environment
  const { MQTT_HOME_PORT = '' } = environment
  if (MQTT_URL === '') {
    if (MQTT_AUTH !== '') complaints.push('MQTT_AUTH is set, so MQTT_URL must be the address of a broker')
    if (MQTT_HOME_PORT !== '')
      complaints.push('MQTT_HOME_PORT is set, so MQTT_URL must be the address of a broker')
    return undefined
  }
  if (MQTT_HOME_PORT !== '' && !(MQTT_AUTH === 'http' && isPort(MQTT_HOME_PORT)))
    complaints.push('MQTT_HOME_PORT must be a port from 1 to 65535, and needs MQTT_AUTH=http')
  if (MQTT_AUTH === 'http' && !HOOK_SECRET.test(hookSecret))
    complaints.push('MQTT_AUTH is http, so BROKER_HOOK_SECRET must be at least 16 visible characters')
  for (const name of ['MQTTS_PORT', 'TLS_CERT', 'TLS_KEY'])
    if ((environment[name] ?? '') !== '')
      complaints.push(`MQTT_URL is set, so ${name} is for the broker to know: remove it`)
  const address = readAddress(MQTT_URL)
  if (typeof address === 'string') complaints.push(address)
  if (!isBrokerAuth(MQTT_AUTH))
    complaints.push('MQTT_URL is set, so MQTT_AUTH must be http or dynamic-security')
  if (typeof address === 'string' || !isBrokerAuth(MQTT_AUTH)) return undefined
  return {
    ...address,
    auth: MQTT_AUTH,
    hookSecret: MQTT_AUTH === 'http' ? hookSecret : null,
    ...(MQTT_HOME_PORT === '' ? {} : { homePort: Number(MQTT_HOME_PORT) }),
  }
}

/** The parsed URL, or a message about what is wrong. The value is never repeated, because it contains a password. */
function readAddress(value: string): Omit<OutsideBrokerConfig, 'auth' | 'hookSecret'> | string {
  const wrong = 'MQTT_URL must be an mqtts://user:password@host:port address'
  if (value.length > MAX_LENGTH || !URL.canParse(value)) return wrong
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(value)
  const usual = DEFAULT_PORTS[protocol]
  if (usual === undefined || hostname === '' || !['', '/'].includes(pathname) || search + hash !== '')
    return wrong
  if (username === '' || password === '') return `${wrong}, with a user and a password`
  if (protocol === 'mqtt:' && !isLoopbackName(hostname))
    return 'MQTT_URL is not encrypted, which is for this machine only: use mqtts://'
  try {
    return {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? usual : Number(port),
      isEncrypted: protocol === 'mqtts:',
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
    }
  } catch {
    return wrong
  }
}
