import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'
import { StartError } from '#platform/process/start-error.ts'
import { openBackup } from './backup-encryption.ts'

/**
 * A backup is a gzip file with lines of JSON. Lines with an array belong to the format; lines with an object are rows of
 * the last named table:
 *
 *     ["senca-backup", 1, {header}]
 *     ["file", "session-secret", "…"]       unless SESSION_SECRET was set
 *     ["table", "accounts"]
 *     {"id": "…", "email": "…"}
 *     ["end", {"rows": 1, "sha256": "…"}]   over all bytes before this line
 *
 * With a passphrase the gzip file is encrypted as described in `backup-encryption.ts`.
 */
const FORMAT = 'senca-backup'
const FORMAT_VERSION = 1
const START = `["${FORMAT}",`

const headerSchema = z.object({
  createdAt: z.string(),
  /** The creation time of the database's newest migration, as in the journal of the migrations. */
  schema: z.number(),
  /** A text sealed with the session secret of the server. It can be opened only with the same secret. */
  secretProof: z.string(),
})
export type BackupHeader = z.infer<typeof headerSchema>

const endSchema = z.object({ rows: z.number(), sha256: z.string() })
const versionSchema = z.tuple([z.literal(FORMAT), z.number()], z.unknown())
const controlSchema = z.union([
  z.tuple([z.literal(FORMAT), z.literal(FORMAT_VERSION), headerSchema]),
  z.tuple([z.literal('file'), z.literal('session-secret'), z.string()]),
  z.tuple([z.literal('table'), z.string()]),
  z.tuple([z.literal('end'), endSchema]),
])

export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'session secret'; secret: string }
  | { kind: 'table'; table: string }
  | { kind: 'row'; json: string }

const lineOf = (part: BackupPart): string => {
  switch (part.kind) {
    case 'header':
      return JSON.stringify([FORMAT, FORMAT_VERSION, part.header])
    case 'session secret':
      return JSON.stringify(['file', 'session-secret', part.secret])
    case 'table':
      return JSON.stringify(['table', part.table])
    case 'row':
      return part.json
  }
}

/** The bytes of a backup before compression. The parts come in batches, to avoid many small chunks. */
export async function* encodeBackup(batches: AsyncIterable<BackupPart[]>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const parts of batches) {
    rows += parts.filter(({ kind }) => kind === 'row').length
    const bytes = Buffer.from(parts.map((part) => `${lineOf(part)}\n`).join(''))
    hash.update(bytes)
    yield bytes
  }
  yield Buffer.from(`${JSON.stringify(['end', { rows, sha256: hash.digest('hex') }])}\n`)
}

/**
 * Reads a backup part by part. Throws StartError for any other file, and at the end for a file that is incomplete or changed, so
 * the parts may be used only after reading has ended. The passphrase is used only for an encrypted file. If it is wrong,
 * LockedBackupError is thrown.
 */
export async function* readBackup(path: string, passphrase?: string): AsyncGenerator<BackupPart> {
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined) throw new StartError(`${path} does not exist`)
  if (found.isDirectory()) throw new StartError(`${path} is a folder, not a backup`)
  const hash = createHash('sha256')
  let rows = 0
  let end: z.infer<typeof endSchema> | undefined
  for await (const line of readLines(path, passphrase)) {
    if (end !== undefined) throw new StartError(`${path} is damaged: something follows its end`)
    if (line.startsWith('{')) {
      hash.update(`${line}\n`)
      rows += 1
      yield { kind: 'row', json: line }
      continue
    }
    const control = parseControl(path, line)
    if (control[0] === 'end') {
      end = control[1]
      continue
    }
    hash.update(`${line}\n`)
    if (control[0] === FORMAT) yield { kind: 'header', header: control[2] }
    else if (control[0] === 'file') yield { kind: 'session secret', secret: control[2] }
    else yield { kind: 'table', table: control[1] }
  }
  if (end === undefined) throw new StartError(`${path} is damaged: its end is missing`)
  if (end.sha256 !== hash.digest('hex') || end.rows !== rows)
    throw new StartError(`${path} is damaged: its checksum does not agree with what is in it`)
}

function parseControl(path: string, line: string) {
  try {
    const json: unknown = JSON.parse(line)
    const version = versionSchema.safeParse(json)
    if (version.success && version.data[1] > FORMAT_VERSION)
      throw new StartError(`${path} was made by a newer Senca: update this one first`)
    return controlSchema.parse(json)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${path} is damaged: a line of it cannot be read`)
  }
}

/** The lines of a compressed file. If the file does not begin like a backup, reading stops. */
async function* readLines(path: string, passphrase: string | undefined): AsyncGenerator<string> {
  const gunzip = createGunzip()
  pipeline(Readable.from(openBackup(path, passphrase)), gunzip, () => {})
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest = ''
  let isKnown = false
  try {
    for await (const bytes of Readable.from(gunzip)) {
      rest += decoder.decode(bytes, { stream: true })
      if (!isKnown && rest.length >= START.length) {
        if (!rest.startsWith(START)) throw new StartError(`${path} is not a backup of Senca`)
        isKnown = true
      }
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = error instanceof Error ? error.message : 'it cannot be read'
    throw new StartError(
      isKnown ? `${path} is damaged: ${reason}` : `${path} is not a backup of Senca: ${reason}`,
    )
  } finally {
    gunzip.destroy()
  }
  if (!isKnown) throw new StartError(`${path} is not a backup of Senca`)
  if (rest !== '') throw new StartError(`${path} is damaged: its last line is cut off`)
}
