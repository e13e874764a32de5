import { expect, it } from 'vitest'
import { sentence } from './sentence.ts'

it('a date at the end of a sentence is followed by one full stop', () => {
  const day = new Intl.DateTimeFormat('hr', { dateStyle: 'long' }).format(new Date('2026-11-24T12:00:00Z'))
  expect(day).toMatch(/\.$/)
  expect(sentence(`Pristup imate do ${day}. Ništa više.`)).toBe(`Pristup imate do ${day} Ništa više.`)
  expect(sentence('Access until 24 November 2026.')).toBe('Access until 24 November 2026.')
})
