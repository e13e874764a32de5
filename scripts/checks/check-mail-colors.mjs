// Compares the colors of the e-mails with the design tokens of the app, of the light and of the dark theme.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tsImport } from 'tsx/esm/api'

const ROOT = resolve(import.meta.dirname, '../..')
const STYLES = 'apps/web/src/ui/styles/tokens.css'
const LAYOUT = 'apps/server/src/features/confirmations/mail-layout.ts'

const styles = readFileSync(join(ROOT, STYLES), 'utf8')
const { MAIL_TOKENS } = await tsImport(`../../${LAYOUT}`, import.meta.url)
const problems = Object.entries(MAIL_TOKENS).flatMap(([name, [light, dark]]) => {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(styles)?.[1]
  const wanted = light === dark ? light : `light-dark(${light}, ${dark})`
  return value === wanted ? [] : [`${LAYOUT}: ${name} is ${wanted}, and ${value} in ${STYLES}`]
})
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`mail colors: ${Object.keys(MAIL_TOKENS).length} tokens of the app`)
