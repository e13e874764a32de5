import { expect, it } from 'vitest'
import { retryDelay } from './mail-retries.ts'

it.each([
  ['soon after the first failure', 1, 0, 2],
  ['later after the next', 2, 3, 5],
  ['every five minutes in the end', 7, 600, 300],
  ['every five minutes however often', 40, 3_200, 300],
  ['no more when its hour is over', 12, 3_400, null],
])('tries %s', (_name, attempts, age, expected) => expect(retryDelay(attempts, age)).toBe(expected))
