import { renameSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { type DeviceMemory, parseDeviceMemory } from './device/device-memory.ts'
import { isRecord, parseJson } from './json.ts'

const SAVE_DELAY_MS = 250
/** The maximum share of the time that is spent on saving. */
const SAVE_SHARE = 0.1

/** The non-volatile memory of all devices of a process, in one file that is only replaced as a whole. */
export interface StateFile {
  /** The memory of a device when the file was opened. */
  memoryOf(id: string): DeviceMemory | null
  /** Schedules a save. */
  touch(): void
  /** Saves now. */
  save(): Promise<void>
  /** Saves synchronously, because what was acknowledged must not be lost. */
  saveAtOnce(): void
}

interface StateFileOptions {
  path: string
  /** The memories to save, by device id; the saved memories of other devices stay unchanged. */
  memories(): Iterable<readonly [string, DeviceMemory]>
  log(line: string): void
}

export async function openStateFile({ path, memories, log }: StateFileOptions): Promise<StateFile> {
  const kept = parseMemories(await readFile(path, 'utf8').catch(() => ''))
  let timer: NodeJS.Timeout | null = null
  let saving: Promise<void> = Promise.resolve()
  let tookMs = 0
  let isBroken = false
  let savedAtOnce = 0

  const textNow = (): string => {
    for (const [id, memory] of memories()) kept.set(id, memory)
    return JSON.stringify({ devices: Object.fromEntries(kept) })
  }

  const failed = (error: unknown): void => {
    if (!isBroken) log(`the state cannot be kept in ${path}: ${reasonOf(error)}`)
    isBroken = true
  }

  const write = async (): Promise<void> => {
    const started = Date.now()
    const before = savedAtOnce
    try {
      await writeFile(`${path}.new`, textNow(), { mode: 0o600 })
      // A synchronous save in the meantime is newer and must not be overwritten.
      if (before === savedAtOnce) renameSync(`${path}.new`, path)
      isBroken = false
    } catch (error) {
      failed(error)
    }
    tookMs = Date.now() - started
  }

  const save = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    saving = saving.then(write)
    return saving
  }

  return {
    memoryOf: (id) => kept.get(id) ?? null,
    touch() {
      timer ??= setTimeout(() => void save(), Math.max(SAVE_DELAY_MS, tookMs / SAVE_SHARE))
    },
    save,
    saveAtOnce() {
      savedAtOnce += 1
      try {
        writeFileSync(`${path}.now`, textNow(), { mode: 0o600 })
        renameSync(`${path}.now`, path)
      } catch (error) {
        failed(error)
      }
    },
  }
}

function parseMemories(text: string): Map<string, DeviceMemory> {
  const raw = parseJson(text)
  const devices = isRecord(raw) && isRecord(raw.devices) ? raw.devices : {}
  const memories = new Map<string, DeviceMemory>()
  for (const [id, entry] of Object.entries(devices)) {
    const memory = parseDeviceMemory(entry)
    if (memory !== null) memories.set(id, memory)
  }
  return memories
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
