import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { browserPath } from '@senca/e2e/product/browser.ts'
import { Client } from '@senca/e2e/product/client.ts'
import { DEMO, type Product, startProduct } from '@senca/e2e/product/product.ts'
import * as z from 'zod/mini'
import { median } from './percentiles.ts'

// The guest pages as Lighthouse sees them: a simulated phone on a slow line (its own defaults), each page loaded again
// so many times. Prints the median of each figure: the scores, the first and the largest paint, the blocked time, how
// much moves about, what came over the line, and how fast the machine was meanwhile: on one that others keep busy the
// scripts take long, and performance says little. `node bench/run.mjs pages [--runs 3] [--only list] [--reports <folder>]`.

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
  },
})

installLighthouse()
const product = await startProduct()
try {
  await product.startSimulator()
  const rows: Record<string, Record<string, number>> = {}
  for (const [name, address] of Object.entries(await addressesOf(product))) {
    if (asked.only !== undefined && asked.only !== name) continue
    const reports: Report[] = []
    for (let run = 0; run < Number(asked.runs); run += 1) reports.push(await look(address, `${name}-${run}`))
    rows[name] = mediansOf(reports)
  }
  console.table(rows)
} finally {
  await product.stop()
}

/** It brings 200 packages along, which nothing else needs. */
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

/** The list of everything that the demo home lends, and a page of each kind of device. */
async function addressesOf({ url }: Product): Promise<Record<string, string>> {
  const owner = new Client(url)
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
  const pageOf = (kind: string): string => {
    const device = devices.find(({ devicetype }) => devicetype === kind)
    if (device === undefined) throw new Error(`The demo home has no ${kind}`)
    return `${url}/device-link/device?${new URLSearchParams({ token, deviceId: device.id })}`
  }
  return {
    list: `${url}/device-link?token=${encodeURIComponent(token)}`,
    venetian_blind: pageOf('venetian_blind'),
    home_door: pageOf('home_door'),
    light: pageOf('light'),
  }
}

/** Loads a page once and reads what Lighthouse says of it. Throws when it could not, three times over. */
async function look(address: string, name: string, attempts = 3): Promise<Report> {
  const folder = asked.reports ?? FOLDER
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.json`)
  const program = spawn(
    process.execPath,
    [
      PROGRAM,
      address,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      '--only-categories=performance,accessibility,best-practices',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: browserPath() }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const code = await new Promise((done) => program.once('exit', done))
  // A browser on a machine that is busy with something else may lose the beginning of its own recording.
  if (code !== 0 && attempts > 1) return look(address, name, attempts - 1)
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} on ${name}`)
  const report = reportSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  if (asked.reports === undefined) await rm(file)
  if (report.runtimeError !== undefined) throw new Error(report.runtimeError.message)
  return report
}

function mediansOf(reports: readonly Report[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(COLUMNS).map(([name, read]) => [name, Math.round(median(reports.map(read)) * 100) / 100]),
  )
}
