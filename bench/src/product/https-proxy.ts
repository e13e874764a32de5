import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface HttpsProxy {
  /** Ends the proxy and removes its folder. */
  stop(): Promise<void>
}

const READY_WITHIN_MS = 15_000

/**
 * Starts Caddy as in `deploy/caddy`: https and HTTP/2 on `port` of localhost, in front of the server at `target`. Its certificate
 * is its own, so a browser has to ignore certificate errors. Throws if Caddy is not installed or does not answer within 15 s.
 */
export async function startHttpsProxy(port: number, target: string): Promise<HttpsProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'senca-https-'))
  const config = join(folder, 'Caddyfile')
  const site = `https://localhost:${port}`
  await writeFile(
    config,
    `{
  admin off
  skip_install_trust
  auto_https disable_redirects
  storage file_system ${folder}
}
${site} {
  tls internal
  reverse_proxy ${target}
}
`,
  )
  const caddy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], { stdio: 'ignore' })
  const ended = once(caddy, 'exit').catch((cause: unknown) => {
    throw new Error('Caddy could not be started; on Debian: apt install caddy', { cause })
  })
  const stop = async () => {
    caddy.kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const giveUpAt = performance.now() + READY_WITHIN_MS
  while (!(await Promise.race([answers(site), ended.then(() => false)]))) {
    if (performance.now() < giveUpAt && caddy.exitCode === null) {
      await sleep(100)
      continue
    }
    await stop()
    throw new Error(`Caddy does not answer at ${site}`)
  }
  return { stop }
}

const answers = (address: string): Promise<boolean> =>
  new Promise((done) => {
    request(address, { rejectUnauthorized: false }, (response) => {
      response.resume()
      done(response.statusCode === 200)
    })
      .once('error', () => done(false))
      .end()
  })
