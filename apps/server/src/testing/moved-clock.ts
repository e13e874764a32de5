import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import type { Instance } from './instances.ts'

const PROGRAM = fileURLToPath(new URL('./moved-clock.mjs', import.meta.url))

/** The clock of the machine on which servers run, each as a process of its own; it can be set forward and back while they do. */
export function createMovedClock() {
  const folder = mkdtempSync(join(tmpdir(), 'senca-clock-'))
  const file = join(folder, 'offset')
  let offsetMs = 0
  writeFileSync(file, '0')
  return {
    /** The settings of a server that runs by this clock. */
    environment: { NODE_OPTIONS: `--import=${PROGRAM}`, CLOCK_OFFSET_FILE: file },
    now: () => new Date(Date.now() + offsetMs),
    /** Sets it to so many milliseconds from the real time, and waits until these servers run by it. */
    async set(ms: number, instances: readonly Instance[]): Promise<void> {
      offsetMs = ms
      writeFileSync(file, String(ms))
      await vi.waitFor(
        () => {
          for (const { child } of instances)
            expect(readFileSync(`${file}.${child.pid}`, 'utf8')).toBe(String(ms))
        },
        { timeout: 60_000 },
      )
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
