// @vitest-environment happy-dom
import { groupStateOf } from '@senca/contract/automation'
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
const group = { id: 'g', name: 'West', devicetype: 'roller_shutter' as const, activeDeviceTokens: ['a'] }
const show = () => {
  queryClient.setQueryData(roomKeys.list, [])
  const form = (
    <GroupForm
      group={{ ...group, ...groupStateOf('roller_shutter', [shade]) }}
      devices={[shade, other]}
      onClose={() => {}}
    />
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />
    </QueryClientProvider>,
  )
}
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
