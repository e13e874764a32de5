import { createManualClock } from '@senca/simulator'
import { describe, expect, it } from 'vitest'
import { createReporting } from './reporting.ts'

interface Seen {
  isMoving: boolean
  at: number
}

function createReported() {
  const clock = createManualClock(new Date('2026-06-21T10:00:00.000Z'))
  const reports: Seen[] = []
  const reporting = createReporting<Seen>(
    { after: (ms, run) => clock.after(ms, run), nowMs: () => clock.now().getTime() },
    (seen) => reports.push(seen),
    (before, next) => before.isMoving && next.isMoving,
  )
  return { clock, reports, reporting }
}

describe('reports of a part in motion [BR24]', () => {
  it('are at most two a second, the first and the last at once', async () => {
    const { clock, reports, reporting } = createReported()
    reporting.next({ isMoving: false, at: 0 })
    for (let at = 1; at <= 20; at += 1) {
      reporting.next({ isMoving: true, at })
      await clock.advance(100)
    }
    reporting.next({ isMoving: false, at: 21 })
    expect(reports[1]).toEqual({ isMoving: true, at: 1 })
    expect(reports.at(-1)).toEqual({ isMoving: false, at: 21 })
    expect(reports.length).toBeLessThanOrEqual(2 + 1 + 4)
  })

  it('have the newest when nothing more comes', async () => {
    const { clock, reports, reporting } = createReported()
    for (const at of [1, 2, 3]) reporting.next({ isMoving: true, at })
    expect(reports).toEqual([{ isMoving: true, at: 1 }])
    await clock.advance(500)
    expect(reports.at(-1)).toEqual({ isMoving: true, at: 3 })
    expect(reports).toHaveLength(2)
  })

  it('end with the part', async () => {
    const { clock, reports, reporting } = createReported()
    for (const at of [1, 2]) reporting.next({ isMoving: true, at })
    reporting.close()
    await clock.advance(1_000)
    expect(reports).toHaveLength(1)
  })
})
