import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from '../apps/server/src/platform/process/free-port.ts'
import { connectFakeDevice } from '../apps/server/src/testing/fake-device.ts'
import { buildStale } from './builds.mjs'
import { ROOT } from './installation.mjs'
import { findTool } from './tools.mjs'

// The commands of docs/operate/scale.md, with Debian's PostgreSQL and Mosquitto and a real installation with data. Only folders and
// ports differ, and what only a whole machine has: users, apt and systemd.

const guide = readFileSync(join(ROOT, 'docs', 'operate', 'scale.md'), 'utf8')
const blockOf = (heading) => {
  const [, section = ''] = guide.split(`\n## ${heading}\n`)
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(section.split('\n## ')[0]) ?? []
  return block
}

const SOON = { timeout: 120_000, interval: 100 }
const OPERATOR_TOKEN = 'the-operator-of-this-installation'
const PERSON = { login: 'person@example.org', password: 'a-quiet-street-3' }
const isRoot = process.getuid?.() === 0

let root
let ports
let app
beforeAll(async () => {
  findTool('mosquitto', 'mosquitto', { keepsStill: 'mosquitto.service' })
  findTool('psql', 'postgresql', { keepsStill: 'postgresql.service' })
  await buildStale(['web', 'server'])
  root = mkdtempSync(join(tmpdir(), 'senca-scale-'))
  chmodSync(root, 0o711)
  app = join(root, 'opt/senca/app')
  ports = {
    http: await freePort(),
    postgres: await freePort(),
    mqtt: await freePort(),
    mqtts: await freePort(),
  }
  for (const folder of [
    'bin',
    'units',
    'var/lib/mosquitto',
    'etc/mosquitto/conf.d',
    'etc/mosquitto/certs',
    'etc/systemd/system',
  ])
    mkdirSync(join(root, folder), { recursive: true })
  for (const folder of ['var/lib/senca', 'var/backups/senca', 'opt/senca/app'])
    mkdirSync(join(root, folder), { recursive: true })
  makeCertificate()
  install()
  writeShims()
  startPostgres()
}, 300_000)
afterAll(() => {
  for (const unit of ['senca', 'mosquitto']) runShim('systemctl', 'stop', unit)
  runAsPostgres('pg_ctl', '-D', join(root, 'postgres'), '-m', 'immediate', 'stop')
  rmSync(root, { recursive: true, force: true })
}, 240_000)

function makeCertificate() {
  const [key, certificate] = ['privkey.pem', 'fullchain.pem'].map((file) =>
    join(root, 'etc/mosquitto/certs', file),
  )
  const subject = ['-subj', '/CN=senca.example.com', '-days', '90', '-nodes', '-newkey', 'ed25519']
  execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
}

/** What docs/start/install.md has put there: the built product, and settings for everything in one process. */
function install() {
  for (const path of ['package.json', 'package-lock.json', 'scripts', 'deploy', 'apps/server/package.json'])
    cpSync(join(ROOT, path), join(app, path), { recursive: true })
  for (const path of ['apps/server/migrations', 'apps/server/dist', 'apps/web/dist'])
    cpSync(join(ROOT, path), join(app, path), { recursive: true })
  for (const path of ['node_modules', 'apps/server/node_modules'])
    if (existsSync(join(ROOT, path))) symlinkSync(join(ROOT, path), join(app, path))
  const certificates = join(root, 'etc/mosquitto/certs')
  const settings = {
    DEMO: 'off',
    DATA_DIR: join(root, 'var/lib/senca'),
    PUBLIC_URL: `http://127.0.0.1:${ports.http}`,
    PORT: ports.http,
    MQTT_HOST: '127.0.0.1',
    MQTT_PORT: ports.mqtt,
    MQTTS_PORT: ports.mqtts,
    TLS_CERT: join(certificates, 'fullchain.pem'),
    TLS_KEY: join(certificates, 'privkey.pem'),
    OPERATOR_TOKEN,
    WEATHER_PROVIDER: 'none',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(app, '.env'), lines.join(''))
}

/**
 * `sudo` runs commands as the user of the test, and as `postgres` as the superuser of its database. `systemctl` starts what the
 * units start and returns at once, and enables nothing. `apt-get` and `chown` do nothing.
 */
function writeShims() {
  const write = (name, text) => {
    writeFileSync(join(root, 'bin', name), `#!/bin/bash\n${text}\n`)
    chmodSync(join(root, 'bin', name), 0o755)
  }
  for (const name of ['apt-get', 'chown']) write(name, '')
  write(
    'sudo',
    `while [ "$1" = -u ] || [ "$1" = -H ]; do
  if [ "$1" = -u ]; then shift; [ "$1" = postgres ] && export PGHOST=127.0.0.1 PGPORT=${ports.postgres} PGUSER=postgres; fi
  shift
done
exec "$@"`,
  )
  const options = JSON.parse(readFileSync(join(ROOT, 'scripts', 'server-options.json'), 'utf8')).join(' ')
  const mosquittoUser = isRoot ? 'user root\\n' : ''
  write(
    'systemctl',
    `cd '${root}/units'
action=$1; shift
case "$action" in enable | daemon-reload) exit 0 ;; esac
for unit in "$@"; do
  if [ "$action" = stop ]; then
    [ -e "$unit.pid" ] || continue
    kill "$(cat "$unit.pid")" && while kill -0 "$(cat "$unit.pid")" 2>/dev/null; do sleep 0.1; done
    rm "$unit.pid"
    continue
  fi
  case "$unit" in
    senca) command=(env -C '${app}' '${process.execPath}' ${options} apps/server/dist/main.js) ;;
    mosquitto)
      printf '${mosquittoUser}include_dir ${root}/etc/mosquitto/conf.d\\n' > mosquitto.conf
      command=(env "PATH=$PATH:/usr/sbin" mosquitto -c mosquitto.conf) ;;
    *) exit 5 ;;
  esac
  setsid "\${command[@]}" > "$unit.log" 2>&1 < /dev/null &
  echo $! > "$unit.pid"
done`,
  )
}

const environment = () => ({
  PATH: `${join(root, 'bin')}:${process.env.PATH}`,
  HOME: process.env.HOME,
})
const runShim = (name, ...args) =>
  spawnSync(join(root, 'bin', name), args, { env: environment(), stdio: 'ignore' })

function runAsPostgres(name, ...args) {
  const folder = join('/usr/lib/postgresql', readdirSync('/usr/lib/postgresql').sort().at(-1), 'bin')
  const command = [join(folder, name), ...args]
  const [program, ...rest] = isRoot
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
    : command
  execFileSync(program, rest, { cwd: '/', stdio: 'ignore' })
}

/** Debian's PostgreSQL, as after its installation: a running cluster in which only `postgres` may do anything. */
function startPostgres() {
  const data = join(root, 'postgres')
  mkdirSync(data)
  if (isRoot) execFileSync('chown', ['postgres:', data])
  runAsPostgres('initdb', '-D', data, '-U', 'postgres', '--auth=trust')
  const settings = `-p ${ports.postgres} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
  runAsPostgres('pg_ctl', '-D', data, '-l', join(data, 'log'), '-o', settings, '-w', 'start')
}

/** Types the commands of a section. Returns what they print, and those that failed. */
function follow(heading) {
  const libraries = readdirSync('/usr/lib').find((name) =>
    existsSync(join('/usr/lib', name, 'mosquitto_dynamic_security.so')),
  )
  const script = blockOf(heading)
    .replaceAll(/(?<![\w.])\/(?=opt\/|var\/|etc\/)/g, `${root}/`)
    .replace('x86_64-linux-gnu', libraries ?? 'x86_64-linux-gnu')
    .replace('@127.0.0.1/senca', `@127.0.0.1:${ports.postgres}/senca`)
    .replaceAll(/\b1883\b/g, ports.mqtt)
    .replaceAll(/\b8883\b/g, ports.mqtts)
  const failed = join(root, 'failed')
  rmSync(failed, { force: true })
  const watched = `set -uo pipefail\ntrap 'echo "$BASH_COMMAND" >> "${failed}"' ERR\n${script}`
  const { stdout, stderr } = spawnSync('bash', ['-c', watched], { env: environment(), encoding: 'utf8' })
  const failures = existsSync(failed) ? readFileSync(failed, 'utf8') : ''
  if (failures !== '') process.stderr.write(`${stdout}${stderr}`)
  return { reported: stdout, failures }
}

const url = (path) => `http://127.0.0.1:${ports.http}${path}`
const isReady = () =>
  vi
    .waitFor(async () => expect((await fetch(url('/healthz'))).status).toBe(200), SOON)
    .catch((error) => {
      throw new Error(`${error}: ${readFileSync(join(root, 'units', 'senca.log'), 'utf8')}`)
    })

/** Returns a function that makes calls as the person who lives here. */
async function logIn(path = 'login') {
  const fields =
    path === 'login' ? PERSON : { email: PERSON.login, password: PERSON.password, confirm_type: 'link' }
  const session = await fetch(url(`/auth/${path}`), { method: 'POST', body: new URLSearchParams(fields) })
  const cookie = session.headers.getSetCookie()[0].split(';')[0]
  const { token } = await (await fetch(url('/auth/login'), { method: 'POST', headers: { cookie } })).json()
  return (call, body) => ask(call, token, body)
}

async function ask(call, token, body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(url(`/auth/api/v1/${call}`), { headers, ...sent })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** A shade that reaches its target at once. */
const connectShade = ({ id, secret }) =>
  connectFakeDevice({
    mqtt: { host: '127.0.0.1', port: ports.mqtt },
    id,
    secret,
    type: 'awning',
    onCommand(command, own) {
      own.succeed(command)
      own.report(command.command === 'move' ? { position: command.position / 100 } : {})
    },
  })

let device
const moves = (call, position) =>
  vi.waitFor(
    async () =>
      expect(
        await call('device/move', {
          commands: [{ token: device.id, command: 'move', position }],
          wait: true,
        }),
      ).toMatchObject([{ status: 'success' }]),
    SOON,
  )

it('a database of its own: everything that was there is there, and goes on', {
  timeout: 300_000,
}, async () => {
  runShim('systemctl', 'start', 'senca')
  await isReady()
  const before = await logIn('register')
  ;[device] = await ask('operator/device/provision', OPERATOR_TOKEN, { type: 'awning', count: 1 })
  await before('device/claim', { claimCode: device.claimCode, name: 'Terrace' })
  let shade = await connectShade(device)
  await moves(before, 30)
  await shade.end()

  expect(follow('A database of its own').failures).toBe('')
  await isReady()
  expect(readFileSync(join(root, 'units', 'senca.log'), 'utf8')).toContain(
    'Database: the database of DATABASE_URL',
  )
  expect(existsSync(join(root, 'var/lib/senca/moved-out'))).toBe(true)
  expect(existsSync(join(root, 'var/backups/senca/before-move-out.senca'))).toBe(true)
  // The session of before counts, and so does the secret of the device.
  const info = await before(`device/info?devicetoken=${device.id}`)
  expect(info[device.id]).toMatchObject({ name: 'Terrace', state: { position: 0.3 } })
  shade = await connectShade(device)
  await moves(before, 60)
  await shade.end()
})

it('a broker of its own: a device comes in with its new secret, and moves', {
  timeout: 300_000,
}, async () => {
  const { reported, failures } = follow('A broker of its own')
  expect(failures).toBe('')
  await isReady()
  const [line = '{}'] = reported.split('\n').filter((text) => text.startsWith('{"id"'))
  const { id, secret } = JSON.parse(line)
  expect(id).toBe(device.id)
  await expect(connectShade(device)).rejects.toThrow()
  const shade = await connectShade({ id, secret })
  await moves(await logIn(), 90)
  await shade.end()
  const { MQTT_URL } = parseEnv(readFileSync(join(app, '.env'), 'utf8'))
  const { password } = new URL(MQTT_URL)
  const login = ['-h', '127.0.0.1', '-p', ports.mqtts, '-u', 'senca', '-P', password]
  const encrypted = ['--cafile', join(root, 'etc/mosquitto/certs/fullchain.pem'), '--insecure']
  const listed = execFileSync('mosquitto_ctrl', [...login, ...encrypted, 'dynsec', 'listClients'])
  expect(String(listed)).toContain(id)
})
