// @vitest-environment happy-dom
import { type Group, groupStateOf } from '@senca/contract/automation'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiFailure } from '#core/api/failures.ts'
import { queryClient } from '#core/api/query-client.ts'
import { settle } from '#core/testing/fakes.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { roomKeys } from '#features/room-model/rooms.queries.ts'
import { GroupForm } from './group-form.tsx'
import { groupsApi } from './groups.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
})

const shade = deviceOf({ id: 'a', name: 'Shade', devicetype: 'roller_shutter' })
const other = deviceOf({ id: 'b', name: 'Other', devicetype: 'roller_shutter' })
const ROOM = { id: 'r', name: 'Kitchen', devices: ['l'] }
const MORE = [deviceOf({ id: 'd', name: 'Door', devicetype: 'home_door' })]
const group = { id: 'g', name: 'West', devicetype: 'roller_shutter' as const, activeDeviceTokens: ['a'] }
const show = (
  edited: Group | null = { ...group, ...groupStateOf('roller_shutter', [shade]) },
  more = MORE,
) => {
  queryClient.setQueryData(roomKeys.list, [ROOM])
  const form = <GroupForm group={edited} devices={[shade, other, ...more]} onClose={() => {}} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />
    </QueryClientProvider>,
  )
}
const boxes = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
const rename = (name: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'groups.name' }), { target: { value: name } })
const addOther = () => fireEvent.click(screen.getByText('Other'))

it.each<[string, () => void, object]>([
  ['the name', () => rename('East'), { name: 'East' }],
  ['the devices', addOther, { devices: ['a', 'b'] }],
])('sends %s alone where nothing else was changed', async (_, edit, changes) => {
  const update = vi
    .spyOn(groupsApi, 'update')
    .mockResolvedValue({ ...group, ...groupStateOf('roller_shutter', []) })
  show()
  edit()
  fireEvent.click(screen.getByRole('button', { name: 'groups.save' }))
  await act(settle)
  expect(update.mock.calls).toEqual([[{ id: 'g', ...changes }]])
})

it.each([
  ['device_name_in_use', 'groups.nameInUse'],
  ['malformed_scenario', 'groups.scenarioMisfit'],
  ['malformed_action', 'groups.scenarioMisfit'],
])('says of %s what is wrong where it is', async (error, text) => {
  vi.spyOn(groupsApi, 'update').mockRejectedValue(new ApiFailure(400, { error, error_description: '' }))
  show()
  fireEvent.click(screen.getByRole('button', { name: 'groups.save' }))
  await act(settle)
  expect(screen.getByText(text)).toBeTruthy()
})

it('takes of all in a section the devices of the most frequent type, and never a door', () => {
  const awning = deviceOf({ id: 'w', name: 'Awning', devicetype: 'awning' })
  const lamp = deviceOf({ id: 'l', name: 'Lamp', devicetype: 'light' })
  show(null, [...MORE, lamp, awning])
  expect(boxes()).toEqual(['LampKitchen', 'home.room.rest', 'Shade', 'Other', 'Awning'])
  fireEvent.click(screen.getByText('home.room.rest'))
  expect(boxes()).toEqual(['linkForm.all.shade', 'Shade', 'Other'])
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: 'groups.others' }))
  expect(screen.getByRole('checkbox', { name: 'Lamp' }).getAttribute('aria-disabled')).toBe('true')
})

it('keeps the search while it is used, though few devices of the type are left', () => {
  const lamps = Array.from({ length: 9 }, (_, index) =>
    deviceOf({ id: `lamp-${index}`, name: `Lamp ${index}`, devicetype: 'light' }),
  )
  show(null, lamps)
  const search = screen.getByRole('searchbox', { name: 'linkForm.find' })
  fireEvent.change(search, { target: { value: 'SHADE' } })
  expect(boxes()).toEqual(['Shade'])
  fireEvent.click(screen.getByText('Shade'))
  fireEvent.change(search, { target: { value: 'oth' } })
  expect(boxes()).toEqual(['Other'])
  fireEvent.change(search, { target: { value: '' } })
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
})
