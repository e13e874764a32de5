// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { StaleMark } from './stale-mark.tsx'

afterEach(cleanup)

it('the mark of an old state has visible words where no text is beside it', () => {
  render(<StaleMark isAlone />)
  expect(screen.getByText('card.stale').closest('[class*="hidden"]')).toBeNull()
})

it('and has words for screen readers alone where a text is beside it', () => {
  render(<StaleMark />)
  expect(screen.getByText('card.stale').closest('[class*="hidden"]')).not.toBeNull()
})
