import { createManualClock } from '@senca/simulator'
import { describe, expect, it } from 'vitest'
import { createSteps } from './steps.ts'

/** The steps of one spoken command, as reports of owners of a bridge describe them: when each came, and its goal in per cent. */
const RECORDED = {
  'raise of Alexa in steps of 25 %': [
    [0, 75],
    [900, 50],
    [1_800, 25],
    [2_700, 0],
  ],
  'lower of Alexa in steps of 25 %': [
    [0, 25],
    [700, 50],
    [1_500, 75],
    [2_300, 100],
  ],
  'one step alone': [[0, 40]],
} as const

async function replay(steps: readonly (readonly [number, number])[]): Promise<number[]> {
  const clock = createManualClock(new Date('2026-06-21T10:00:00.000Z'))
  const collected = createSteps((ms, run) => clock.after(ms, run))
  const sent: number[] = []
  let nowMs = 0
  for (const [atMs, goal] of steps) {
    await clock.advance(atMs - nowMs)
    nowMs = atMs
    collected.take('part', () => sent.push(goal))
  }
  await clock.advance(10_000)
  return sent
}

describe('the steps of Alexa [BR29]', () => {
  it.each(Object.entries(RECORDED))(
    '%s ends in at most two commands, at the last step',
    async (_name, steps) => {
      const sent = await replay(steps)
      expect(sent.length).toBeLessThanOrEqual(2)
      expect(sent[0]).toBe(steps[0][1])
      expect(sent.at(-1)).toBe(steps.at(-1)?.[1])
    },
  )

  it('are forgotten by a stop, and begin again after two seconds', async () => {
    const clock = createManualClock(new Date('2026-06-21T10:00:00.000Z'))
    const steps = createSteps((ms, run) => clock.after(ms, run))
    const sent: string[] = []
    steps.take('part', () => sent.push('first'))
    steps.take('part', () => sent.push('dropped'))
    steps.drop('part')
    await clock.advance(5_000)
    expect(sent).toEqual(['first'])
    steps.take('part', () => sent.push('again'))
    expect(sent).toEqual(['first', 'again'])
  })

  it('of one part leave another alone', () => {
    const clock = createManualClock(new Date('2026-06-21T10:00:00.000Z'))
    const steps = createSteps((ms, run) => clock.after(ms, run))
    const sent: string[] = []
    for (const part of ['one', 'two']) steps.take(part, () => sent.push(part))
    expect(sent).toEqual(['one', 'two'])
  })
})
