import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createEventPace } from './event-pace.ts'

it('one event of a key passes in a second: the first at once, the last always [BR54]', () => {
  const clock = createFakeClock()
  const passed: string[] = []
  const pace = createEventPace<string>(clock, (item) => void passed.push(item))
  for (const item of ['a1', 'a2', 'a3']) pace.put('a', item)
  pace.put('b', 'b1')
  expect(passed).toEqual(['a1', 'b1'])
  clock.advance(999)
  expect(passed).toEqual(['a1', 'b1'])
  clock.advance(1)
  expect(passed).toEqual(['a1', 'b1', 'a3'])
  pace.put('a', 'a4')
  clock.advance(1_000)
  expect(passed).toEqual(['a1', 'b1', 'a3', 'a4'])
  clock.advance(1_000)
  pace.put('a', 'a5')
  expect(passed.at(-1)).toBe('a5')
  pace.put('a', 'a6')
  pace.stop()
  expect(passed.at(-1)).toBe('a6')
})
