// Checks that docs/security/asvs.md answers every requirement in scope once, and that the proofs it names exist.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tokensOf } from './source-text.mjs'

const root = resolve(import.meta.dirname, '../..')
const DOCUMENT = 'docs/security/asvs.md'

/** OWASP ASVS 5.0.0: for each section, the levels of its requirements, in order. */
const LEVELS = {
  1.1: '22',
  1.2: '1111122223',
  1.3: '112222222223',
  1.4: '222',
  1.5: '123',
  2.1: '122',
  2.2: '112',
  2.3: '12223',
  2.4: '23',
  3.1: '3',
  3.2: '113',
  3.3: '12223',
  3.4: '11222233',
  3.5: '11122333',
  3.6: '3',
  3.7: '22333',
  4.1: '12233',
  4.2: '23333',
  4.3: '22',
  4.4: '1222',
  5.1: '2',
  5.2: '112333',
  5.3: '113',
  5.4: '222',
  6.1: '122',
  6.2: '111111112222',
  6.3: '11223333',
  6.4: '112233',
  6.5: '22222333',
  6.6: '2223',
  6.7: '33',
  6.8: '2222',
  7.1: '222',
  7.2: '1111',
  7.3: '22',
  7.4: '11222',
  7.5: '223',
  7.6: '22',
  8.1: '1233',
  8.2: '1123',
  8.3: '133',
  8.4: '23',
  9.1: '111',
  9.2: '1222',
  10.1: '22',
  10.2: '223',
  10.3: '22223',
  10.4: '1111122222233333',
  10.5: '22222',
  10.6: '22',
  10.7: '222',
  11.1: '2233',
  11.2: '22233',
  11.3: '11233',
  11.4: '1222',
  11.5: '23',
  11.6: '23',
  11.7: '33',
  12.1: '12233',
  12.2: '11',
  12.3: '22223',
  13.1: '2333',
  13.2: '222223',
  13.3: '2233',
  13.4: '1222233',
  14.1: '22',
  14.2: '12223333',
  14.3: '122',
  15.1: '12233',
  15.2: '12233',
  15.3: '1222222',
  15.4: '3333',
  16.1: '2',
  16.2: '22222',
  16.3: '2222',
  16.4: '222',
  16.5: '2223',
  17.1: '23',
  17.2: '22223333',
  17.3: '22',
}
/** The chapters in which level 3 is also in scope. */
const DEEP = new Set(['6', '7', '8', '9', '10'])

const levelByNumber = new Map(
  Object.entries(LEVELS).flatMap(([section, levels]) => {
    const [chapter] = section.split('.')
    return [...levels]
      .map((level, index) => [`${section}.${index + 1}`, level])
      .filter(([, level]) => level !== '3' || DEEP.has(chapter))
  }),
)

const text = readFileSync(join(root, DOCUMENT), 'utf8')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const problems = []
const say = (number, problem) => problems.push(`${DOCUMENT}: ${number} ${problem}`)

/** The numbers of a row: `1.2.3, 1.2.5–1.2.7`. */
function numbersOf(cell) {
  return cell.split(', ').flatMap((part) => {
    const [first, last = first] = part.split('–')
    const section = first.replace(/\d+$/, '')
    const [from, to] = [first, last].map((number) => Number(number.split('.')[2]))
    return Array.from({ length: to - from + 1 }, (_, index) => `${section}${from + index}`)
  })
}

/** The one file whose path ends so; null if there is none or more than one. */
function fileOf(ending) {
  const [file, ...more] = tracked.filter((path) => path === ending || path.endsWith(`/${ending}`))
  return file === undefined || more.length > 0 ? null : file
}

const texts = new Map()
/** Whether a text of the file begins so: the title of a test, or the name of a row of a table test. */
function hasTitle(file, title) {
  if (!texts.has(file))
    texts.set(
      file,
      tokensOf(readFileSync(join(root, file), 'utf8'), { hasTags: file.endsWith('x') })
        .filter(({ kind }) => kind === 'text')
        .map((token) => token.text),
    )
  return texts.get(file).some((known) => known.startsWith(title))
}

/** Whether another page of the folder is the proof; `check-docs.mjs` checks that it exists. */
const isPage = (answer) => /^\[[^\]]+\]\([\w-]+\.md\)$/.test(answer)

const counts = { Met: 0, 'Not applicable': 0, Deviation: 0, 'Not yet': 0 }
const seen = new Set()

for (const line of text.split('\n')) {
  const [, cell, answer] = /^\| (\d+\.\d+\.\d+[\d., –]*) \| (.*) \|$/.exec(line) ?? []
  if (cell === undefined) continue
  const kind = /^(Not applicable|Not yet|Deviation): \S/.exec(answer)?.[1] ?? 'Met'
  for (const number of numbersOf(cell)) {
    if (seen.has(number)) say(number, 'is answered twice')
    seen.add(number)
    if (!levelByNumber.has(number)) say(number, 'is not in scope')
    counts[kind] += 1
  }
  const proofs = [...answer.matchAll(/`([^`\s]+\.\w+)`((?:,? “[^”]+”)*)/g)]
  if (kind === 'Met' && proofs.length === 0 && !isPage(answer)) say(cell, 'is said to be met without proof')
  for (const [, ending, titles] of proofs) {
    const file = fileOf(ending)
    if (file === null) say(cell, `names ${ending}, which is not the end of exactly one path`)
    else if (/\.(?:test|spec)\./.test(file) && titles === '') say(cell, `names ${ending} without a title`)
    else
      for (const [, title] of titles.matchAll(/“([^”]+)”/g))
        if (!hasTitle(file, title)) say(cell, `quotes “${title}”, which is no test of ${file}`)
  }
}
for (const number of levelByNumber.keys()) if (!seen.has(number)) say(number, 'is not answered')

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(
  `security: ${levelByNumber.size} requirements of ASVS 5.0.0: ${counts.Met} met, ${counts['Not applicable']} not applicable, ${counts.Deviation} decided otherwise, ${counts['Not yet']} not yet`,
)
