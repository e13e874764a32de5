// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { roomKeys } from '#features/room-model/rooms.queries.ts'
import app from '#i18n/locales/app/en.json'
import links from '#i18n/locales/links/en.json'
import { LinkForm } from './link-form.tsx'

beforeAll(async () => {
  await createInstance()
    .use(initReactI18next)
    .init({
      lng: 'en',
      resources: { en: { translation: { ...app, ...links } } },
      interpolation: { escapeValue: false },
    })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const ROOM = { id: 'kitchen', name: 'Kitchen', devices: ['shade-0', 'shade-1'] }

const show = (count: number, rooms: object[] = []) => {
  queryClient.setQueryData(roomKeys.list, rooms)
  const devices = Array.from({ length: count }, (_, index) =>
    deviceOf({ id: `shade-${index}`, name: `Shade ${index}` }),
  )
  const element = (
    <QueryClientProvider client={queryClient}>
      <LinkForm
        devices={devices}
        link={null}
        name=""
        deviceIds={[]}
        onSaved={() => {}}
        onUnconfirmed={() => {}}
        proofFor={() => null}
      />
    </QueryClientProvider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

const isBefore = (first: HTMLElement, second: HTMLElement): boolean =>
  (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

it('opens the part of the sentence that was tapped directly below it, above those that are open [LN17]', () => {
  show(2)
  const devices = screen.getByRole('group', { name: 'Devices' })
  fireEvent.click(screen.getByRole('button', { name: /^When: / }))
  expect(isBefore(screen.getByRole('radiogroup', { name: 'When' }), devices)).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: /^Name: / }))
  expect(
    isBefore(screen.getByRole('textbox', { name: 'Name' }), screen.getByRole('radiogroup', { name: 'When' })),
  ).toBe(true)
})

const boxes = (only: { checked?: boolean } = {}) =>
  within(screen.getByRole('group', { name: 'Devices' })).getAllByRole('checkbox', only)

it('lists devices by room where there are rooms, and finds one of many', () => {
  show(12, [ROOM])
  expect(screen.getByRole('group', { name: 'Kitchen' }).querySelectorAll('[role="checkbox"]')).toHaveLength(3)
  expect(screen.getByRole('group', { name: 'Without a room' })).toBeTruthy()
  fireEvent.click(screen.getByText('All in Kitchen'))
  expect(boxes({ checked: true })).toHaveLength(3)
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a device' }), {
    target: { value: 'shade 11' },
  })
  expect(boxes().map((box) => box.closest('label')?.textContent)).toEqual(['Shade 11'])
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a device' }), { target: { value: 'nothing' } })
  expect(screen.getByText('No device found.')).toBeTruthy()
  cleanup()
  show(2)
  expect(screen.getByRole('group', { name: 'Shades' })).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

it('folds the sections of a large home until one is opened, and none has more rows than a screen can render at once', () => {
  show(200, [ROOM])
  const fold = (name: RegExp) => screen.getByRole('button', { name })
  expect(within(screen.getByRole('group', { name: 'Devices' })).queryAllByRole('checkbox')).toHaveLength(0)
  expect(fold(/^Kitchen/).textContent).toBe('Kitchen2')
  fireEvent.click(fold(/^Kitchen/))
  expect(boxes()).toHaveLength(3)
  fireEvent.click(screen.getByText('Shade 0'))
  expect(fold(/^Kitchen/).textContent).toBe('KitchenShade 02')
  fireEvent.click(fold(/^Shade 2 – /))
  expect(boxes()).toHaveLength(3 + 60)
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a device' }), {
    target: { value: 'shade 19' },
  })
  // And the one for all of them.
  expect(boxes()).toHaveLength(11 + 1)
})
