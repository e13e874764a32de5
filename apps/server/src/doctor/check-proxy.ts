import { randomBytes } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Config } from '#platform/process/config.ts'
import { type Finding, fault, ok, unknown } from './finding.ts'

const ABOUT = 'Proxy'
const TIMEOUT_MS = 5_000

/** Checks that a reverse proxy forwards what Senca needs (the host and websockets), and that it is trusted. */
export async function checkProxy({
  publicUrl,
  trustProxy,
}: Pick<Config, 'publicUrl' | 'trustProxy'>): Promise<Finding[]> {
  const url = new URL(publicUrl)
  const isHttps = url.protocol === 'https:'
  if (!isHttps && trustProxy === false) return [ok(ABOUT, 'None is in front')]
  if (isHttps && trustProxy === false) {
    return [
      fault(
        ABOUT,
        'PUBLIC_URL is https, so a proxy is in front, but TRUST_PROXY is off: everybody seems to come from its address',
        'Set TRUST_PROXY=loopback for a proxy on this machine, or else the number of proxies',
      ),
    ]
  }
  const answer = await upgradeAt(url)
  if (answer === null) return [unknown(ABOUT, `${publicUrl} cannot be reached from this machine`)]
  if (answer === 101) return [ok(ABOUT, 'It passes on the host and websockets')]
  if (answer === 400 || answer === 403)
    return [
      fault(
        ABOUT,
        'It does not pass on the host that people ask for',
        'Let it pass on Host unchanged, see deploy/',
      ),
    ]
  if (answer === 502 || answer === 503 || answer === 504)
    return [unknown(ABOUT, `It answers ${answer}: Senca does not run behind it`)]
  return [
    fault(
      ABOUT,
      `It answers ${answer} to a websocket: pages will not be live`,
      'Let it pass on Upgrade and Connection, see deploy/',
    ),
  ]
}

/** The HTTP status of a websocket request; null without an answer. */
const upgradeAt = (url: URL): Promise<number | null> =>
  new Promise((resolve) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(new URL('/websocket', url), {
      timeout: TIMEOUT_MS,
      // An untrusted certificate is reported by another check.
      ...(url.protocol === 'https:' ? { rejectUnauthorized: false } : {}),
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        origin: url.origin,
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    })
    const end = (status: number | null) => {
      resolve(status)
      request.destroy()
    }
    request.once('upgrade', () => end(101))
    request.once('response', ({ statusCode }) => end(statusCode ?? null))
    request.once('error', () => end(null))
    request.once('timeout', () => end(null))
    request.end()
  })
