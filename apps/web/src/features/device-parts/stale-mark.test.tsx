// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { StaleMark } from './stale-mark.tsx'

afterEach(cleanup)

it('the mark of an old state says it where nothing stands beside it', () => {
  render(<StaleMark isAlone />)
  expect(screen.getByText('card.stale').closest('[class*="hidden"]')).toBeNull()
})

it('and is words for the ear alone where something does', () => {
  render(<StaleMark />)
  expect(screen.getByText('card.stale').closest('[class*="hidden"]')).not.toBeNull()
})
