import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser, ensureEngines } from './browser.mjs'
import { buildStale, PRODUCT } from './builds.mjs'
import { ensureInstalled, giveUp, ROOT } from './installation.mjs'
import { browserResults, deserveSecondRun, repeatFailures, unitResults } from './test-reports.mjs'

const E2E = join(ROOT, 'e2e')
/** Both kinds run side by side, because each waits for devices and dates for a part of its time. Six workers share two processors. */
const UNIT_WORKERS = 3
const BROWSER_WORKERS = 3

ensureInstalled()
const hasBrowserTests = existsSync(join(E2E, 'playwright.config.ts'))
const browser = hasBrowserTests ? ensureBrowser() : undefined
if (hasBrowserTests) ensureEngines()
try {
  await buildStale([...PRODUCT, 'gallery'])
} catch (error) {
  giveUp(error.message)
}

const reports = mkdtempSync(join(tmpdir(), 'senca-tests-'))
const unitTests = runUnitTests([])
const browserTests = hasBrowserTests ? runBrowserTests([], unitTests) : undefined
const runs = [{ title: 'unit tests', run: runUnitTests, ...(await unitTests) }]
if (browserTests !== undefined)
  runs.push({ title: 'browser tests', run: runBrowserTests, ...(await browserTests) })
const isRepeated = deserveSecondRun(runs)
const results = []
for (const each of runs) results.push(isRepeated ? await repeatFailures(each) : each)
rmSync(reports, { recursive: true, force: true })

const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, { failures }) => sum + failures.length, 0)
process.exitCode = failed === 0 && results.every((result) => result.passed > 0) ? 0 : 1
if (isRepeated) printFailures('Failed at first, and its file was run again alone', runs)
printFailures('Failed', results)
process.stdout.write(`${passed} passed, ${failed} failed\n`)

function printFailures(word, all) {
  for (const { title, failures } of all)
    for (const { name } of failures) process.stdout.write(`${word}: ${title}: ${name}\n`)
}

async function runUnitTests(files) {
  const report = join(reports, 'unit.json')
  const args = [
    'vitest',
    'vitest.mjs',
    'run',
    `--maxWorkers=${UNIT_WORKERS}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ]
  const status = await run(args, ROOT, { BUILT_SERVER: 'yes' })
  return resultsOf(status, unitResults(takeReport(report)))
}

async function runBrowserTests(files, printAfter) {
  const report = join(reports, 'browser.json')
  const args = ['@playwright/test', 'cli.js', 'test', `--workers=${BROWSER_WORKERS}`, ...files]
  const env = { E2E_REPORT: report, CHROMIUM_PATH: browser, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }
  const status = await run(args, E2E, env, printAfter)
  return resultsOf(status, browserResults(takeReport(report)))
}

/** Returns the exit status. With `printAfter`, the output is held back until this promise is settled. */
async function run([packageName, file, ...args], cwd, env, printAfter) {
  const path = join(ROOT, 'node_modules', packageName, file)
  const output = printAfter === undefined ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, [path, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['inherit', output, output],
  })
  for (const stream of [child.stdout, child.stderr]) if (stream !== null) printLater(stream, printAfter)
  const [status] = await once(child, 'close')
  return status
}

function printLater(stream, after) {
  let held = []
  stream.on('data', (bytes) => (held === undefined ? process.stdout.write(bytes) : held.push(bytes)))
  after.finally(() => {
    process.stdout.write(Buffer.concat(held))
    held = undefined
  })
}

/** A run may also fail outside of any test. */
function resultsOf(status, { passed, failures }) {
  const isExplained = status === 0 || failures.length > 0
  return { passed, failures: isExplained ? failures : [{ name: `ended with ${status}` }] }
}

function takeReport(file) {
  if (!existsSync(file)) return {}
  const report = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(file)
  return report
}
