// Checks that comments, test titles and documents use the words of the field.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { EXCEPTIONS, wordProblems } from './words.mjs'

const root = resolve(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const needed = new Set()
const problems = files.flatMap((file) =>
  wordProblems(file, readFileSync(join(root, file), 'utf8'), { needed }),
)
for (const phrase of EXCEPTIONS) {
  if (!needed.has(phrase)) problems.push(`scripts/checks/words.mjs: the exception “${phrase}” is not needed`)
}

for (const problem of problems.slice(0, 60)) console.error(problem)
if (problems.length > 60) console.error(`… and ${problems.length - 60} more`)
if (problems.length > 0) process.exit(1)
console.log(`words: ${files.length} files`)
