import type { DeviceType } from '@senca/contract'
import {
  type Firmware,
  isNewerFirmware,
  type RunningFirmware,
  type UpgradeError,
} from '@senca/contract/hardware'
import type { Clock } from '../clock.ts'
import type { Download, Part } from './download.ts'
import { commit, type Flash, type Slot, spareSlot } from './flash.ts'
import { checkImage } from './image.ts'

/** So many parts, so long each: a small file takes a moment too, in which its progress can be seen. */
const PARTS = 20
const PART_MS = 150
const PART_MIN_BYTES = 512
const PART_MAX_BYTES = 256 * 1_024
const IMAGE_MAX_BYTES = 32 * 1_024 * 1_024
const TRIES = 4
const RETRY_MS = 1_000

export type UpgradeCommand = Firmware & { url: string }

interface UpgradeOptions {
  /** What ends with the power. */
  clock: Clock
  speed: number
  flash: Flash
  download: Download
  /** Whether the network can be used now. */
  hasNetwork(): boolean
  type(): DeviceType
  running(): RunningFirmware
  trustedKey(): string | null
  /** Something about it is worth a report. */
  changed(): void
  /** The new firmware is whole and will be what starts. */
  finished(): void
  failed(error: UpgradeError): void
}

/** New firmware comes into the slot that is not running, is checked there, and only then becomes what starts. */
export interface Upgrade {
  /** How far it is, 0..1; null while there is none. */
  progress(): number | null
  begin(command: UpgradeCommand): void
  /** The power is gone; answers whether something was under way. */
  halt(): boolean
}

export function createUpgrade(options: UpgradeOptions): Upgrade {
  const { clock, speed, flash, download, hasNetwork, changed, finished, failed } = options
  let progress: number | null = null
  /** What was asked for before a power cut means nothing after it. */
  let run = 0

  const end = (error: UpgradeError): void => {
    progress = null
    failed(error)
  }

  const finish = (command: UpgradeCommand, slot: Slot): void => {
    const checked = checkImage(flash.read(slot), command, {
      ...options.running(),
      type: options.type(),
      trustedKey: options.trustedKey(),
    })
    if (!checked.ok) {
      end(checked.error)
      return
    }
    commit(flash, slot, checked.version)
    progress = 1
    finished()
  }

  /** Writes a part, and answers whether it was the last; null where there is no such firmware. */
  const write = (
    slot: Slot,
    from: number,
    { bytes, total }: Part,
  ): { next: number; total: number } | null => {
    if (total > IMAGE_MAX_BYTES || bytes.byteLength === 0) return null
    flash.program(slot, from, bytes)
    const next = from + bytes.byteLength
    progress = Math.min(0.99, next / total)
    return { next, total }
  }

  const fetchPart = (
    command: UpgradeCommand,
    slot: Slot,
    from: number,
    size: number,
    tries: number,
  ): void => {
    const own = run
    const part = hasNetwork() ? download(command.url, from, size) : Promise.reject(new Error('no network'))
    const taken = (got: Part): void => {
      if (own !== run) return
      const written = write(slot, from, got)
      if (written === null) {
        end('download_failed')
        return
      }
      changed()
      const { next, total } = written
      const nextSize = Math.min(PART_MAX_BYTES, Math.max(PART_MIN_BYTES, Math.ceil(total / PARTS)))
      clock.after(PART_MS / speed, () => {
        if (next >= total) finish(command, slot)
        else fetchPart(command, slot, next, nextSize, 1)
      })
    }
    const lost = (): void => {
      if (own !== run) return
      if (tries >= TRIES) end('download_failed')
      else clock.after(RETRY_MS / speed, () => fetchPart(command, slot, from, size, tries + 1))
    }
    part.then(taken, lost)
  }

  return {
    progress: () => progress,
    begin(command) {
      run += 1
      progress = 0
      clock.after(PART_MS / speed, () => {
        if (!isNewerFirmware(String(command.version), options.running())) end('too_old')
        else fetchPart(command, spareSlot(flash), 0, PART_MIN_BYTES, 1)
      })
    },
    halt() {
      run += 1
      const wasRunning = progress !== null
      progress = null
      return wasRunning
    },
  }
}
