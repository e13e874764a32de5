import { readFile, rename, writeFile } from 'node:fs/promises'
import { type DeviceMemory, parseDeviceMemory } from './device-memory.ts'
import { isRecord, parseJson } from './json.ts'

const SAVE_DELAY_MS = 250
/** A save may take up at most this share of the time. */
const SAVE_SHARE = 0.1

/** The non-volatile memory of all devices of a process, in one file that is only ever replaced as a whole. */
export interface StateFile {
  /** What it held when it was opened, by device id. */
  memoryOf(id: string): DeviceMemory | null
  /** Saves soon. */
  touch(): void
  /** Saves now. */
  save(): Promise<void>
}

interface StateFileOptions {
  path: string
  /** The memories that are to be kept, by device id; others stay as they were. */
  memories(): Iterable<readonly [string, DeviceMemory]>
  log(line: string): void
}

export async function openStateFile({ path, memories, log }: StateFileOptions): Promise<StateFile> {
  const kept = parseMemories(await readFile(path, 'utf8').catch(() => ''))
  let timer: NodeJS.Timeout | null = null
  let saving: Promise<void> = Promise.resolve()
  let tookMs = 0
  let isBroken = false

  const write = async (): Promise<void> => {
    const started = Date.now()
    for (const [id, memory] of memories()) kept.set(id, memory)
    const text = JSON.stringify({ devices: Object.fromEntries(kept) })
    try {
      await writeFile(`${path}.new`, text, { mode: 0o600 })
      await rename(`${path}.new`, path)
      isBroken = false
    } catch (error) {
      if (!isBroken) log(`the state cannot be kept in ${path}: ${reasonOf(error)}`)
      isBroken = true
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
