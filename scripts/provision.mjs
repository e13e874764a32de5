import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { giveUp } from './installation.mjs'
import { labelSheet } from './label-sheet.mjs'
import { environment, provisionDevices, serverUrl } from './operator.mjs'

const USAGE =
  'npm run provision -- --type roller_shutter --count 2 [--keys] [--labels labels.html] [--url http://localhost:8080]'

const { type, count, keys, labels, url } = readArguments()
const token = environment.OPERATOR_TOKEN
if (!token)
  giveUp('Set OPERATOR_TOKEN, in the environment or in .env, to the one the server was started with.')

const made = []
const provision = (some) => provisionDevices({ url, token, type, count: some, keys })
// Limits the number of devices per request, because of the maximum body size of the server.
const BATCH = 200
if (!keys) made.push(...(await provision(Number(count))))
for (let left = keys ? Number(count) : 0; left > 0; left -= BATCH)
  made.push(...(await provision(Math.min(left, BATCH))))
process.stdout.write(`${JSON.stringify(made, null, 2)}\n`)
if (labels !== undefined) {
  writeFileSync(labels, await labelSheet(made), { mode: 0o600 })
  process.stderr.write(`Print ${labels}: a label for each device.\n`)
}

function readArguments() {
  const text = { type: 'string' }
  try {
    const { values } = parseArgs({
      options: {
        type: text,
        count: { ...text, default: '1' },
        keys: { type: 'boolean', default: false },
        labels: text,
        url: text,
      },
    })
    const parsed = { ...values, url: values.url ?? serverUrl() }
    if (parsed.type && /^\d+$/.test(parsed.count) && URL.canParse(parsed.url)) return parsed
  } catch {
    // The usage is a sufficient error message.
  }
  return giveUp(`Usage: ${USAGE}`)
}
