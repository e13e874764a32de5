import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser, ensureEngines } from './browser.mjs'
import { buildStale, PRODUCT } from './builds.mjs'
import { ensureInstalled, giveUp, ROOT } from './installation.mjs'
import { browserResults, deserveSecondRun, repeatFailures, unitResults } from './test-reports.mjs'

const E2E = join(ROOT, 'e2e')

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
const kinds = [
  { title: 'unit tests', run: runUnitTests },
  ...(hasBrowserTests ? [{ title: 'browser tests', run: runBrowserTests }] : []),
]
const runs = kinds.map(({ title, run }) => ({ title, run, ...run([]) }))
const isRepeated = deserveSecondRun(runs)
const results = isRepeated ? runs.map(repeatFailures) : runs
rmSync(reports, { recursive: true, force: true })

const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, { failures }) => sum + failures.length, 0)
process.exitCode = failed === 0 && results.every((result) => result.passed > 0) ? 0 : 1
if (isRepeated) print('Failed at first, and its file was run again alone', runs)
print('Failed', results)
process.stdout.write(`${passed} passed, ${failed} failed\n`)

function print(word, all) {
  for (const { title, failures } of all)
    for (const { name } of failures) process.stdout.write(`${word}: ${title}: ${name}\n`)
}

function runUnitTests(files) {
  const report = join(reports, 'unit.json')
  const args = [
    'vitest',
    'vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ]
  return resultsOf(run(args, ROOT, { BUILT_SERVER: 'yes' }), unitResults(takeReport(report)))
}

function runBrowserTests(files) {
  const report = join(reports, 'browser.json')
  const env = { E2E_REPORT: report, CHROMIUM_PATH: browser, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }
  const status = run(['@playwright/test', 'cli.js', 'test', ...files], E2E, env)
  return resultsOf(status, browserResults(takeReport(report)))
}

function run([packageName, file, ...args], cwd, env) {
  const path = join(ROOT, 'node_modules', packageName, file)
  return spawnSync(process.execPath, [path, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  }).status
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
