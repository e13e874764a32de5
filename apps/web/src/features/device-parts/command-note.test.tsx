// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CommandNote } from './command-note.tsx'

afterEach(cleanup)

it.each([
  [true, 'status'],
  [false, 'alert'],
])('a note of a command that nobody confirmed is no alert [HW38]: %s', (isUnconfirmed, role) => {
  render(<CommandNote failure="Words" isUnconfirmed={isUnconfirmed} onRetry={null} onDismiss={() => {}} />)
  expect(screen.getByRole(role).textContent).toBe('Words')
})
