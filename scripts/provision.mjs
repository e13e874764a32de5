import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { giveUp, ROOT } from './installation.mjs'

const USAGE = 'npm run provision -- --type roller_shutter --count 2 [--keys] [--url http://localhost:8080]'

const envFile = join(ROOT, '.env')
const environment = {
  ...(existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {}),
  ...process.env,
}
const { type, count, keys, url } = readArguments()
const token = environment.OPERATOR_TOKEN
if (!token)
  giveUp('Set OPERATOR_TOKEN, in the environment or in .env, to the one the server was started with.')

const made = []
// So many at once that a request stays below the size that the server reads.
const BATCH = 200
if (!keys) made.push(...(await provision(Number(count))))
for (let left = keys ? Number(count) : 0; left > 0; left -= BATCH)
  made.push(...(await provision(Math.min(left, BATCH))))
process.stdout.write(`${JSON.stringify(made, null, 2)}\n`)

/** Makes so many devices; the private halves of their keys never leave this machine. */
async function provision(some) {
  const pairs = keys ? Array.from({ length: some }, createKeyPair) : null
  const answer = await fetch(new URL('/auth/api/v1/operator/device/provision', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      type,
      count: some,
      ...(pairs === null ? {} : { publicKeys: pairs.map(({ publicKey }) => publicKey) }),
    }),
  }).catch((error) => giveUp(`No answer from ${url}: ${error.cause?.message ?? error.message}`))
  const text = await answer.text()
  if (!answer.ok) giveUp(`The server refused (${answer.status}): ${text}`)
  return JSON.parse(text).map((device, nth) =>
    pairs === null ? device : { ...device, privateKey: pairs[nth].privateKey },
  )
}

function createKeyPair() {
  return generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

function readArguments() {
  const text = { type: 'string' }
  try {
    const { values } = parseArgs({
      options: {
        type: text,
        count: { ...text, default: '1' },
        keys: { type: 'boolean', default: false },
        url: text,
      },
    })
    const fallback = environment.PUBLIC_URL || `http://localhost:${environment.PORT || 8080}`
    const parsed = { ...values, url: values.url ?? fallback }
    if (parsed.type && /^\d+$/.test(parsed.count) && URL.canParse(parsed.url)) return parsed
  } catch {
    // The usage says all there is to say.
  }
  return giveUp(`Usage: ${USAGE}`)
}
