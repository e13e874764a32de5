// Checks that the texts of the app and of the e-mails use the words of docs/contributing/glossary.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTexts } from './app-texts.mjs'
import { glossaryProblems, parseGlossary } from './glossary.mjs'

const glossary = parseGlossary(
  readFileSync(join(import.meta.dirname, '../../docs/contributing/glossary.md'), 'utf8'),
)
const texts = await readTexts()
const problems = glossaryProblems(glossary, texts)

for (const problem of problems.slice(0, 60)) console.error(problem)
if (problems.length > 60) console.error(`… and ${problems.length - 60} more`)
if (problems.length > 0) process.exit(1)
console.log(`glossary: ${glossary.terms.length} terms, ${texts.length} texts in eight languages`)
