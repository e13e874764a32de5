// @vitest-environment happy-dom
import type { MatterCommissioning } from '@senca/contract/matter'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import '#i18n/testing/components.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { settled } from '#i18n/testing/settled.ts'
import { AddMatter } from './add-matter.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Shows the form; the adding that it starts comes so far. */
function show(progress: MatterCommissioning) {
  const request = vi
    .spyOn(api, 'request')
    .mockImplementation(async ({ method }) => (method === 'POST' ? { commissioningId: 'one' } : progress))
  const router = createMemoryRouter([{ path: '/', element: <AddMatter /> }])
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return () => request.mock.calls.flatMap(([{ method, json }]) => (method === 'POST' ? [json] : []))
}
async function press(name: string) {
  await act(async () => void fireEvent.click(screen.getAllByRole('button', { name }).at(-1) ?? document.body))
  await settled()
}
async function add(code: string) {
  fireEvent.change(screen.getByLabelText('matter.code'), { target: { value: code } })
  await press('matter.add')
}

describe('[HW32] adding a Matter device', () => {
  it('is refused without a code', async () => {
    const sent = show({ status: 'searching' })
    await add('1234')
    expect(screen.getByRole('alert').textContent).toBe('matter.error.codeInvalid')
    expect(sent()).toEqual([])
  })

  it.each([' 3497-011-2332 ', 'mt:y.k90afn00ka0648g00'])('sends the code %j', async (code) => {
    const sent = show({ status: 'searching' })
    await add(code)
    expect(sent()).toEqual([{ code: code.trim().toUpperCase() }])
    expect(screen.getByRole('status').textContent).toBe('matter.status.searching')
  })

  it.each(['not_found', 'wrong_code', 'already_in_use', 'timeout', 'no_multicast'] as const)(
    'says what to do when it fails with %s',
    async (reason) => {
      show({ status: 'failed', reason })
      await add('34970112332')
      expect(screen.getByRole('status').textContent).toBe(`matter.reason.${reason}`)
      expect(screen.queryByText(`matter.help.${reason}`)).not.toBeNull()
    },
  )

  it('asks once whether an uncertified device is added', async () => {
    const sent = show({ status: 'failed', reason: 'uncertified' })
    await add('34970112332')
    expect(sent()).toEqual([{ code: '34970112332' }])
    await press('matter.uncertified.add')
    expect(sent()).toEqual([{ code: '34970112332' }, { code: '34970112332', allowUncertified: true }])
  })

  it('leads to the new devices when it is done', async () => {
    show({ status: 'done', entityIds: ['a'] })
    await add('34970112332')
    expect(screen.getByRole('link', { name: 'matter.toDevices' }).getAttribute('href')).toBe('/newdevices')
  })
})
