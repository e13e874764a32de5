import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endOf, ROOT } from '@senca/e2e/product/processes.ts'
import { freePort } from '@senca/server/free-port'
import { until } from '../soak-home.ts'

interface Tools {
  findTool(name: string, debianPackage: string, options: { keepsStill: string }): string
}

/** HAProxy as packaged by Debian in front of several servers, configured by the example in `deploy`. */
export interface Balancer {
  /** Sets a server to "drain" (it gets no new connections, the existing ones continue) or back to "ready". */
  set(nth: number, state: 'drain' | 'ready'): Promise<void>
  stop(): Promise<void>
}

const EXAMPLE = join(ROOT, 'deploy/haproxy/haproxy.cfg')
const START_MS = 30_000
const nameOf = (nth: number): string => `senca-${nth + 1}`

/** The example with the addresses of this machine, and without the user that the package creates. */
async function configurationOf(port: number, serverPorts: readonly number[], socket: string) {
  const replaceLine = (text: string, line: RegExp, by: string): string => {
    if (!line.test(text)) throw new Error(`${EXAMPLE} has no line like ${line}`)
    return text.replace(line, by)
  }
  const servers = serverPorts.map((each, nth) => `    server ${nameOf(nth)} 127.0.0.1:${each}\n`).join('')
  return [
    [/^ {4}(user|group) haproxy\n/gm, ''],
    [/\/run\/haproxy\/admin\.sock/, socket],
    [/^ {4}bind :80$/m, `    bind 127.0.0.1:${await freePort()}`],
    [/^ {4}bind :443 ssl .*$/m, `    bind 127.0.0.1:${port}`],
    [/X-Forwarded-Proto https/, 'X-Forwarded-Proto http'],
    [/( {4}server \S+ \S+\n)+/, servers],
  ].reduce(
    (text, [line, by]) => replaceLine(text, RegExp(line ?? ''), String(by)),
    readFileSync(EXAMPLE, 'utf8'),
  )
}

/** Sends a line to the administration socket and returns the answer. */
const administer = (socket: string, line: string): Promise<string> =>
  new Promise((done, fail) => {
    let reported = ''
    const connection = connect(socket)
    connection.on('data', (bytes) => {
      reported += bytes
    })
    connection.on('error', fail)
    connection.on('close', () => done(reported.trim()))
    connection.end(`${line}\n`)
  })

export async function startBalancer(port: number, serverPorts: readonly number[]): Promise<Balancer> {
  const tools: Tools = await import(pathToFileURL(join(ROOT, 'scripts/tools.mjs')).href)
  const program = tools.findTool('haproxy', 'haproxy', { keepsStill: 'haproxy.service' })
  const folder = mkdtempSync(join(tmpdir(), 'senca-haproxy-'))
  const socket = join(folder, 'admin.sock')
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, await configurationOf(port, serverPorts, socket))
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let reported = ''
  child.stderr.on('data', (bytes) => {
    reported += bytes
  })
  const isServing = async (): Promise<boolean> => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
    return answer?.status === 200
  }
  if (!(await until(isServing, START_MS))) throw new Error(`HAProxy does not serve: ${reported}`)
  return {
    async set(nth, state) {
      const answer = await administer(socket, `set server senca/${nameOf(nth)} state ${state}`)
      if (answer !== '') throw new Error(`HAProxy: ${answer}`)
    },
    async stop() {
      child.kill('SIGTERM')
      await endOf(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
