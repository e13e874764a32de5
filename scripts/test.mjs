import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser, ensureEngines } from './browser.mjs'
import { buildStale, PRODUCT } from './builds.mjs'
import { ensureInstalled, giveUp, ROOT } from './installation.mjs'
import { browserResults, deserveSecondRun, repeatFailures, unitResults } from './test-reports.mjs'
import { readSelection } from './test-selection.mjs'

const E2E = join(ROOT, 'e2e')
/**
 * Unit and browser tests run side by side, each with so many workers: a test waits for devices and dates for a part of its time,
 * so three workers of each kind keep two processors busy.
 */
const WORKERS = Math.min(Math.floor(availableParallelism() * 1.5), 8)

const selection = select()
await ensureInstalled()
const hasBrowserTests = selection.browser !== undefined || selection.smoke
const browser = hasBrowserTests ? ensureBrowser() : undefined
if (hasBrowserTests && selection.all) ensureEngines()
try {
  await buildStale([...PRODUCT, 'gallery'])
} catch (error) {
  giveUp(error.message)
}

const reports = mkdtempSync(join(tmpdir(), 'senca-tests-'))
const unitTests = selection.unit === undefined ? undefined : runUnitTests(selection.unit)
const browserTests =
  selection.browser === undefined ? undefined : runBrowserTests(selection.browser, unitTests)
const smokeTests = selection.smoke ? runSmokeTests([], Promise.all([unitTests, browserTests])) : undefined
const runs = []
for (const [title, run, result] of [
  ['unit tests', runUnitTests, unitTests],
  ['browser tests', runBrowserTests, browserTests],
  ['smoke run', runSmokeTests, smokeTests],
])
  if (result !== undefined) runs.push({ title, run, ...(await result) })
const isRepeated = deserveSecondRun(runs)
const results = []
for (const each of runs) results.push(isRepeated ? await repeatFailures(each) : each)
rmSync(reports, { recursive: true, force: true })

const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, { failures }) => sum + failures.length, 0)
const isComplete = results.length > 0 && results.every((result) => result.passed > 0)
process.exitCode = failed === 0 && isComplete ? 0 : 1
if (isRepeated) printFailures('Failed at first, and its file was run again alone', runs)
printFailures('Failed', results)
process.stdout.write(`${passed} passed, ${failed} failed\n`)

function printFailures(word, all) {
  for (const { title, failures } of all)
    for (const { name, reason = '' } of failures)
      process.stdout.write(`${word}: ${title}: ${name}\n${reason.replaceAll(/^/gm, '  ')}\n`)
}

function select() {
  try {
    return readSelection(process.argv.slice(2))
  } catch (error) {
    return giveUp(error.message)
  }
}

async function runUnitTests(files) {
  const report = join(reports, 'unit.json')
  const args = [
    'vitest',
    'vitest.mjs',
    'run',
    `--maxWorkers=${WORKERS}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ]
  const status = await run(args, ROOT, { BUILT_SERVER: 'yes' })
  return resultsOf(status, unitResults(readReport(report)))
}

function runSmokeTests(files, printAfter) {
  return runBrowserTests([...files, '--grep=@smoke'], printAfter, 'smoke')
}

async function runBrowserTests(files, printAfter, name = 'browser') {
  const report = join(reports, `${name}.json`)
  const filters = files.map((file) => file.replace(/^e2e\//, ''))
  const args = ['@playwright/test', 'cli.js', 'test', `--workers=${WORKERS}`, ...filters]
  const env = { E2E_REPORT: report, CHROMIUM_PATH: browser, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }
  const status = await run(args, E2E, env, printAfter)
  return resultsOf(status, browserResults(readReport(report)))
}

/** Returns the exit status. With `printAfter`, the output is held back until this promise is settled. */
async function run([packageName, file, ...args], cwd, env, printAfter) {
  const path = join(ROOT, 'node_modules', packageName, file)
  const output = printAfter === undefined ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, [path, ...args], {
    cwd,
    env: { ...process.env, ...(selection.all ? { TEST_ALL: 'yes' } : {}), ...env },
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

function readReport(file) {
  if (!existsSync(file)) return {}
  const report = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(file)
  return report
}
