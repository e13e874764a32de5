import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { isLoopbackName } from '../http/loopback.ts'

/** A push service: the whole host, or the end of it. */
export interface PushService {
  protocol: 'https:' | 'http:'
  host: string
  port: string
  isSuffix: boolean
}

export interface PushConfig {
  isOn: boolean
  /** The contact that push services are given: an https or mailto address [PK25]. */
  subject: string
  services: readonly PushService[]
}

const https = (host: string, isSuffix = false): PushService => ({
  protocol: 'https:',
  host,
  port: '',
  isSuffix,
})

/** The push services of the browsers [PK32]. */
const BROWSERS_SERVICES: readonly PushService[] = [
  https('fcm.googleapis.com'),
  https('jmt17.google.com'),
  https('updates.push.services.mozilla.com'),
  https('.push.apple.com', true),
  https('.notify.windows.com', true),
]

const NOT_PUBLIC =
  /(^|\.)(localhost|local|lan|internal|invalid|test|example|home\.arpa)$|^\[|^\d+\.\d+\.\d+\.\d+$/i

const isPublicHost = (host: string): boolean =>
  host.includes('.') && !NOT_PUBLIC.test(host) && isIP(host) === 0

/** Whether push services take it as the contact of a sender. Apple answers 403 `BadJwtToken` to others. */
export function isPushSubject(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, pathname, username, password } = new URL(value)
  if (protocol === 'https:') return isPublicHost(hostname) && `${username}${password}` === ''
  const [, host] = /^[^@\s,?]+@([^@\s,?]+)$/.exec(pathname) ?? []
  return protocol === 'mailto:' && host !== undefined && isPublicHost(host)
}

function serviceOf(text: string): PushService | null {
  if (/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i.test(text))
    return https(text.toLowerCase())
  if (!URL.canParse(text)) return null
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text)
  const isOrigin = `${pathname}${search}${hash}${username}${password}` === '/'
  if (!isOrigin || protocol !== 'http:' || !isLoopbackName(hostname)) return null
  return { protocol, host: hostname, port, isSuffix: false }
}

const servicesSchema = z.pipe(
  z.string().check(
    z.maxLength(2_000),
    z.refine((value) => value.split(',').every((part) => serviceOf(part.trim()) !== null)),
  ),
  z.transform((value: string) => value.split(',').flatMap((part) => serviceOf(part.trim()) ?? [])),
)

export const PUSH_VARIABLES = {
  PUSH: {
    schema: z.pipe(
      z.enum(['on', 'off']),
      z.transform((value) => value === 'on'),
    ),
    expected: 'on or off',
  },
  PUSH_SUBJECT: {
    schema: z.string().check(z.maxLength(500), z.refine(isPushSubject)),
    expected: 'an https or mailto address with a public host, which push services write to',
  },
  PUSH_SERVICES: {
    schema: servicesSchema,
    expected: 'host names, separated by commas; for tests also http://127.0.0.1:port',
  },
}

interface PushSettings {
  isOn: boolean | undefined
  subject: string | undefined
  services: readonly PushService[] | undefined
  publicUrl: string
  /** The sender of e-mails, if they are sent. */
  sender: string | undefined
  supportUrl: string
  /** The contact if no other one can be used. */
  projectUrl: string
}

/** The first contact that push services take [PK25]. */
export function pushConfigOf(settings: PushSettings): PushConfig {
  const { isOn = true, subject, services = [], publicUrl, sender, supportUrl, projectUrl } = settings
  const candidates = [subject, publicUrl, sender === undefined ? undefined : `mailto:${sender}`, supportUrl]
  return {
    isOn,
    subject: candidates.find((one) => one !== undefined && isPushSubject(one)) ?? projectUrl,
    services: [...BROWSERS_SERVICES, ...services],
  }
}

/**
 * The name of the push service of an endpoint: https on port 443 of a known host, without user name and fragment. Null for all
 * others, which no pushes are sent to [PK32].
 */
export function serviceNameOf(services: readonly PushService[], endpoint: string): string | null {
  if (!URL.canParse(endpoint) || endpoint.includes('#')) return null
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (`${username}${password}` !== '') return null
  const known = services.find(
    (service) =>
      service.protocol === protocol &&
      service.port === port &&
      (service.isSuffix ? hostname.endsWith(service.host) : hostname === service.host),
  )
  return known === undefined ? null : known.host.replace(/^\./, '')
}
