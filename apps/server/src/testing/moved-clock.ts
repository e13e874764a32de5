import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

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
    /** Sets it to so many milliseconds from the real time. */
    set(ms: number): void {
      offsetMs = ms
      // In one step, so that no process reads a half.
      writeFileSync(`${file}.next`, String(ms))
      renameSync(`${file}.next`, file)
    },
    /** Whether a server runs by the time that was set last. Throws until it has started. */
    isOf: (pid: number | undefined): boolean => readFileSync(`${file}.${pid}`, 'utf8') === String(offsetMs),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
