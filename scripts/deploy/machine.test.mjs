import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../installation.mjs'
import { findTool } from '../tools.mjs'

const deploy = (...path) => join(ROOT, 'deploy', ...path)
const read = (...path) => readFileSync(deploy(...path), 'utf8')
const run = (command, args) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 120_000 })
  return { status, reported: `${stdout}${stderr}` }
}

let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'senca-deploy-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The lines `name=value` of each section; a name may occur several times. */
function parseUnit(text) {
  const sections = {}
  let section = {}
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, title] = /^\[(\w+)\]$/.exec(line) ?? []
    if (title !== undefined) {
      section = {}
      sections[title] = section
      continue
    }
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (name === undefined) throw new Error(`not a line of a unit: ${line}`)
    section[name] = [...(section[name] ?? []), value]
  }
  return sections
}

describe('the systemd units', () => {
  const units = [
    'senca.service',
    'senca-backup.service',
    'senca-backup.timer',
    'senca-broker-logins.service',
    'senca-broker-logins.path',
  ]

  it('are accepted by systemd', () => {
    const analyze = findTool('systemd-analyze', 'systemd')
    // The check requires the programs of the units to exist, which may not be the case on this machine, so their paths are
    // replaced.
    const paths = units.map((name) => {
      const path = join(folder, name)
      const unit = read('systemd', name)
        .replaceAll('/usr/bin/node', process.execPath)
        .replaceAll('/opt/senca/app/deploy', deploy())
      writeFileSync(path, unit)
      return path
    })
    expect(run(analyze, ['verify', ...paths])).toEqual({ status: 0, reported: '' })
  })

  it('is exposed little', () => {
    const analyze = findTool('systemd-analyze', 'systemd')
    const { status } = run(analyze, [
      'security',
      '--offline=true',
      '--threshold=25',
      deploy('systemd', 'senca.service'),
    ])
    expect(status).toBe(0)
  })

  it('stop the supervisor first, give it longer than it needs, and write where the data are only', () => {
    const { Service } = parseUnit(read('systemd', 'senca.service'))
    expect(Service).toMatchObject({
      KillMode: ['mixed'],
      TimeoutStopSec: ['30s'],
      Restart: ['on-failure'],
      NoNewPrivileges: ['yes'],
      ProtectSystem: ['strict'],
      ReadWritePaths: ['/var/lib/senca'],
      PrivateTmp: ['yes'],
    })
    const [, script] = /^\/usr\/bin\/node (\S+)$/.exec(Service.ExecStart[0]) ?? []
    expect(existsSync(join(ROOT, script))).toBe(true)
    // Node compiles code at run time.
    expect(Service.MemoryDenyWriteExecute).toBe(undefined)
  })

  it('restore the logins of Mosquitto by the same script and from the same file that they copy', () => {
    const copied = parseUnit(read('systemd', 'senca-broker-logins.service')).Service.ExecStart[0]
    const restored = parseUnit(read('systemd', 'mosquitto.service.d/senca.conf')).Service.ExecStartPre[0]
    expect(restored).toBe(copied.replace(' keep ', ' restore '))
    const [script, , file] = copied.split(' ')
    expect(existsSync(script.replace('/opt/senca/app', ROOT))).toBe(true)
    expect(parseUnit(read('systemd', 'senca-broker-logins.path')).Path.PathChanged).toEqual([file])
    expect(readFileSync(join(ROOT, 'docs/operate/scale.md'), 'utf8')).toContain(
      `plugin_opt_config_file ${file}\n`,
    )
  })

  it.each(['senca.service', 'senca-backup.service'])(
    '%s refuses what Node may do without, and does not kill it',
    (name) => {
      // Node uses memory protection keys, which @system-service does not allow, so they must fail with EPERM.
      const { Service } = parseUnit(read('systemd', name))
      expect(Service.SystemCallFilter).toEqual(['@system-service'])
      expect(Service.SystemCallErrorNumber).toEqual(['EPERM'])
    },
  )
})

/** Creates a certificate, its key, and a file with both. */
function makeCertificate() {
  const certificate = join(folder, 'certificate.pem')
  const key = join(folder, 'key.pem')
  const both = join(folder, 'both.pem')
  const subject = ['-subj', '/CN=senca.example.com', '-days', '1', '-nodes']
  run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate, ...subject])
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  return { certificate, key, both }
}

describe('the proxies', () => {
  it('Caddy takes its file', () => {
    const caddy = findTool('caddy', 'caddy', { isService: true })
    const { status, reported } = run(caddy, [
      'validate',
      '--adapter',
      'caddyfile',
      '--config',
      deploy('caddy', 'Caddyfile'),
    ])
    expect(reported).toContain('Valid configuration')
    expect(status).toBe(0)
  })

  it('nginx takes its file', () => {
    const nginx = findTool('nginx', 'nginx', { isService: true })
    const { certificate, key } = makeCertificate()
    const site = read('nginx', 'senca.conf')
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    const config = join(folder, 'nginx.conf')
    const logs = `error_log ${folder}/error.log; pid ${folder}/nginx.pid;`
    // The default folders of the package exist only where it is installed.
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join('\n')
    writeFileSync(config, `${logs}\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}\n}\n`)
    const { status, reported } = run(nginx, ['-t', '-e', `${folder}/error.log`, '-p', folder, '-c', config])
    expect(reported).toContain('test is successful')
    expect(status).toBe(0)
  })

  // The behavior with failing servers is tested with this file by `npm run soak -- --instances 3`.
  it('HAProxy takes its file', () => {
    const haproxy = findTool('haproxy', 'haproxy', { keepsStill: 'haproxy.service' })
    const certificate = makeCertificate()
    const config = join(folder, 'haproxy.cfg')
    writeFileSync(config, read('haproxy', 'haproxy.cfg').replace('/etc/haproxy/senca.pem', certificate.both))
    const { status, reported } = run(haproxy, ['-c', '-f', config])
    expect(reported).toContain('Configuration file is valid')
    expect(status).toBe(0)
  })
})
