import { writeFile } from 'node:fs/promises'
import { sizeOfRun } from '@senca/server/testing/full-run.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSafetySoak, type SafetySoak } from './run-safety.ts'

/** `npm run soak -- --only safety --events 100000`: half of them in each home. */
const EVENTS = Math.ceil(Number(process.env.SOAK_EVENTS ?? sizeOfRun(1_200, 800)) / 2)
const SEED = Number(process.env.SOAK_SEED ?? 9)
/** A thousand events take some seconds. The limit is generous for slow machines. */
const MS_FOR_EACH = 500

const reports: SafetySoak[] = []
afterAll(async () => {
  const { SOAK_REPORT } = process.env
  if (SOAK_REPORT !== undefined) await writeFile(SOAK_REPORT, JSON.stringify(reports))
})

describe.each([
  { hardware: 'of our own protocol', hasBridge: false },
  { hardware: 'of other makers too [HW42]', hasBridge: true },
])('with hardware $hardware', ({ hasBridge }) => {
  let soak: SafetySoak | undefined
  beforeAll(
    async () => {
      const progress = (line: string) => console.info(line)
      soak = await runSafetySoak({ events: EVENTS, seed: SEED, hasBridge, progress })
      reports.push(soak)
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
})
