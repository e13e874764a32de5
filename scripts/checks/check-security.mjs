// Checks that docs/security.md answers every requirement in scope once, and that the proofs it names exist.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const DOCUMENT = 'docs/security.md'

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
const problems = []
const say = (number, problem) => problems.push(`${DOCUMENT}: ${number} ${problem}`)

/** A test title is the first argument of a test, or the first entry of a row of a table test. */
function hasTitle(source, title) {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`[([]\\s*(['"\`])${literal}\\1`).test(source)
}

const kindOf = (what) => /^(Not applicable|Not yet|Deviation): \S/.exec(what)?.[1] ?? 'Met'
const counts = { Met: 0, 'Not applicable': 0, Deviation: 0, 'Not yet': 0 }
const seen = new Set()

for (const line of text.split('\n')) {
  const cells = /^\| (\d+\.\d+\.\d+) \| (.*) \|$/.exec(line)
  if (cells === null) continue
  const number = cells[1]
  const [level, about, what, proof, ...more] = cells[2].split(' | ')
  if (proof === undefined || more.length > 0 || about.trim() === '') {
    say(number, 'is not a row of five cells')
    continue
  }
  if (seen.has(number)) say(number, 'is answered twice')
  seen.add(number)
  if (levelByNumber.get(number) !== level) say(number, `is not in scope, or not of level ${level}`)
  const kind = kindOf(what)
  counts[kind] += 1
  const paths = [...proof.matchAll(/`([^`]+)`/g)].map(([, path]) => path)
  for (const path of paths)
    if (!existsSync(join(root, path))) say(number, `names ${path}, which is not there`)
  if (kind === 'Met' && paths.length === 0) say(number, 'is said to be met and names no proof')
  const isRead = proof.startsWith('by reading: ')
  const titles = [...proof.matchAll(/`([^`]+)` “([^”]+)”/g)]
  if (!isRead && proof !== '—' && titles.length === 0) say(number, 'names neither a test nor what to read')
  for (const [, path, title] of titles) {
    const file = join(root, path)
    if (existsSync(file) && !hasTitle(readFileSync(file, 'utf8'), title)) {
      say(number, `quotes “${title}”, which is no test of ${path}`)
    }
  }
}
for (const number of levelByNumber.keys()) if (!seen.has(number)) say(number, 'is not answered')

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(
  `security: ${levelByNumber.size} requirements of ASVS 5.0.0: ${counts.Met} met, ${counts['Not applicable']} not applicable, ${counts.Deviation} decided otherwise, ${counts['Not yet']} not yet`,
)
