import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../installation.mjs'
import { findTool } from '../tools.mjs'
import { readDockerfile } from './dockerfile.mjs'
import { knownVariables } from './variables.mjs'

const whole = join(ROOT, 'deploy', 'compose')
const read = (...path) => readFileSync(join(ROOT, ...path), 'utf8')
const FILES = ['compose.yaml', 'deploy/compose/compose.yaml']
const load = (file) => parse(read(file), { merge: true })
const servers = (file) => Object.values(load(file).services).filter(({ image }) => image === 'senca')

let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'senca-compose-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(FILES)('%s', (file) => {
  it('runs the server as its image is made, with nothing to write to but data and /tmp', () => {
    const image = readDockerfile().at(-1)
    expect(servers(file).length).toBeGreaterThan(0)
    for (const server of servers(file)) {
      expect(server).toMatchObject({
        read_only: true,
        init: true,
        cap_drop: ['ALL'],
        stop_grace_period: '30s',
      })
      const writable = [...(server.tmpfs ?? []), ...(server.volumes ?? [])].map(String)
      for (const path of [image.env.DATA_DIR, '/tmp'])
        expect(writable.some((entry) => entry.split(':').includes(path))).toBe(true)
      expect(existsSync(join(ROOT, dirname(file), server.build, 'Dockerfile'))).toBe(true)
      expect(Object.keys(server.environment).filter((name) => !knownVariables().includes(name))).toEqual([])
    }
  })

  it('Compose takes it, and refuses it while a secret is missing', () => {
    const compose = findTool('docker-compose', 'docker-compose')
    const example = read('deploy/compose/.env.example')
    const check = (settings) => {
      const env = join(folder, 'env')
      writeFileSync(env, settings)
      const args = ['--file', join(ROOT, file), '--env-file', env, 'config', '--quiet']
      const { status, stderr } = spawnSync(compose, args, { encoding: 'utf8', timeout: 120_000 })
      return { status, reported: stderr }
    }
    expect(check(example.replaceAll(/=$/gm, '=filled-0123456789abcdef'))).toEqual({ status: 0, reported: '' })
    if (file === 'deploy/compose/compose.yaml')
      expect(check(example)).toMatchObject({
        status: 1,
        reported: expect.stringContaining('set POSTGRES_PASSWORD in .env'),
      })
  })

  it('mounts files that are there, and volumes that it has', () => {
    const { services, volumes } = load(file)
    for (const service of Object.values(services)) {
      for (const mount of service.volumes ?? []) {
        const [source] = mount.split(':')
        // A backup is written to a folder that the operator creates.
        if (source.startsWith('.'))
          expect(source === './backups' || existsSync(join(ROOT, dirname(file), source)), source).toBe(true)
        else expect(volumes).toHaveProperty(source)
      }
      for (const needed of Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on ?? {}))
        expect(services).toHaveProperty(needed)
    }
  })
})

describe('the whole', () => {
  it('asks for nothing that its .env.example does not list', () => {
    const listed = [...read('deploy/compose/.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
    const optional = ['LOG_LEVEL']
    const asked = [...read('deploy/compose/compose.yaml').matchAll(/(?<!\$)\$\{([A-Z_]+)/g)].map(
      ([, name]) => name,
    )
    expect(new Set(asked)).toEqual(new Set([...listed, ...optional]))
  })

  it('configures the broker to ask the servers with their secret, and to deny the rest', () => {
    const { services } = load('deploy/compose/compose.yaml')
    const config = read('deploy/emqx/senca.hocon')
    for (const path of ['authenticate', 'authorize']) expect(config).toContain(`/auth/broker/${path}"`)
    expect(config).toContain('path = "/auth/broker/disconnected"')
    expect(config).toMatch(/^ {2}no_match = deny$/m)
    const [{ environment }] = servers('deploy/compose/compose.yaml')
    const secret = environment.BROKER_HOOK_SECRET.replace(/:\?.*\}$/, '}')
    const headers = Object.entries(services.emqx.environment).filter(([name]) => name.endsWith('__HEADERS'))
    expect(headers).toHaveLength(3)
    for (const [, value] of headers) expect(value).toContain(`Bearer ${secret}`)
  })

  it('has a Caddyfile that Caddy takes', () => {
    const caddy = findTool('caddy', 'caddy', { isService: true })
    const args = ['validate', '--adapter', 'caddyfile', '--config', join(whole, 'Caddyfile')]
    const env = { ...process.env, SENCA_DOMAIN: 'senca.example.com' }
    const { status, stdout } = spawnSync(caddy, args, { encoding: 'utf8', timeout: 120_000, env })
    expect(stdout).toContain('Valid configuration')
    expect(status).toBe(0)
  })

  it('hands a certificate over to the broker, whole, and again when it is renewed', async () => {
    const [from, to, tools] = ['from', 'to', 'tools'].map((name) => join(folder, name))
    for (const path of [join(from, 'acme', 'home.test'), to, tools]) mkdirSync(path, { recursive: true })
    // In the container it runs as root.
    writeFileSync(join(tools, 'chown'), '#!/bin/sh\n')
    chmodSync(join(tools, 'chown'), 0o755)
    const renew = (text) => {
      writeFileSync(join(from, 'acme', 'home.test', 'home.test.key'), `key ${text}`)
      writeFileSync(join(from, 'acme', 'home.test', 'home.test.crt'), `certificate ${text}`)
    }
    const child = spawn('/bin/sh', [join(whole, 'hand-over.sh')], {
      env: {
        PATH: `${tools}:${process.env.PATH}`,
        SENCA_DOMAIN: 'home.test',
        FROM_FOLDER: from,
        TO_FOLDER: to,
        CHECK_EVERY_SECONDS: '0.1',
      },
      stdio: 'ignore',
    })
    try {
      for (const text of ['one', 'two']) {
        renew(text)
        await vi.waitFor(() => {
          expect(readFileSync(join(to, 'fullchain.pem'), 'utf8')).toBe(`certificate ${text}`)
          expect(readFileSync(join(to, 'privkey.pem'), 'utf8')).toBe(`key ${text}`)
        }, 240_000)
      }
    } finally {
      child.kill('SIGKILL')
    }
  })
})

describe('Traefik', () => {
  it('leads to a service by routers and middlewares that it has', () => {
    const { http } = parse(read('deploy/traefik/senca.yaml'))
    const { entryPoints, certificatesResolvers, providers } = parse(read('deploy/traefik/traefik.yaml'))
    for (const router of Object.values(http.routers)) {
      expect(http.services).toHaveProperty(router.service)
      for (const name of router.entryPoints) expect(entryPoints).toHaveProperty(name)
      for (const name of router.middlewares ?? []) expect(http.middlewares).toHaveProperty(name)
      if (router.tls !== undefined) expect(certificatesResolvers).toHaveProperty(router.tls.certResolver)
    }
    expect(providers.file.filename).toMatch(/\/senca\.yaml$/)
  })
})

describe('Prometheus', () => {
  it('takes the alerts and the example that loads them', () => {
    const promtool = findTool('promtool', 'prometheus', { isService: true })
    const check = (...args) => {
      const { status, stdout, stderr } = spawnSync(promtool, ['check', ...args], { encoding: 'utf8' })
      return { status, reported: `${stdout}${stderr}` }
    }
    const place = (name) => join(ROOT, 'deploy', 'prometheus', name)
    const rules = check('rules', place('senca.rules.yml'))
    expect(rules.reported).toMatch(/SUCCESS: \d+ rules found/)
    expect(rules.status).toBe(0)
    expect(check('config', '--syntax-only', place('prometheus.yml')).status).toBe(0)
  })
})
