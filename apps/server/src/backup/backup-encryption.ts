import { createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { StartError } from '#platform/process/start-error.ts'

/**
 * A backup with a passphrase consists of one line of JSON, followed by the encrypted compressed backup:
 *
 *     ["senca-backup-encrypted", 1, {"salt": "…", "check": "…"}]
 *
 * scrypt derives the key and `check` from the passphrase and `salt` (hex). AES-256-GCM encrypts pieces of 64 KiB, each
 * followed by its tag; the last piece may be shorter or empty. The nonce of a piece contains its number and whether it is
 * the last one, and the line is authenticated with each piece, so pieces cannot be changed, removed, moved or cut off.
 */
const FORMAT = 'senca-backup-encrypted'
const FORMAT_VERSION = 1
const START = Buffer.from(`["${FORMAT}",`)
const MAX_LINE_BYTES = 1_000

const CIPHER = 'aes-256-gcm'
const PIECE_BYTES = 65_536
const TAG_BYTES = 16
const KEY_BYTES = 32
const CHECK_BYTES = 16
/** 128 MiB and about half a second for each guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }

const hexSchema = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const lineSchema = z.tuple([
  z.literal(FORMAT),
  z.literal(FORMAT_VERSION),
  z.object({ salt: hexSchema, check: hexSchema }),
])
const versionSchema = z.tuple([z.literal(FORMAT), z.number()], z.unknown())

/** The passphrase is missing or wrong, so nothing is known about the backup itself. */
export class LockedBackupError extends StartError {}

type DerivedBytes = (
  passphrase: string,
  salt: Buffer,
  length: number,
  options: typeof SCRYPT,
) => Promise<Buffer>
const deriveBytes: DerivedBytes = promisify(scrypt)

async function deriveKey(passphrase: string, salt: Buffer) {
  const bytes = await deriveBytes(passphrase.normalize('NFC'), salt, KEY_BYTES + CHECK_BYTES, SCRYPT)
  return { key: bytes.subarray(0, KEY_BYTES), check: bytes.subarray(KEY_BYTES) }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 4, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Encrypts a stream with a passphrase, each time with a new key. */
export async function* encryptBackup(
  chunks: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(16)
  const { key, check } = await deriveKey(passphrase, salt)
  const header = { salt: salt.toString('hex'), check: check.toString('hex') }
  const line = Buffer.from(`${JSON.stringify([FORMAT, FORMAT_VERSION, header])}\n`)
  yield line
  yield* sealPieces(chunks, key, line)
}

/**
 * The compressed bytes of a backup file, decrypted if it is encrypted. Throws LockedBackupError without the correct passphrase,
 * and StartError at the first piece that was changed.
 */
export async function* openBackup(path: string, passphrase: string | undefined): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  try {
    yield* open(path, file, passphrase)
  } finally {
    file.destroy()
  }
}

async function* open(
  path: string,
  chunks: AsyncIterable<Buffer>,
  passphrase: string | undefined,
): AsyncGenerator<Buffer> {
  const { head, rest } = await readHead(chunks)
  if (!head.subarray(0, START.length).equals(START)) {
    yield head
    yield* rest
    return
  }
  const lineLength = head.indexOf('\n') + 1
  if (lineLength === 0) throw new StartError(`${path} is damaged: its first line cannot be read`)
  const line = head.subarray(0, lineLength)
  const { salt, check } = parseLine(path, line)
  if (passphrase === undefined)
    throw new LockedBackupError(`${path} is encrypted: set BACKUP_PASSPHRASE to what it was made with`)
  const derived = await deriveKey(passphrase, salt)
  if (!timingSafeEqual(derived.check, check))
    throw new LockedBackupError(`BACKUP_PASSPHRASE is not the one that ${path} was made with`)
  const sealed = behind(head.subarray(lineLength), rest)
  yield* openPieces(sealed, derived.key, line, path)
}

/** Encrypts with a key that was never used before; `line` is authenticated with each piece. */
export async function* sealPieces(
  chunks: AsyncIterable<Buffer>,
  key: Buffer,
  line: Buffer,
): AsyncGenerator<Buffer> {
  for await (const { bytes, number, isLast } of inPieces(chunks, PIECE_BYTES)) {
    const cipher = createCipheriv(CIPHER, key, nonceOf(number, isLast)).setAAD(line)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** The reverse of sealPieces. Throws StartError, with `path` in the message, at the first piece that was changed. */
export async function* openPieces(
  chunks: AsyncIterable<Buffer>,
  key: Buffer,
  line: Buffer,
  path: string,
): AsyncGenerator<Buffer> {
  for await (const { bytes, number, isLast } of inPieces(chunks, PIECE_BYTES + TAG_BYTES)) {
    const bodyLength = Math.max(0, bytes.length - TAG_BYTES)
    try {
      const decipher = createDecipheriv(CIPHER, key, nonceOf(number, isLast), { authTagLength: TAG_BYTES })
      decipher.setAAD(line).setAuthTag(bytes.subarray(bodyLength))
      yield Buffer.concat([decipher.update(bytes.subarray(0, bodyLength)), decipher.final()])
    } catch {
      throw new StartError(`${path} is damaged: it was changed or cut off after it was encrypted`)
    }
  }
}

/** Reads as much of the beginning as the first line may need. Returns it and the rest. */
async function readHead(chunks: AsyncIterable<Buffer>) {
  const rest = chunks[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < MAX_LINE_BYTES) {
    const { value, done } = await rest.next()
    if (done === true) break
    head = Buffer.concat([head, value])
  }
  return { head, rest: { [Symbol.asyncIterator]: () => rest } }
}

function parseLine(path: string, line: Buffer) {
  try {
    const json: unknown = JSON.parse(line.toString())
    const version = versionSchema.safeParse(json)
    if (version.success && version.data[1] > FORMAT_VERSION)
      throw new StartError(`${path} was made by a newer Senca: update this one first`)
    const [, , { salt, check }] = lineSchema.parse(json)
    return { salt: Buffer.from(salt, 'hex'), check: Buffer.from(check, 'hex') }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${path} is damaged: its first line cannot be read`)
  }
}

async function* behind(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head
  yield* rest
}

/** Splits a stream into pieces of equal size, numbered from 0. The last one may be shorter or empty, but always exists. */
async function* inPieces(chunks: AsyncIterable<Buffer>, size: number) {
  let waiting = Buffer.alloc(0)
  let number = 0
  for await (const chunk of chunks) {
    waiting = Buffer.concat([waiting, chunk])
    // A full piece may be the last one until more data follows.
    while (waiting.length > size) {
      yield { bytes: waiting.subarray(0, size), number, isLast: false }
      waiting = waiting.subarray(size)
      number += 1
    }
  }
  yield { bytes: waiting, number, isLast: true }
}
