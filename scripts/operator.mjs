import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { giveUp, ROOT } from './installation.mjs'

const envFile = join(ROOT, '.env')
/** The settings of the server, as far as they are in the environment or in `.env`. */
export const environment = {
  ...(existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {}),
  ...process.env,
}
export const serverUrl = () => environment.PUBLIC_URL || `http://localhost:${environment.PORT || 8080}`

/** Provisions `count` devices. With `keys`, each gets a key pair whose private key never leaves this machine. */
export async function provisionDevices({ url, token, type, count, keys = false }) {
  const pairs = keys ? Array.from({ length: count }, createKeyPair) : null
  const answer = await fetch(new URL('/auth/api/v1/operator/device/provision', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      type,
      count,
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
