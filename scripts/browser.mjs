import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { giveUp } from './installation.mjs'

/** The headless shell comes first: it does the same with a quarter less work. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/** Debian has the first package; if it is missing, the second is used. */
const PACKAGES = ['chromium-headless-shell', 'chromium']
const ATTEMPTS = 2

/** The other browser engines and their packages; `e2e/tests/app/engines.spec.ts` shows what runs in them. */
const ENGINES = [
  // The headless shell shows no notifications.
  { program: '/usr/bin/chromium', packages: ['chromium'] },
  { program: '/usr/bin/firefox-esr', packages: ['firefox-esr'] },
  { program: '/usr/bin/WebKitWebDriver', packages: ['webkit2gtk-driver', 'xvfb'] },
]

/** What to do about a browser: use the `path` of an existing one, `install` one, or explain (`notify`) why there is none. */
export function planBrowser({ path, wanted, hasApt, isRoot }) {
  if (path !== undefined) return { path }
  if (wanted) return { notify: `CHROMIUM_PATH names no file: ${wanted}` }
  if (!hasApt)
    return { notify: 'The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH.' }
  if (!isRoot)
    return {
      notify: 'The browser tests need a browser. Type: sudo apt-get install -y chromium-headless-shell',
    }
  return { install: true }
}

/**
 * Returns the path of a browser for the browser tests. Installs one if allowed; otherwise ends the process with the command to
 * type.
 */
export function ensureBrowser() {
  const plan = planBrowser({
    path: findBrowser(),
    wanted: process.env.CHROMIUM_PATH,
    hasApt: existsSync('/usr/bin/apt-get'),
    isRoot: process.getuid?.() === 0,
  })
  if (plan.notify !== undefined) giveUp(plan.notify)
  return plan.path ?? install()
}

function install() {
  process.stdout.write('The browser tests need a browser: installing Chromium by apt…\n')
  let problem = ''
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    problem = runApt(['update'])
    for (const name of PACKAGES) {
      problem += runApt(['install', '-y', '--no-install-recommends', name])
      const installed = findBrowser()
      if (installed !== undefined) return installed
    }
  }
  return giveUp(`Chromium could not be installed:\n${problem}`)
}

/** What to do about the other engines: `install` the packages of the missing ones, or report (`notify`) that they are skipped. */
export function planEngines({ missing, hasApt, isRoot }) {
  if (missing.length === 0) return {}
  const packages = missing.flatMap((engine) => engine.packages)
  if (hasApt && isRoot) return { install: packages }
  return { notify: `The tests in other engines are left out: they need ${packages.join(', ')} of Debian.` }
}

/** Installs Firefox and WebKitGTK if allowed. Without them, the tests in the missing engines are skipped. */
export function ensureEngines() {
  const plan = planEngines({
    missing: ENGINES.filter(({ program }) => !existsSync(program)),
    hasApt: existsSync('/usr/bin/apt-get'),
    isRoot: process.getuid?.() === 0,
  })
  if (plan.notify !== undefined) process.stdout.write(`${plan.notify}\n`)
  if (plan.install === undefined) return
  process.stdout.write(`Installing ${plan.install.join(', ')} by apt for the tests in other engines…\n`)
  const problem = runApt(['update']) + runApt(['install', '-y', '--no-install-recommends', ...plan.install])
  if (ENGINES.some(({ program }) => !existsSync(program)))
    process.stdout.write(`The tests in other engines are left out: apt could not install them.\n${problem}\n`)
}

function findBrowser() {
  const { CHROMIUM_PATH } = process.env
  return (CHROMIUM_PATH ? [CHROMIUM_PATH] : PLACES).find((path) => existsSync(path))
}

/** Returns what went wrong, or undefined. */
function runApt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr } = spawnSync('apt-get', ['-q', ...args], { env, encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}`
}
