// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { browserClock, followClock } from '#core/clock.ts'
import { newDraft } from './link-draft.ts'
import { SpanFields } from './span-fields.tsx'

const SERVER = new Date('2026-06-19T12:00:00Z')

afterEach(() => {
  cleanup()
  followClock(browserClock)
})

const show = (timeZone: string, onChange = vi.fn()) => {
  followClock({ now: () => SERVER.getTime() })
  const draft = { ...newDraft(['door'], SERVER), timeZone }
  render(<SpanFields draft={draft} errorOf={() => null} onChange={onChange} />)
  return onChange
}

it('counts a span by the clock of the server, whatever the clock of the phone says', () => {
  show('Europe/Ljubljana')
  expect(screen.getByText(/14:00–23:59/)).toBeDefined()
})

it('shows the times in the zone of the draft, and another one only after a press', () => {
  const onChange = show('America/New_York')
  expect(screen.getByText(/08:00–23:59/)).toBeDefined()
  expect(screen.queryByRole('combobox')).toBeNull()
  screen.getByRole('button', { name: 'linkForm.otherZone' }).click()
  expect(onChange).not.toHaveBeenCalled()
})
