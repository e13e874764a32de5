// Checks the first and last lines of each decision and that their index lists them all; `--write` makes the index and the last lines.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../docs/decisions')
const index = join(folder, 'README.md')
const HEAD = /^# (\d+)\. (.+)\n\nDate: (\d{4}-\d\d-\d\d) · Area: ([a-z]+)(?: · Replaces: [^\n]+)?\n/
const FOOT = '\n[All decisions](README.md)\n'
const problems = []

const decisions = readdirSync(folder)
  .filter((file) => /^\d{4}-.*\.md$/.test(file))
  .sort()
  .flatMap((file) => {
    const [, number, title, date, area] = HEAD.exec(readFileSync(join(folder, file), 'utf8')) ?? []
    if (Number(number) === Number(file.slice(0, 4))) return [{ file, number, title, date, area }]
    problems.push(
      `${file}: must begin with "# ${Number(file.slice(0, 4))}. Title" and "Date: 2026-01-31 · Area: web"`,
    )
    return []
  })

const areas = [...new Set(decisions.map(({ area }) => area))].sort()
const wanted = [
  '# Decisions',
  'Back to [contributing](../contributing/README.md).',
  'Choices that a newcomer asks about, by area. How Senca behaves is in the [rules](../rules/README.md). Made by\n`node scripts/checks/check-decisions.mjs --write`.',
  ...areas.flatMap((area) => [
    `## ${area[0]?.toUpperCase()}${area.slice(1)}`,
    decisions
      .filter((decision) => decision.area === area)
      .map(({ file, number, title, date }) => `- [${number}. ${title}](${file}), ${date}`)
      .join('\n'),
  ]),
].join('\n\n')

const isWriting = process.argv.includes('--write')
for (const { file } of decisions) {
  const text = readFileSync(join(folder, file), 'utf8')
  if (text.endsWith(FOOT)) continue
  if (isWriting) writeFileSync(join(folder, file), `${text.trimEnd()}\n${FOOT}`)
  else
    problems.push(`${file}: must end with "${FOOT.trim()}": node scripts/checks/check-decisions.mjs --write`)
}

if (isWriting) writeFileSync(index, `${wanted}\n`)
else if (readFileSync(index, 'utf8') !== `${wanted}\n`)
  problems.push('README.md is not up to date: node scripts/checks/check-decisions.mjs --write')

for (const problem of problems) console.error(`docs/decisions/${problem}`)
if (problems.length > 0) process.exit(1)
console.log(`decisions: ${decisions.length} in ${areas.length} areas`)
