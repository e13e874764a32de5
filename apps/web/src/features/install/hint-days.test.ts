import { expect, it } from 'vitest'
import { closeHint, isHintDue } from './hint-days.ts'

const DAY = 86_400_000
const start = new Date('2026-11-29T20:00:00')
const later = (days: number) => new Date(start.getTime() + days * DAY)

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value) === kept,
    removeItem: (key: string) => void kept.delete(key),
  }
}

it('the hint to install the app comes on the second day, and 90 days after it was closed [PK2]', () => {
  const storage = memory()
  expect(isHintDue(storage, start)).toBe(false)
  expect(isHintDue(storage, new Date(start.getTime() + 3_600_000))).toBe(false)
  expect(isHintDue(storage, later(1))).toBe(true)
  closeHint(storage, later(1))
  expect(isHintDue(storage, later(2))).toBe(false)
  expect(isHintDue(storage, later(90))).toBe(false)
  expect(isHintDue(storage, later(91))).toBe(true)
})

it('a browser that keeps nothing never sees it', () => {
  expect(isHintDue(memory(), start)).toBe(false)
  expect(isHintDue(memory(), later(1))).toBe(false)
})
