import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './installation.mjs'

const BROWSER_TESTS = 'e2e/'

/**
 * What to run: `unit` and `browser` are filters for file names (`[]`: all, `undefined`: none of that kind), `smoke` adds the
 * journeys that are tagged so, `all` what `npm test` leaves out.
 */
export function readSelection(args, changedFiles = listChangedFiles) {
  const all = args.includes('--all')
  const paths = args.filter((each) => !each.startsWith('--'))
  const unknown = args.find((each) => each.startsWith('--') && !['--all', '--changed'].includes(each))
  if (unknown !== undefined) throw new Error(`${unknown} is none of --all, --changed [commit], or a path`)
  if (args.includes('--changed')) {
    const { unit, browser } = testsOf(changedFiles(paths[0]))
    return { unit, browser, smoke: true, all }
  }
  if (paths.length === 0) return { unit: [], browser: [], smoke: false, all }
  const browser = paths.filter((path) => path.startsWith(BROWSER_TESTS))
  const unit = paths.filter((path) => !path.startsWith(BROWSER_TESTS))
  return {
    unit: unit.length > 0 ? unit : undefined,
    browser: browser.length > 0 ? browser : undefined,
    smoke: false,
    all,
  }
}

/**
 * The tests of the folders in which files changed. A feature of the server is followed by its folder and not by imports: nearly
 * every test of the server imports the whole app. Tests of the web app and of the contract are quick, so all of them run.
 */
export function testsOf(files) {
  const unit = new Set()
  const browser = new Set()
  for (const file of files) {
    const [, folder] =
      /^(apps\/server\/src\/(?:features|platform|drivers)\/[^/]+\/|apps\/web\/|apps\/simulator\/|packages\/contract\/|bench\/src\/)/.exec(
        file,
      ) ?? []
    if (folder !== undefined) unit.add(folder)
    if (folder === 'packages/contract/') unit.add('apps/web/')
    if (folder === undefined && /\.test\.(ts|tsx|mjs)$/.test(file)) unit.add(file)
    const beside = file.replace(/\.(ts|mjs)$/, '.test.$1')
    if (folder === undefined && beside !== file && existsSync(join(ROOT, beside))) unit.add(beside)
    if (/^e2e\/.*\.spec\.ts$/.test(file)) browser.add(file)
  }
  return { unit: orNone(unit), browser: orNone(browser) }
}

const orNone = (names) => (names.size > 0 ? [...names].sort() : undefined)

/** Files that differ from a commit; by default what is not committed, or else the last commit. */
function listChangedFiles(commit) {
  const lines = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`)
    return stdout.split('\n').filter((line) => line !== '')
  }
  const untracked = lines('ls-files', '--others', '--exclude-standard')
  const uncommitted = [...lines('diff', '--name-only', 'HEAD'), ...untracked]
  const committed = commit === undefined ? [] : lines('diff', '--name-only', commit, 'HEAD')
  const changed = [...committed, ...uncommitted]
  const files = changed.length > 0 || commit !== undefined ? changed : lines('diff', '--name-only', 'HEAD~1')
  return files.filter((file) => existsSync(join(ROOT, file)))
}
