import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import { browserPath } from '@senca/e2e/product/browser.ts'
import { Client } from '@senca/e2e/product/client.ts'
import { DEMO, type Product, startProduct } from '@senca/e2e/product/product.ts'
import { freePort } from '@senca/server/free-port'
import * as z from 'zod/mini'
import { median } from './percentiles.ts'
import { startHttpsProxy } from './product/https-proxy.ts'

// Measures guest pages and owner pages with Lighthouse: a simulated phone on a slow connection (the defaults of Lighthouse), each
// page loaded several times. The product is behind a proxy with https and HTTP/2, as the guide for self-hosting sets it up;
// `--plain` leaves the proxy out. Prints the median of each figure: scores, first and largest contentful paint, blocking time,
// layout shift, transferred bytes, and the speed of the machine; on a busy machine scripts take longer, and the performance score
// says little. `node bench/run.mjs lighthouse [--runs 3] [--only home] [--reports <folder>] [--plain]`.

const LIGHTHOUSE = 'lighthouse@12.8.2'
const FOLDER = resolve(import.meta.dirname, '../../.cache/lighthouse')
const PROGRAM = join(FOLDER, 'node_modules/lighthouse/cli/index.js')
const HOUR_MS = 3_600_000

const score = z.object({ score: z.nullable(z.number()) })
const figure = z.object({ numericValue: z.number() })
const reportSchema = z.object({
  runtimeError: z.optional(z.object({ message: z.string() })),
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.object({ performance: score, accessibility: score, 'best-practices': score }),
  audits: z.object({
    'first-contentful-paint': figure,
    'largest-contentful-paint': figure,
    'total-blocking-time': figure,
    'cumulative-layout-shift': figure,
    'total-byte-weight': figure,
  }),
})
type Report = z.infer<typeof reportSchema>

const COLUMNS: Record<string, (report: Report) => number> = {
  performance: ({ categories }) => 100 * (categories.performance.score ?? Number.NaN),
  accessibility: ({ categories }) => 100 * (categories.accessibility.score ?? Number.NaN),
  'best practices': ({ categories }) => 100 * (categories['best-practices'].score ?? Number.NaN),
  'FCP ms': ({ audits }) => audits['first-contentful-paint'].numericValue,
  'LCP ms': ({ audits }) => audits['largest-contentful-paint'].numericValue,
  'TBT ms': ({ audits }) => audits['total-blocking-time'].numericValue,
  CLS: ({ audits }) => audits['cumulative-layout-shift'].numericValue,
  KB: ({ audits }) => audits['total-byte-weight'].numericValue / 1_024,
  machine: ({ environment }) => environment.benchmarkIndex,
}

const { values: asked } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
    reports: { type: 'string' },
    plain: { type: 'boolean', default: false },
  },
})

installLighthouse()
const securePort = await freePort()
const secureUrl = `https://localhost:${securePort}`
const product = await startProduct(asked.plain ? {} : { PUBLIC_URL: secureUrl })
const proxy = asked.plain ? undefined : await startHttpsProxy(securePort, product.url)
try {
  await product.startSimulator()
  const rows: Record<string, Record<string, number>> = {}
  for (const [name, visit] of Object.entries(await visitsOf(product, proxy ? secureUrl : product.url))) {
    if (asked.only !== undefined && asked.only !== name) continue
    const reports: Report[] = []
    for (let run = 0; run < Number(asked.runs); run += 1) reports.push(await inspect(visit, `${name}-${run}`))
    rows[name] = mediansOf(reports)
  }
  console.table(rows)
} finally {
  await proxy?.stop()
  await product.stop()
}

/** Installed on demand, because it brings 200 packages that nothing else needs. */
function installLighthouse(): void {
  if (existsSync(PROGRAM)) return
  mkdirSync(FOLDER, { recursive: true })
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', FOLDER, '--no-audit', '--no-fund', '--prefer-offline', LIGHTHOUSE],
    { stdio: 'inherit' },
  )
  if (status !== 0) throw new Error(`${LIGHTHOUSE} could not be installed`)
}

interface Visit {
  address: string
  /** Whether the browser has a session of the demo home's owner. */
  isSignedIn: boolean
}

/**
 * The guest's list of all shared demo devices, a guest page of each device type, and the owner's login, home and shade pages, at
 * `url`.
 */
async function visitsOf(product: Product, url: string): Promise<Record<string, Visit>> {
  const owner = new Client(product.url)
  await owner.signIn(DEMO.email, DEMO.password)
  const devices = Object.values(await owner.devices())
  const { body } = await owner.call('POST', '/api/v1/device-link/create', {
    bearer: true,
    json: {
      devices: devices.map(({ id }) => id),
      multiUse: true,
      name: 'Lighthouse',
      startsAt: new Date(Date.now() - HOUR_MS).toISOString(),
      expiresAt: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
    },
  })
  const { token } = z.object({ token: z.string() }).parse(body)
  const idOf = (kind: string): string => {
    const device = devices.find(({ devicetype }) => devicetype === kind)
    if (device === undefined) throw new Error(`The demo home has no ${kind}`)
    return device.id
  }
  const asGuest = (path: string): Visit => ({ address: url + path, isSignedIn: false })
  const shared = (kind: string) =>
    asGuest(`/device-link/device?${new URLSearchParams({ token, deviceId: idOf(kind) })}`)
  return {
    list: asGuest(`/device-link?token=${encodeURIComponent(token)}`),
    venetian_blind: shared('venetian_blind'),
    home_door: shared('home_door'),
    light: shared('light'),
    login: asGuest('/'),
    home: { address: `${url}/home`, isSignedIn: true },
    device: { address: `${url}/device?deviceId=${idOf('roller_shutter')}`, isSignedIn: true },
  }
}

/** Loads a page once and returns the Lighthouse report. Throws after three failed attempts. */
async function inspect(visit: Visit, name: string, attempts = 3): Promise<Report> {
  const folder = asked.reports ?? FOLDER
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.json`)
  const { port, close } = await openBrowser(visit)
  const program = spawn(
    process.execPath,
    [
      PROGRAM,
      visit.address,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      '--only-categories=performance,accessibility,best-practices',
      `--port=${port}`,
      // The browser profile is new; only its session must be kept.
      '--disable-storage-reset',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const code = await new Promise((done) => program.once('exit', done))
  await close()
  // On a busy machine a browser may lose the beginning of its own trace, so the run is repeated.
  if (code !== 0 && attempts > 1) return inspect(visit, name, attempts - 1)
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} on ${name}`)
  const report = reportSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  if (asked.reports === undefined) await rm(file)
  if (report.runtimeError !== undefined) throw new Error(report.runtimeError.message)
  return report
}

/** Opens a browser that has loaded nothing of the product yet. Lighthouse connects to it on `port`. */
async function openBrowser({ address, isSignedIn }: Visit) {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'senca-lighthouse-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: browserPath(),
    ignoreHTTPSErrors: true,
    args: ['--no-sandbox', '--disable-gpu', '--ignore-certificate-errors', `--remote-debugging-port=${port}`],
  })
  if (isSignedIn) await keepSession(context, new URL(address).origin)
  return {
    port,
    async close() {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Signs in and stores that somebody is signed in, from a page that loads nothing of the app. */
async function keepSession(context: BrowserContext, origin: string): Promise<void> {
  const form = { login: DEMO.email, password: DEMO.password }
  const answer = await context.request.post(`${origin}/auth/login`, { form })
  if (!answer.ok()) throw new Error(await answer.text())
  const page = await context.newPage()
  await page.goto(`${origin}/favicon.svg`)
  const kept = { isLoggedIn: true, isConfirmed: true, isPasswordSet: true, email: DEMO.email, locale: null }
  await page.evaluate(`localStorage.setItem('senca.account', ${JSON.stringify(JSON.stringify(kept))})`)
  await page.close()
}

function mediansOf(reports: readonly Report[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(COLUMNS).map(([name, read]) => [name, Math.round(median(reports.map(read)) * 100) / 100]),
  )
}
