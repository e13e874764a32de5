// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { hideMessage, showMessage } from '#core/messages.ts'
import { Layout } from './layout.tsx'

afterEach(() => {
  cleanup()
  hideMessage()
})

it.each([
  ['error', 'alert'],
  ['success', 'status'],
] as const)('a message of the tone %s is one live region, and in no other', (tone, role) => {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Layout /> }])} />)
  act(() => showMessage(tone, 'Saved'))
  const region = screen.getByText('Saved').closest(`[role="${role}"]`)
  expect(region).not.toBeNull()
  expect(
    region?.parentElement?.closest('[aria-live]:not([aria-live="off"]), [role="alert"], [role="status"]'),
  ).toBeNull()
})
