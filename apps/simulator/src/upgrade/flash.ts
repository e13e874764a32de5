import { createHash } from 'node:crypto'
import { isRecord, parseJson } from '../json.ts'

/** A controller programs its flash in pieces of this size. A power cut may occur within a piece. */
const PIECE = 256

/** Two slots for firmware, and two areas for the boot record. */
const AREAS = ['slot_a', 'slot_b', 'record_a', 'record_b'] as const
type Area = (typeof AREAS)[number]
export type Slot = 'slot_a' | 'slot_b'

/** Non-volatile memory. A power cut may interrupt `program` at any byte; the bytes before it stay written. */
export interface Flash {
  read(area: Area): Uint8Array
  erase(area: Area): void
  program(area: Area, offset: number, bytes: Uint8Array): void
}

/** `powerFor` returns how many of the given bytes can be written before the power fails. */
export function createFlash(powerFor: (bytes: number) => number = (bytes) => bytes): Flash {
  const contentOf = new Map<Area, { memory: Uint8Array; length: number }>()

  const roomFor = (area: Area, end: number) => {
    const content = contentOf.get(area) ?? { memory: new Uint8Array(), length: 0 }
    if (content.memory.byteLength < end) {
      const memory = new Uint8Array(Math.max(end, 2 * content.memory.byteLength))
      memory.set(content.memory)
      content.memory = memory
    }
    contentOf.set(area, content)
    return content
  }

  return {
    read(area) {
      const { memory, length } = roomFor(area, 0)
      return memory.subarray(0, length)
    },
    erase(area) {
      if (powerFor(1) < 1) throw new PowerCut()
      contentOf.delete(area)
    },
    program(area, offset, bytes) {
      for (let start = 0; start < bytes.byteLength; start += PIECE) {
        const piece = bytes.subarray(start, start + PIECE)
        const written = Math.min(piece.byteLength, powerFor(piece.byteLength))
        const content = roomFor(area, offset + start + written)
        content.memory.set(piece.subarray(0, written), offset + start)
        content.length = Math.max(content.length, offset + start + written)
        if (written < piece.byteLength) throw new PowerCut()
      }
    },
  }
}

/** Thrown if the power fails during a write. */
export class PowerCut extends Error {
  override readonly name = 'PowerCut'
}

/** Which slot a controller boots, and the length and hash of its content. */
interface BootRecord {
  sequence: number
  slot: Slot
  length: number
  sha256: string
  firmware: string
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const encoded = (record: BootRecord): Uint8Array => {
  const text = JSON.stringify(record)
  return Buffer.from(`${sha256Of(Buffer.from(text))}${text}`)
}

/** Null if the record was never written, or not completely. */
function decoded(bytes: Uint8Array): BootRecord | null {
  const text = Buffer.from(bytes).toString('utf8')
  const body = text.slice(64)
  if (text.slice(0, 64) !== sha256Of(Buffer.from(body))) return null
  const raw = parseJson(body)
  if (!isRecord(raw)) return null
  const { sequence, slot, length, sha256, firmware } = raw
  if (slot !== 'slot_a' && slot !== 'slot_b') return null
  if (typeof sequence !== 'number' || typeof length !== 'number') return null
  if (typeof sha256 !== 'string' || typeof firmware !== 'string') return null
  return { sequence, slot, length, sha256, firmware }
}

const imageOf = (flash: Flash, { slot, length }: BootRecord) => flash.read(slot).subarray(0, length)

/** Selects what boots: the newest record whose firmware is complete. */
export function boot(flash: Flash): { firmware: string; slot: Slot; sequence: number } | null {
  const [record] = (['record_a', 'record_b'] as const)
    .flatMap((area) => decoded(flash.read(area)) ?? [])
    .filter((each) => sha256Of(imageOf(flash, each)) === each.sha256)
    .sort((one, other) => other.sequence - one.sequence)
  return record ?? null
}

/** Returns the slot that is not running, after erasing it. */
export function spareSlot(flash: Flash): Slot {
  const slot = boot(flash)?.slot === 'slot_a' ? 'slot_b' : 'slot_a'
  flash.erase(slot)
  return slot
}

/** Makes a slot the one that boots next. The old firmware boots until the last byte of the new record is written. */
export function commit(flash: Flash, slot: Slot, firmware: string): void {
  const running = boot(flash)
  const image = flash.read(slot)
  const record = {
    sequence: (running?.sequence ?? 0) + 1,
    slot,
    length: image.byteLength,
    sha256: sha256Of(image),
    firmware,
  }
  // The record of the running firmware is in the other area and stays unchanged.
  const area = record.sequence % 2 === 0 ? 'record_b' : 'record_a'
  flash.erase(area)
  flash.program(area, 0, encoded(record))
}
