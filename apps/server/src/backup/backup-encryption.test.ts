import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encryptBackup, LockedBackupError, openBackup, openPieces, sealPieces } from './backup-encryption.ts'

const PIECE = 65_536
const SEALED_PIECE = PIECE + 16
const KEY = Buffer.alloc(32, 7)
const LINE = Buffer.from('["the first line"]\n')

async function collect(chunks: AsyncIterable<Buffer>) {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/** Bytes without regular pattern, in chunks whose size does not match the pieces. */
function makePlain(length: number) {
  const plain = Buffer.alloc(length, Buffer.from(Array.from({ length: 251 }, (_, nth) => nth)))
  const chunks: Buffer[] = []
  for (let at = 0; at < length; at += 10_007) chunks.push(plain.subarray(at, at + 10_007))
  return { plain, chunks }
}

const seal = (length: number) => collect(sealPieces(Readable.from(makePlain(length).chunks), KEY, LINE))
const unseal = (bytes: Buffer, line = LINE) =>
  collect(openPieces(Readable.from([bytes]), KEY, line, 'home.senca'))

describe('pieces', () => {
  it.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE])('are restored whole: %i bytes', async (length) => {
    const sealed = await seal(length)
    expect(sealed.length).toBe(length + 16 * Math.max(1, Math.ceil(length / PIECE)))
    expect(makePlain(length).plain.equals(await unseal(sealed))).toBe(true)
  })

  const changes: [string, (sealed: Buffer, piece: (nth: number) => Buffer) => Buffer][] = [
    ['changed in the first', (sealed) => flip(sealed, 10)],
    ['changed in the last tag', (sealed) => flip(sealed, sealed.length - 1)],
    ['cut within one', (sealed) => sealed.subarray(0, sealed.length - 100)],
    ['cut between two', (sealed) => sealed.subarray(0, 2 * SEALED_PIECE)],
    ['cut in the last tag', (sealed) => sealed.subarray(0, 2 * SEALED_PIECE + 5)],
    ['all cut off', () => Buffer.alloc(0)],
    ['continued', (sealed) => Buffer.concat([sealed, Buffer.alloc(40)])],
    ['in another order', (_, piece) => Buffer.concat([piece(1), piece(0), piece(2)])],
    ['with one left out', (_, piece) => Buffer.concat([piece(0), piece(2)])],
  ]
  it.each(changes)('are refused %s', async (_name, change) => {
    const sealed = await seal(2 * PIECE + 500)
    const piece = (nth: number) => sealed.subarray(nth * SEALED_PIECE, (nth + 1) * SEALED_PIECE)
    await expect(unseal(change(sealed, piece))).rejects.toThrow(
      'home.senca is damaged: it was changed or cut off after it was encrypted',
    )
  })

  it('are refused behind another first line', async () => {
    await expect(unseal(await seal(10), Buffer.from('["another"]\n'))).rejects.toThrow('is damaged')
  })
})

function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

describe('an encrypted file', () => {
  const passphrase = 'Fenstertür im Süden'
  let folder: string
  let path: string
  let sealed: Buffer
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'senca-encryption-'))
    path = join(folder, 'home.senca')
    sealed = await collect(encryptBackup(Readable.from([Buffer.from('hello')]), passphrase))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const open = async (bytes: Buffer | string, given?: string) => {
    await writeFile(path, bytes)
    return `${await collect(openBackup(path, given))}`
  }

  it('opens with its passphrase only, however its letters are written', async () => {
    expect(await open(sealed, passphrase.normalize('NFD'))).toBe('hello')
    await expect(open(sealed)).rejects.toThrow(LockedBackupError)
    await expect(open(sealed, 'another passphrase')).rejects.toThrow(
      `BACKUP_PASSPHRASE is not the one that ${path} was made with`,
    )
  })

  it('has a key of its own each time', async () => {
    const again = await collect(encryptBackup(Readable.from([Buffer.from('hello')]), passphrase))
    expect(again.subarray(-21).equals(sealed.subarray(-21))).toBe(false)
  })

  it('is refused with a first line that is cut, unknown or of a newer format', async () => {
    await expect(open(sealed.subarray(0, 60), passphrase)).rejects.toThrow('its first line cannot be read')
    await expect(open('["senca-backup-encrypted",1,{"salt":"00"}]\n')).rejects.toThrow('cannot be read')
    await expect(open('["senca-backup-encrypted",2,{"kdf":"new"}]\n')).rejects.toThrow('a newer Senca')
  })
})
