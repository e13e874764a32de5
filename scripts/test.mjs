import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { buildStale, PRODUCT } from './builds.mjs'
import { ensureInstalled, giveUp, ROOT } from './installation.mjs'
import { browserResults, unitResults } from './test-reports.mjs'

const E2E = join(ROOT, 'e2e')

ensureInstalled()
const hasBrowserTests = existsSync(join(E2E, 'playwright.config.ts'))
const browser = hasBrowserTests ? ensureBrowser() : undefined
try {
  await buildStale([...PRODUCT, 'gallery'])
} catch (error) {
  giveUp(error.message)
}

const reports = mkdtempSync(join(tmpdir(), 'senca-tests-'))
const runs = [runUnitTests(), ...(hasBrowserTests ? [runBrowserTests()] : [])]
rmSync(reports, { recursive: true, force: true })

const passed = runs.reduce((sum, run) => sum + run.passed, 0)
const failed = runs.reduce((sum, run) => sum + run.failed, 0)
process.exitCode = failed === 0 && runs.every((run) => run.isWell && run.passed > 0) ? 0 : 1
for (const { title, failures } of runs)
  for (const failure of failures) process.stdout.write(`Failed: ${title}: ${failure}\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)

function runUnitTests() {
  const report = join(reports, 'unit.json')
  const args = [
    'vitest',
    'vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const status = run(args, ROOT, {})
  return sumUp('unit tests', status, unitResults(read(report)))
}

function runBrowserTests() {
  const report = join(reports, 'browser.json')
  const env = { E2E_REPORT: report, CHROMIUM_PATH: browser, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }
  const status = run(['@playwright/test', 'cli.js', 'test'], E2E, env)
  return sumUp('browser tests', status, browserResults(read(report)))
}

function run([packageName, file, ...args], cwd, env) {
  const path = join(ROOT, 'node_modules', packageName, file)
  return spawnSync(process.execPath, [path, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  }).status
}

/** A run may also break outside of every test. */
function sumUp(title, status, { passed, failures }) {
  const isWell = status === 0
  const all = isWell || failures.length > 0 ? failures : [`ended with ${status}`]
  return { title, isWell, passed, failed: all.length, failures: all }
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
