import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { giveUp, ROOT } from './installation.mjs'

const WEATHERS = ['calm', 'storm']

/** The data folder, found by the same rules as in the server: the environment, then `.env`, then ./data. */
function dataFolder() {
  if (process.env.DATA_DIR) return resolve(process.env.DATA_DIR)
  const file = join(ROOT, '.env')
  const line = existsSync(file) ? /^\s*DATA_DIR\s*=\s*(.+?)\s*$/m.exec(readFileSync(file, 'utf8')) : null
  return resolve(ROOT, line?.[1]?.replace(/^(["'])(.*)\1$/, '$2') ?? 'data')
}

const [wished = ''] = process.argv.slice(2)
if (!WEATHERS.includes(wished)) giveUp('Say which weather: npm run weather storm, or npm run weather calm')
const folder = dataFolder()
if (!existsSync(join(folder, 'demo-home.json')))
  giveUp(`There is no demo home in ${folder}: start it with npm start`)
writeFileSync(join(folder, 'demo-weather'), `${wished}\n`)
process.stdout.write(`The weather station of the demo home reports: ${wished}.\n`)
