// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { StaleMark } from './stale-mark.tsx'

afterEach(cleanup)

it('the mark of an old state has words for screen readers alone, because a text is beside it', () => {
  render(<StaleMark />)
  expect(screen.getByText('card.stale').closest('[class*="hidden"]')).not.toBeNull()
})
