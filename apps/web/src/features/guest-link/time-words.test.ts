import { expect, it } from 'vitest'
import { leftInWords, nextChangeMs } from './time-words.ts'

const S = 1_000
const M = 60 * S
const H = 60 * M
const D = 24 * H

it.each([
  [6 * D + 18 * H + 59 * M, 'sl', '6 dni 18 h'],
  [2 * D, 'de', '2 Tage'],
  [1 * D + 1 * H, 'en', '1 day 1 hr'],
  [3 * H + 20 * M + 5 * S, 'en', '3 hr 20 min'],
  [12 * M + 59 * S, 'en', '12 min'],
  [48 * S, 'en', '48 sec'],
  [-5, 'en', '0 sec'],
])('%d ms in %s are "%s"', (ms, tag, words) => {
  expect(leftInWords(ms, tag).replaceAll('\u00a0', ' ')).toBe(words)
})

it.each([
  [3 * D + 10 * M, 10 * M + 1],
  [3 * H + 5 * S, 5 * S + 1],
  [90 * S + 300, 301],
  [0, D],
])('what is said of %d ms is true for %d ms', (ms, until) => {
  expect(nextChangeMs(ms)).toBe(until)
})
