import { expect, it } from 'vitest'
import { createPresence } from './presence.ts'

const MINUTE = 60_000
const START = Date.parse('2026-06-21T10:00:00.000Z')

function start() {
  let ms = START
  const presence = createPresence({ nowMs: () => ms })
  const after = (minutes: number, connected: readonly number[]) => {
    ms += minutes * MINUTE
    return presence.check([1, 2], new Set(connected))
  }
  return { presence, after }
}

it('an ecosystem is lost after five minutes without it, and found when it is there again', () => {
  const { presence, after } = start()
  expect(presence.lostAt(1)).toBeUndefined()
  expect(after(1, [1])).toBe(true)
  expect(presence.lostAt(1)).toBeNull()
  expect(after(1, [1])).toBe(false)
  expect(after(4, [])).toBe(true)
  expect(presence.lostAt(1)).toBeNull()
  expect(presence.lostAt(2)).toBe('2026-06-21T10:00:00.000Z')
  expect(after(1, [])).toBe(true)
  expect(presence.lostAt(1)).toBe('2026-06-21T10:02:00.000Z')
  expect(after(60, [])).toBe(false)
  expect(after(1, [1, 2])).toBe(true)
  expect([presence.lostAt(1), presence.lostAt(2)]).toEqual([null, null])
})

it('a fabric that is removed is forgotten', () => {
  const { presence } = start()
  presence.seen(3)
  expect(presence.lastSeenAt(3)).toBe('2026-06-21T10:00:00.000Z')
  presence.check([1], new Set())
  expect(presence.lastSeenAt(3)).toBeNull()
})
