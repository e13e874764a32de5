import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { parseConfig } from '../apps/server/src/platform/process/config.ts'
import { ROOT } from './installation.mjs'
import { findTool } from './tools.mjs'

const guide = readFileSync(join(ROOT, 'docs', 'scale.md'), 'utf8')
const blockOf = (heading) => {
  const [, section = ''] = guide.split(`\n## ${heading}\n`)
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(section.split('\n## ')[0]) ?? []
  return block
}

/** What the machine does is only written down; these need systemd, other users, or a whole installation. */
const WRITTEN_DOWN = ['apt-get', 'systemctl', 'chown', 'psql', 'createdb', 'npm']
/** As root, and as another user: here both are whoever runs the test. */
const SUDO =
  '#!/bin/sh\nwhile [ "$1" = -u ] || [ "$1" = -H ]; do [ "$1" = -u ] && shift; shift; done\nexec "$@"\n'

let root
let ports
beforeAll(async () => {
  findTool('mosquitto', 'mosquitto', { keepsStill: 'mosquitto.service' })
  root = mkdtempSync(join(tmpdir(), 'senca-scale-'))
  ports = [await freePort(), await freePort()]
  for (const folder of [
    'bin',
    'opt/senca/app',
    'var/lib/senca',
    'var/lib/mosquitto',
    'etc/mosquitto/conf.d',
    'etc/mosquitto/certs',
  ])
    mkdirSync(join(root, folder), { recursive: true })
  const shims = WRITTEN_DOWN.map((name) => [name, `#!/bin/sh\necho "${name} $*" >> '${root}/done'\n`])
  for (const [name, text] of [...shims, ['sudo', SUDO]]) {
    writeFileSync(join(root, 'bin', name), text)
    chmodSync(join(root, 'bin', name), 0o755)
  }
  writeFileSync(join(root, 'var/lib/senca/session-secret'), 'a-secret-of-before-0123456789abcdef\n')
  // What self-hosting.md has put there, for a broker in the process with certificates.
  writeFileSync(
    join(root, 'opt/senca/app/.env'),
    'DEMO=off\nMQTT_HOST=old.example.com\nMQTTS_PORT=8883\nTLS_CERT=chain.pem\nTLS_KEY=key.pem\n',
  )
  const [key, certificate] = ['privkey.pem', 'fullchain.pem'].map((file) =>
    join(root, 'etc/mosquitto/certs', file),
  )
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ed25519',
      '-nodes',
      '-subj',
      '/CN=senca.example.com',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  )
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Runs a block as it stands, with its folders below a temporary one, and ports that are free. */
function follow(heading) {
  const libraries = readdirSync('/usr/lib').find((name) =>
    existsSync(join('/usr/lib', name, 'mosquitto_dynamic_security.so')),
  )
  const script = blockOf(heading)
    .replaceAll(/(?<![\w.])\/(?=opt\/|var\/|etc\/)/g, `${root}/`)
    .replace('x86_64-linux-gnu', libraries ?? 'x86_64-linux-gnu')
    .replaceAll(/\b1883\b/g, String(ports[0]))
    .replaceAll(/\b8883\b/g, String(ports[1]))
  execFileSync('bash', ['-euo', 'pipefail', '-c', script], {
    env: { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const settings = () =>
  Object.fromEntries(
    [...readFileSync(join(root, 'opt/senca/app/.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(
      ([, ...pair]) => pair,
    ),
  )

it('a database of its own: the server takes the settings that the commands write', () => {
  follow('A database of its own')
  const done = readFileSync(join(root, 'done'), 'utf8').split('\n')
  const { databaseUrl, sessionSecret } = parseConfig(settings(), '/opt/senca/app')
  const [, password = ''] =
    /^postgres:\/\/senca:([0-9a-f]{48})@127\.0\.0\.1\/senca$/.exec(databaseUrl ?? '') ?? []
  expect(done).toContain(`psql -c create role senca login password '${password}'`)
  expect(sessionSecret).toBe('a-secret-of-before-0123456789abcdef')
  const order = ['systemctl stop senca', 'npm run move-out', 'systemctl start senca'].map((line) =>
    done.indexOf(line),
  )
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(order).not.toContain(-1)
})

it('a broker of its own: Mosquitto starts with what the commands write, and lets the server in by its settings', async () => {
  follow('A broker of its own')
  const { mqtt } = parseConfig(settings(), '/opt/senca/app')
  expect(mqtt).toMatchObject({
    host: 'senca.example.com',
    port: ports[1],
    outside: { auth: 'dynamic-security', port: ports[0] },
  })
  const file = join(root, 'mosquitto.conf')
  const asRoot = process.getuid?.() === 0 ? 'user root\n' : ''
  writeFileSync(file, `${asRoot}persistence false\ninclude_dir ${join(root, 'etc/mosquitto/conf.d')}\n`)
  const broker = spawn('mosquitto', ['-c', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  })
  let said = ''
  broker.stderr.on('data', (bytes) => {
    said += bytes
  })
  try {
    const { username, password } = mqtt.outside
    const ask = (port, secret, ...more) =>
      execFileSync(
        'mosquitto_ctrl',
        ['-h', '127.0.0.1', '-p', port, '-u', username, '-P', secret, ...more, 'dynsec', 'listClients'],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
      )
    const encrypted = ['--cafile', join(root, 'etc/mosquitto/certs/fullchain.pem'), '--insecure']
    await vi.waitFor(() => expect(ask(String(ports[0]), password)).toContain(username), {
      timeout: 20_000,
      interval: 100,
    })
    expect(ask(String(ports[1]), password, ...encrypted)).toContain(username)
    expect(ask(String(ports[0]), 'wrong')).not.toContain(username)
  } catch (error) {
    throw new Error(`${error}: ${said}`)
  } finally {
    broker.kill('SIGKILL')
  }
})
