import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { canOpenPushKey } from '#features/push/index.ts'
import { isLoopbackName } from '#platform/http/loopback.ts'
import { findRunningPostgres } from '#platform/postgres/embedded/running.ts'
import type { Config } from '#platform/process/config.ts'
import { SESSION_SECRET_FILE } from '#platform/process/data-folder.ts'
import type { PushService } from '#platform/process/push-config.ts'
import { type Finding, fault, ok, reasonOf, unknown } from './finding.ts'

const ABOUT = 'Notifications'
const CONNECT_MS = 5_000
/** Hosts behind which the push services of a whole domain are reached. */
const REACHED: Readonly<Record<string, string>> = {
  '.push.apple.com': 'web.push.apple.com',
  '.notify.windows.com': 'wns2-par02p.notify.windows.com',
}
/** Browsers of one maker have one service; the other one is for browsers that are being tested. */
const NOT_ASKED: ReadonlySet<string> = new Set(['jmt17.google.com'])

type Checked = Pick<
  Config,
  'push' | 'publicUrl' | 'sessionSecret' | 'databaseUrl' | 'databaseListenUrl' | 'dataDir'
>

/** Checks what pushes need: https for browsers, a contact, the key, and the push services. Sends nothing. */
export async function checkPush(config: Checked): Promise<Finding[]> {
  const { push, publicUrl } = config
  if (!push.isOn) return [ok(ABOUT, 'PUSH is off: phones get none')]
  const { protocol, hostname } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || isLoopbackName(hostname)
  return [
    isSecure
      ? ok(ABOUT, `Phones can get them; push services are given ${push.subject} as contact`)
      : fault(
          ABOUT,
          'Browsers allow none over plain http',
          'Give Senca an https address, see docs/start/https.md',
        ),
    ...(await checkStored(config)),
    // Without https no phone subscribes, so that nothing is sent.
    ...(protocol === 'https:' ? [await checkReach(push.services)] : []),
  ]
}

const ASKED = `
  select (select json_build_object('sealed', sealed, 'publicKey', public_key) from push_keys) as key,
    (select json_agg(json_build_object('service', service, 'status', refused_status))
     from push_services where refused_at is not null) as refused`

async function checkStored(config: Checked): Promise<Finding[]> {
  const url = config.databaseListenUrl ?? config.databaseUrl ?? (await findRunningPostgres(config.dataDir))
  if (url === undefined) return [unknown(ABOUT, 'Their key is checked while Senca runs')]
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{
      key: { sealed: string } | null
      refused: { service: string; status: number }[] | null
    }>(ASKED)
    const [found] = rows
    return [
      await checkKey(config, found?.key ?? null),
      ...(found?.refused ?? []).map(({ service, status }) =>
        fault(
          ABOUT,
          `${service} refuses the pushes of this server (${status})`,
          'Set PUSH_SUBJECT to an address that exists; Apple refuses names without a public host',
        ),
      ),
    ]
  } catch (error) {
    return [unknown(ABOUT, `Their key cannot be read: ${reasonOf(error)}`)]
  } finally {
    await client.end().catch(() => {})
  }
}

async function checkKey(config: Checked, key: { sealed: string } | null): Promise<Finding> {
  if (key === null) return ok(ABOUT, 'Their key is made at the first start')
  const path = join(config.dataDir, SESSION_SECRET_FILE)
  const secret = config.sessionSecret ?? (await readFile(path, 'utf8').catch(() => '')).trim()
  return canOpenPushKey(key.sealed, secret)
    ? ok(ABOUT, 'Their key can be read')
    : fault(
        ABOUT,
        'Their key was sealed with another SESSION_SECRET, so phones get none',
        'Set the SESSION_SECRET of before, or make new keys: npm run push:keys -- --new',
      )
}

/** Whether connections to the services of browsers can be made. */
async function checkReach(services: readonly PushService[]): Promise<Finding> {
  const hosts = services.flatMap(({ protocol, host }) =>
    protocol === 'https:' && !NOT_ASKED.has(host) ? (REACHED[host] ?? host) : [],
  )
  const reached = await Promise.all(hosts.map(canConnect))
  const away = hosts.filter((_host, place) => reached[place] !== true)
  return away.length === 0
    ? ok(ABOUT, 'The push services can be reached')
    : fault(
        ABOUT,
        `No connection to ${away.join(', ')}`,
        'Open port 443 outwards; nothing has to reach Senca from outside',
      )
}

const canConnect = (host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port: 443, timeout: CONNECT_MS })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket
      .on('connect', () => end(true))
      .on('timeout', () => end(false))
      .on('error', () => end(false))
  })
