import { writeFile } from 'node:fs/promises'
import { sizeOfRun } from '@senca/server/testing/full-run.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runSafetySoak, type SafetySoak } from './run-safety.ts'

/** `npm run soak -- --only safety --events 100000` */
const EVENTS = Number(process.env.SOAK_EVENTS ?? sizeOfRun(600, 200))
const SEED = Number(process.env.SOAK_SEED ?? 7)
/** A thousand events take some seconds. The limit is generous for slow machines. */
const MS_FOR_EACH = 500

let soak: SafetySoak | undefined
beforeAll(
  async () => {
    soak = await runSafetySoak({ events: EVENTS, seed: SEED, progress: (line) => console.info(line) })
    const { SOAK_REPORT } = process.env
    if (SOAK_REPORT !== undefined) await writeFile(SOAK_REPORT, JSON.stringify(soak))
  },
  EVENTS * MS_FOR_EACH + 120_000,
)
afterAll(() => soak?.close())

it(`of ${EVENTS} random events none lets a command through that moves a protected shade the unsafe way`, () => {
  expect(soak?.unsafe).toEqual([])
  expect(soak?.commandsWhileProtected).toBeGreaterThan(0)
  expect(soak?.refusals).toBeGreaterThan(0)
})

it('a protected shade that nobody disturbs is where it is safe three minutes later', () => {
  expect(soak?.leftOutside).toEqual([])
  expect(soak?.broughtIn).toBeGreaterThan(0)
})
