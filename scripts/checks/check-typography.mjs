// Checks that the texts of the app and of the e-mails follow the typography of their language.
import { readTexts } from './app-texts.mjs'
import { typographyProblems } from './typography.mjs'

const texts = await readTexts()
const problems = typographyProblems(texts)

for (const problem of problems.slice(0, 60)) console.error(problem)
if (problems.length > 60) console.error(`… and ${problems.length - 60} more`)
if (problems.length > 0) process.exit(1)
console.log(`typography: ${texts.length} texts`)
