import { expect, it } from 'vitest'
import { mayTakeOver, type PageMoment } from './new-build.ts'

const MINUTE = 60_000
/** A page that somebody used a moment ago. */
const used: PageMoment = {
  sinceStart: 20 * MINUTE,
  sinceTouch: 5_000,
  hidden: null,
  isBusy: false,
  isOnWall: false,
  time: '18:00',
}

it.each<[name: string, moment: Partial<PageMoment>, expected: boolean]>([
  ['at a start that nobody has touched', { sinceStart: 9_000, sinceTouch: null }, true],
  ['11 s after it', { sinceStart: 11_000, sinceTouch: null }, false],
  ['at a start that somebody has touched', { sinceStart: 9_000, sinceTouch: 100 }, false],
  ['while it is used', {}, false],
  ['after a minute hidden', { hidden: MINUTE }, true],
  ['after less', { hidden: MINUTE - 1 }, false],
  ['after a minute hidden with something typed', { hidden: MINUTE, isBusy: true }, false],
  [
    'on a wall at 03:30 after ten quiet minutes',
    { isOnWall: true, time: '03:30', sinceTouch: 10 * MINUTE },
    true,
  ],
  ['on a wall at 03:30 that was never touched', { isOnWall: true, time: '03:30', sinceTouch: null }, true],
  ['on a wall at 03:30 that was just used', { isOnWall: true, time: '03:30', sinceTouch: 9 * MINUTE }, false],
  ['on a wall at another time', { isOnWall: true, time: '03:31', sinceTouch: 10 * MINUTE }, false],
  ['elsewhere at 03:30', { time: '03:30', sinceTouch: 10 * MINUTE }, false],
])('a page may change to a newer build by itself %s: %s [PK7]', (_name, moment, expected) => {
  expect(mayTakeOver({ ...used, ...moment })).toBe(expected)
})
