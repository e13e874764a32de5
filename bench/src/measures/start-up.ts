import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@senca/server/free-port'
import { sharedNow } from '../monotonic.ts'
import { commandLineOf, familyOf, type Memory, memoryOfAll } from '../product/process-cost.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const ASK_EVERY_MS = 10
const GIVE_UP_MS = 60_000
/** Waiting time after the start, until the demo hardware is connected and one-time work is done. */
const REST_MS = 5_000

export interface StartUp {
  /** Seconds from `npm start` to the first answered request. */
  seconds: number
  memory: Record<(typeof PROCESSES)[number], Memory>
}

const PROCESSES = ['server', 'simulator', 'PostgreSQL', 'npm and supervisor'] as const

const nameOf = (commandLine: string): (typeof PROCESSES)[number] => {
  if (commandLine.includes('postgres')) return 'PostgreSQL'
  if (commandLine.includes('apps/server/')) return 'server'
  return commandLine.includes('apps/simulator/') ? 'simulator' : 'npm and supervisor'
}

/** Starts Senca with `npm start` in a used data folder and measures the starts after the first. */
export async function measureStarts(starts: number): Promise<StartUp[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'senca-bench-'))
  try {
    const found: StartUp[] = []
    for (let number = 0; number <= starts; number += 1) {
      const measured = await startOnce(dataDir, number > 0)
      if (number > 0) found.push(measured)
    }
    return found
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(dataDir: string, isMeasured: boolean): Promise<StartUp> {
  const [port, mqttPort] = [await freePort(), await freePort()]
  const begun = sharedNow()
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      WEATHER_PROVIDER: 'none',
      DATA_DIR: dataDir,
    },
    stdio: 'ignore',
    detached: true,
  })
  const pid = child.pid ?? 0
  const ended = new Promise((done) => child.once('exit', done))
  try {
    await firstAnswer(`http://127.0.0.1:${port}/healthz`)
    const seconds = (sharedNow() - begun) / 1_000
    if (isMeasured) await wait(REST_MS)
    return { seconds, memory: memoryByName(pid) }
  } finally {
    process.kill(-pid, 'SIGTERM')
    await ended
  }
}

async function firstAnswer(url: string): Promise<void> {
  const until = sharedNow() + GIVE_UP_MS
  while (sharedNow() < until) {
    const isThere = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isThere) return
    await wait(ASK_EVERY_MS)
  }
  throw new Error(`${url} was not answered`)
}

function memoryByName(pid: number): StartUp['memory'] {
  const family = familyOf(pid)
  const of = (name: (typeof PROCESSES)[number]) =>
    memoryOfAll(family.filter((member) => nameOf(commandLineOf(member)) === name))
  return {
    server: of('server'),
    simulator: of('simulator'),
    PostgreSQL: of('PostgreSQL'),
    'npm and supervisor': of('npm and supervisor'),
  }
}
