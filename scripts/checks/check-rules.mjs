// Checks that each numbered rule of docs/rules and of the device protocol is cited by the title of a test, and that the titles
// cite no other rule.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tokensOf } from './source-text.mjs'

const root = resolve(import.meta.dirname, '../..')
const listed = (...patterns) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)))
const read = (file) => readFileSync(join(root, file), 'utf8')
const problems = []

const rules = new Map()
for (const file of listed('docs/rules/*.md', 'docs/hardware/device-protocol.md')) {
  for (const [, rule] of read(file).matchAll(/^- \*\*\[([A-Z]{2}\d+)\]\*\*/gm)) {
    if (rules.has(rule)) problems.push(`${file}: ${rule} is also a rule of ${rules.get(rule)}`)
    rules.set(rule, file)
  }
}

const cited = new Set()
const tests = listed('*.test.ts', '*.test.tsx', '*.test.mjs', '*.spec.ts')
for (const file of tests) {
  const source = read(file)
  // Only a file that contains something like a citation is split into tokens.
  if (!/\[[A-Z]{2}\d+\]/.test(source)) continue
  for (const { kind, text } of tokensOf(source, { hasTags: file.endsWith('x') })) {
    if (kind !== 'text') continue
    for (const [, rule] of text.matchAll(/\[([A-Z]{2}\d+)\]/g)) {
      cited.add(rule)
      if (!rules.has(rule)) problems.push(`${file}: there is no rule ${rule}, which “${text}” cites`)
    }
  }
}
for (const [rule, file] of rules)
  if (!cited.has(rule)) problems.push(`${file}: no test cites ${rule} in its title`)

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`rules: ${rules.size} rules, each cited by a test`)
