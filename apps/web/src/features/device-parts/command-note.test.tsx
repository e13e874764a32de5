// @vitest-environment happy-dom
import { cleanup, render, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CommandNote } from './command-note.tsx'

afterEach(cleanup)

it.each([
  [true, 'status'],
  [false, 'alert'],
])('a note of a command that nobody confirmed is no alert [HW38]: %s', (isUnconfirmed, role) => {
  const { container } = render(
    <CommandNote failure="Words" isUnconfirmed={isUnconfirmed} onRetry={null} onDismiss={() => {}} />,
  )
  expect(within(container).getByRole(role).textContent).toBe('Words')
})
