import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { connect, createSecureContext } from 'node:tls'
import { isLoopbackName } from '#platform/http/loopback.ts'
import type { Config } from '#platform/process/config.ts'
import { type Finding, fault, ok, reasonOf, unknown } from './finding.ts'

const DAY_MS = 86_400_000
const SOON_DAYS = 14
const TIMEOUT_MS = 5_000

/** Checks the certificate of PUBLIC_URL as people see it, and that of the MQTT port with TLS. */
export async function checkCertificates({
  publicUrl,
  mqtt,
}: Pick<Config, 'publicUrl' | 'mqtt'>): Promise<Finding[]> {
  return [
    await checkPublic(new URL(publicUrl)),
    ...(mqtt.tls === undefined ? [] : [await checkFiles(mqtt.tls)]),
  ]
}

async function checkPublic({ protocol, hostname, port }: URL): Promise<Finding> {
  const about = 'Https'
  if (protocol === 'http:') {
    return isLoopbackName(hostname)
      ? ok(about, 'On this machine alone it is not needed')
      : fault(
          about,
          'PUBLIC_URL is not https: passwords cross the network in the clear, and passkeys do not work',
          'Put a proxy with a certificate in front, see docs/start/install.md',
        )
  }
  const seen = await seenAt(hostname, port === '' ? 443 : Number(port))
  if ('unreachable' in seen)
    return unknown(about, `${hostname} cannot be reached from this machine: ${seen.unreachable}`)
  if (seen.trouble !== null)
    return fault(
      about,
      `The certificate of ${hostname} is not trusted: ${seen.trouble}`,
      'Let the proxy get one of a public authority',
    )
  return lasting(about, seen.until)
}

type Seen = { unreachable: string } | { trouble: string | null; until: Date }

const seenAt = (host: string, port: number): Promise<Seen> =>
  new Promise((resolve) => {
    const socket = connect(
      {
        host,
        port,
        ...(isIP(host) === 0 ? { servername: host } : {}),
        rejectUnauthorized: false,
        timeout: TIMEOUT_MS,
      },
      () => {
        const { authorizationError } = socket
        const { valid_to: until } = socket.getPeerCertificate()
        resolve({
          trouble: socket.authorized ? null : reasonOf(authorizationError),
          until: new Date(until),
        })
        socket.destroy()
      },
    )
    socket.once('error', (error) => resolve({ unreachable: error.message }))
    socket.once('timeout', () => {
      resolve({ unreachable: 'no answer' })
      socket.destroy()
    })
  })

async function checkFiles({ certificate, key }: { certificate: string; key: string }): Promise<Finding> {
  const about = 'Certificate of MQTT'
  try {
    const [cert, secret] = await Promise.all([readFile(certificate), readFile(key)])
    createSecureContext({ cert, key: secret })
    return lasting(about, new Date(new X509Certificate(cert).validTo))
  } catch (error) {
    return fault(
      about,
      `TLS_CERT and TLS_KEY cannot be used: ${reasonOf(error)}`,
      'Check both paths, and that this user may read them',
    )
  }
}

export function lasting(about: string, until: Date, now = new Date()): Finding {
  const days = Math.floor((until.getTime() - now.getTime()) / DAY_MS)
  if (days < 0) return fault(about, `The certificate ended on ${dayOf(until)}`, 'Renew it')
  if (days < SOON_DAYS)
    return fault(
      about,
      `The certificate ends on ${dayOf(until)}`,
      'Renew it, and find out why that did not happen by itself',
    )
  return ok(about, `The certificate lasts until ${dayOf(until)}`)
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
