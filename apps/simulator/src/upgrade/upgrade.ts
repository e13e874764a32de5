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

/** The number and the duration of the parts. Even a small file takes a while, so that its progress is visible. */
const PARTS = 20
const PART_MS = 150
const PART_MIN_BYTES = 512
const PART_MAX_BYTES = 256 * 1_024
const IMAGE_MAX_BYTES = 32 * 1_024 * 1_024
const TRIES = 4
const RETRY_MS = 1_000

export type UpgradeCommand = Firmware & { url: string }

interface UpgradeOptions {
  /** The controller's timers, which a power cut cancels. */
  clock: Clock
  speed: number
  flash: Flash
  download: Download
  /** Whether the network can be used now. */
  hasNetwork(): boolean
  type(): DeviceType
  running(): RunningFirmware
  trustedKey(): string | null
  /** Called when something should be reported. */
  changed(): void
  /** Called when the new firmware is complete and will boot next. */
  finished(): void
  failed(error: UpgradeError): void
}

/** Downloads new firmware into the spare slot, verifies it there, and only then makes it the one that boots. */
export interface Upgrade {
  /** The progress 0..1; null if no upgrade is running. */
  progress(): number | null
  begin(command: UpgradeCommand): void
  /** Called when the power fails. Returns whether an upgrade was running. */
  halt(): boolean
}

export function createUpgrade(options: UpgradeOptions): Upgrade {
  const { clock, speed, flash, download, hasNetwork, changed, finished, failed } = options
  let progress: number | null = null
  /** Increased at a power cut, so that answers to earlier requests are ignored. */
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

  /** Writes one part. Returns the next offset and the total size; null if the file is empty or too large. */
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
