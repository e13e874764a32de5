import type { Product } from '@senca/e2e/product/product.ts'
import fc from 'fast-check'
import type { Inspector } from '../soak/inspector.ts'
import { describedCalls } from './api-description.ts'
import { FOREIGN_POSITION, type FuzzHome, openFuzzHome } from './fuzz-home.ts'
import { type HttpCase, httpCases } from './http-cases.ts'
import {
  type BytesCase,
  bytesCases,
  type FrameCase,
  frameCases,
  type MqttCase,
  mqttCases,
} from './mqtt-cases.ts'
import { sendHttp } from './send-http.ts'
import { type NonsenseDevice, plugInNonsense, sendBytes, sendFrames } from './send-mqtt.ts'

type Case = HttpCase | MqttCase | BytesCase | FrameCase

/** A test case whose answer is not allowed. */
interface FuzzFault {
  number: number
  asked: string
  fault: string
}

export interface FuzzReport {
  sent: number
  /** The number of cases by kind (`http`, `mqtt` and so on). */
  sentByKind: Map<string, number>
  calls: number
  /** How often each call was answered with 200, by its name; 0 for calls that never were. */
  succeeded: Map<string, number>
  tookMs: number
  faults: FuzzFault[]
  /** The heap size of the server after garbage collection, in bytes, after a quarter of the cases and at the end. */
  heapBytes: { quarter: number; end: number }
}

export interface FuzzOptions {
  seed: number
  runs: number
  /** Sends only the case with this number. */
  only?: number | undefined
  inspector: Inspector
  progress?(sent: number): void
}

/** Cases are generated in chunks, so that one case can be repeated without generating all cases before it. */
const CHUNK = 250
const LANES = 16
const FAULTS_MAX = 20
const WEIGHTS = { http: 86, mqtt: 11, bytes: 2, frame: 1 } as const
/** The JavaScript engine's own caches grow by about this much at first. */
const HEAP_GROWTH_MAX_BYTES = 32 * 1024 * 1024

const show = (asked: Case): string =>
  JSON.stringify(asked, (_key, value: unknown) => (Buffer.isBuffer(value) ? value.toString('base64') : value))

const send = (home: FuzzHome, nonsense: NonsenseDevice, asked: Case): Promise<string[]> => {
  switch (asked.kind) {
    case 'http':
      return sendHttp(home, asked)
    case 'mqtt':
      return nonsense.send(asked)
    case 'bytes':
      return sendBytes(home, asked)
    case 'frame':
      return sendFrames(home, asked)
  }
}

/** Log lines of level error or fatal, whatever the answers were. */
const failuresIn = (log: string): string[] => log.split('\n').filter((line) => /^\{"level":[56]0,/.test(line))

/** Checks that the server answers and that the foreign home is unchanged. */
async function checkAfter({ caller, foreign, foreignDevice }: FuzzHome): Promise<string[]> {
  const health = await caller.call({ method: 'GET', path: '/healthz' })
  if (health.status !== 200) return [`the server is not well: ${health.status} ${health.text}`]
  const { [foreignDevice.id]: device } = await foreign.devices()
  if (device === undefined) return ['the foreign device is gone']
  const isAsItWas = device.connected && device.state.position === FOREIGN_POSITION
  return isAsItWas ? [] : [`the foreign device was touched: ${JSON.stringify(device.state)}`]
}

/** Sends generated cases to a running product. Rejects only if the product cannot be used at all. */
export async function runFuzz(product: Product, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, runs, only, inspector, progress } = options
  const home = await openFuzzHome(product)
  const description = await home.caller.call({ method: 'GET', path: '/auth/openapi.json' })
  const calls = describedCalls(description.text)
  const cases: fc.Arbitrary<Case> = fc.oneof(
    { weight: WEIGHTS.http, arbitrary: httpCases(calls) },
    { weight: WEIGHTS.mqtt, arbitrary: mqttCases },
    { weight: WEIGHTS.bytes, arbitrary: bytesCases },
    { weight: WEIGHTS.frame, arbitrary: frameCases },
  )
  const nonsense = plugInNonsense(home)
  const sentByKind = new Map<string, number>()
  const faults: FuzzFault[] = []
  const startedMs = performance.now()
  let sent = 0
  let quarter = Number.NaN
  let logged = product.log().length

  const sendOne = async (asked: Case, number: number): Promise<void> => {
    const found = await send(home, nonsense, asked).catch((error: unknown) => [String(error)])
    sentByKind.set(asked.kind, (sentByKind.get(asked.kind) ?? 0) + 1)
    sent += 1
    for (const fault of found) faults.push({ number, asked: show(asked), fault })
  }
  const sendChunk = async (chunk: number): Promise<void> => {
    const first = chunk * CHUNK
    const made = fc.sample(cases, { seed: seed + chunk, numRuns: CHUNK })
    const due = made
      .map((asked, n) => ({ asked, number: first + n }))
      .filter(({ number }) => number < runs && (only === undefined || number === only))
    const lanes = Array.from({ length: LANES }, async () => {
      for (let next = due.shift(); next !== undefined; next = due.shift())
        await sendOne(next.asked, next.number)
    })
    await Promise.all(lanes)
  }

  try {
    const chunks =
      only === undefined
        ? Array.from({ length: Math.ceil(runs / CHUNK) }, (_, n) => n)
        : [Math.floor(only / CHUNK)]
    for (const [n, chunk] of chunks.entries()) {
      await sendChunk(chunk)
      const log = product.log().slice(logged)
      logged += log.length
      const wrong = [...(await checkAfter(home)), ...nonsense.faults().splice(0), ...failuresIn(log)]
      for (const fault of wrong)
        faults.push({ number: chunk * CHUNK, asked: `up to ${CHUNK} cases from here`, fault })
      if (faults.length >= FAULTS_MAX) break
      await home.repair()
      if (n === Math.max(0, Math.ceil(chunks.length / 4) - 1)) quarter = await inspector.heapBytes()
      progress?.(sent)
    }
    const end = await inspector.heapBytes()
    if (end - quarter > HEAP_GROWTH_MAX_BYTES)
      faults.push({ number: 0, asked: 'all', fault: `the heap grows from ${quarter} to ${end} bytes` })
    const tookMs = performance.now() - startedMs
    const succeeded = new Map(
      calls.map(({ method, path }) => [`${method} ${path}`, home.succeeded.get(`${method} ${path}`) ?? 0]),
    )
    return { sent, sentByKind, calls: calls.length, succeeded, tookMs, faults, heapBytes: { quarter, end } }
  } finally {
    nonsense.end()
    await home.stop()
  }
}
