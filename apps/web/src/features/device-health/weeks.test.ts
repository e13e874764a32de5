import { expect, it } from 'vitest'
import { weeksOf } from './weeks.ts'

it('four weeks end today, and each counts its own days', () => {
  const day = (
    name: string,
    restarts: number,
    drops: number,
    answers = 0,
    answerMs: number | null = null,
  ) => ({
    day: name,
    restarts,
    drops,
    answers,
    answerMs,
  })
  const weeks = weeksOf(
    [
      day('2026-05-01', 9, 9),
      day('2026-05-08', 0, 2),
      day('2026-05-21', 1, 0, 1, 900),
      day('2026-05-22', 1, 1, 3, 100),
      day('2026-05-28', 2, 0, 1, 500),
    ],
    new Date('2026-05-28T23:30:00Z'),
  )
  expect(
    weeks.map(({ from, restarts, drops, answerMs }) => [from.getUTCDate(), restarts, drops, answerMs]),
  ).toEqual([
    [22, 3, 1, 200],
    [15, 1, 0, 900],
    [8, 0, 2, null],
    [1, 9, 9, null],
  ])
})
