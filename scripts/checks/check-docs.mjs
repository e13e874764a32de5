// Checks that every command and path in the Markdown files exists.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const files = tracked.filter((file) => file.endsWith('.md'))
const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts)
const NPM_OWN = new Set(['start', 'test', 'ci', 'install', 'run', 'view', 'install-scripts'])
const TEST = /`([\w./-]+\.(?:test|spec)\.\w+)` “([^”]+)”/g
const problems = []

/** The anchors of the headings of a page, as GitHub makes them. */
const anchorsOf = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  for (const [, script] of text.matchAll(/npm run ([\w:-]+)/g)) {
    if (!scripts.includes(script)) problems.push(`${file}: there is no script "${script}"`)
  }
  for (const [, word] of text.matchAll(/`npm ([\w-]+)/g)) {
    if (!NPM_OWN.has(word)) problems.push(`${file}: npm has no command "${word}" here`)
  }
  for (const [, target, anchor] of text.matchAll(/\]\(([^)#\s]*)(?:#([^)]*))?\)/g)) {
    if (/^[a-z]+:/.test(target)) continue
    const path = target === '' ? join(root, file) : join(root, dirname(file), target)
    if (!existsSync(path)) problems.push(`${file}: ${target} does not exist`)
    else if (anchor !== undefined && !anchorsOf(path).includes(anchor))
      problems.push(`${file}: ${target} has no heading #${anchor}`)
  }
  for (const [, path] of text.matchAll(/`((?:apps|packages|docs|e2e|scripts|\.ci)\/[\w./-]+)`/g)) {
    if (!existsSync(join(root, path)) && !path.includes('/dist'))
      problems.push(`${file}: ${path} does not exist`)
  }
  // Decisions are of their time and may name modules that are gone.
  const modules = file.startsWith('docs/decisions/')
    ? []
    : text.matchAll(/`((?:[\w-][\w.-]*\/)*[\w.-]+\.(?:tsx?|mjs))`/g)
  for (const [, path] of modules) {
    if (!tracked.some((one) => one === path || one.endsWith(`/${path}`)))
      problems.push(`${file}: there is no module ${path}`)
  }
  // A test is named by its file and by its title or a part of the title. `check-security.mjs` reads those of asvs.md.
  const named = file === 'docs/security/asvs.md' ? [] : text.matchAll(TEST)
  for (const [, path, title] of named) {
    const test = join(root, path)
    if (!existsSync(test) || !readFileSync(test, 'utf8').includes(title))
      problems.push(`${file}: ${path} has no test “${title}”`)
  }
  if (/^docs\/./.test(file) && file !== 'docs/README.md') {
    const home = file.endsWith('/README.md')
      ? /\]\(\.\.\/(?:contributing\/)?README\.md\)/
      : /\]\((?:\.\.\/)?README\.md\)/
    if (!home.test(text))
      problems.push(`${file}: has no link back to docs/README.md or to the README of its folder`)
  }
  if (file === 'README.md' && text.split('\n').length > 101)
    problems.push('README.md is longer than 100 lines')
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`docs: ${files.length} files, every command and path exists`)
