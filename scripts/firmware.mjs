import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { giveUp, ROOT } from './installation.mjs'
import { environment } from './operator.mjs'

const USAGE = 'npm run firmware -- sign <type>.bin [--version 2.0.0] [--key <private key file>]'
const DEFAULT_VERSION = '2.0.0'
const VERSION = /^\d{1,6}(\.\d{1,6}){0,3}$/
/** The header in the first line of an image. Controllers trust its version and not the one in the manifest. */
const HEADER = /^senca-firmware [a-z_]{1,64} (\d{1,6}(?:\.\d{1,6}){0,3})\n/

const { image, version, keyPath } = readArguments()
const bytes = readImage()
const privateKey = readKey()
const publicPem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
const publicKeyPath = join(dirname(keyPath), 'firmware-key.pub.pem')
// The simulator reads the public key from this file; in real controllers it is stored at the factory.
replaceFile(publicKeyPath, publicPem, 0o644)

const manifestPath = join(dirname(image), `${basename(image, '.bin')}.json`)
const before = existsSync(manifestPath) ? parsed(readFileSync(manifestPath, 'utf8')) : {}
const manifest = {
  ...(before.rollout === undefined ? {} : { rollout: before.rollout }),
  version: versionOf(),
  sha256: createHash('sha256').update(bytes).digest('hex'),
  signature: sign(null, bytes, privateKey).toString('base64'),
}
replaceFile(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`, 0o644)
process.stdout.write(
  `${manifestPath}: version ${manifest.version}, signed. Controllers check it with ${publicKeyPath}\n`,
)

function readArguments() {
  try {
    const text = { type: 'string' }
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { version: text, key: text },
    })
    const [command, file, ...rest] = positionals
    const isVersion = values.version === undefined || VERSION.test(values.version)
    if (command === 'sign' && file?.endsWith('.bin') && rest.length === 0 && isVersion) {
      const folder = resolve(ROOT, environment.DATA_DIR || 'data')
      return {
        image: resolve(file),
        version: values.version,
        keyPath: resolve(values.key ?? join(folder, 'firmware-key.pem')),
      }
    }
  } catch {
    // The usage is a sufficient error message.
  }
  return giveUp(`Usage: ${USAGE}`)
}

function readImage() {
  try {
    return readFileSync(image)
  } catch {
    return giveUp(`${image} cannot be read`)
  }
}

/** The version from the header of the image, else from the command line, else from the earlier signature. */
function versionOf() {
  const [, named] = HEADER.exec(bytes.subarray(0, 128).toString('latin1')) ?? []
  if (named !== undefined && version !== undefined && named !== version)
    giveUp(`${image} says that it is version ${named}, not ${version}`)
  return named ?? version ?? before.version ?? DEFAULT_VERSION
}

/**
 * Returns the operator's private key and creates it if it is missing. Anyone who has it can install anything on every controller.
 */
function readKey() {
  if (!existsSync(keyPath)) {
    mkdirSync(dirname(keyPath), { recursive: true })
    const pair = generateKeyPairSync('ed25519')
    replaceFile(keyPath, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600)
    process.stdout.write(`A new key was made: ${keyPath}. Keep it, and keep it secret.\n`)
  }
  try {
    const key = createPrivateKey(readFileSync(keyPath))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The error is reported below.
  }
  return giveUp(`${keyPath} is not a private key of Ed25519`)
}

function replaceFile(path, content, mode) {
  writeFileSync(`${path}.new`, content, { mode })
  renameSync(`${path}.new`, path)
}

function parsed(text) {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
