// @vitest-environment happy-dom
import { DEFAULT_PREFERENCES, type DeviceInfo, type DeviceType } from '@senca/contract'
import { groupStateOf } from '@senca/contract/automation'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { settle } from '#core/testing/fakes.ts'
import { deviceKeys } from '#features/device-model/device-cache.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { roomKeys } from '#features/room-model/rooms.queries.ts'
import { GroupCard } from './group-card.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  queryClient.clear()
})

function showGroup(name: string, devicetype: DeviceType, members: readonly DeviceInfo[]): void {
  const activeDeviceTokens = members.map(({ id }) => id)
  queryClient.setQueryData(roomKeys.preferences, DEFAULT_PREFERENCES)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <GroupCard
          group={{ id: 'g', name, devicetype, activeDeviceTokens, ...groupStateOf(devicetype, members) }}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('has keys that work as soon as its members are loaded', async () => {
  const shade = deviceOf({ id: 'a', name: 'Shade', devicetype: 'roller_shutter' })
  vi.spyOn(api, 'request').mockReturnValue(new Promise(() => {}))
  showGroup('South', 'roller_shutter', [shade])
  const keys = () =>
    ['card.open', 'card.stop', 'card.close'].map((name) =>
      screen.getByRole('button', { name }).getAttribute('aria-disabled'),
    )
  expect(keys()).toEqual(['true', 'true', 'true'])
  await act(async () => {
    queryClient.setQueryData(deviceKeys.one('a'), shade)
    await settle()
  })
  await waitFor(() => expect(keys()).toEqual([null, null, null]))
})

it('of lights that have reported nothing shows neither a position nor a brightness', async () => {
  const light = deviceOf({ id: 'a', name: 'Lamp', devicetype: 'light' })
  queryClient.setQueryData(deviceKeys.one('a'), light)
  showGroup('Lights', 'light', [light])
  await act(settle)
  const card = screen.getByRole('region', { name: 'Lights' })
  expect(card.textContent).toContain('Lightscard.light.unknown')
  expect(card.textContent).toContain('groups.turnOffcard.light.unknown')
  expect(card.textContent).not.toContain('card.word.unknown')
  const slider = within(card).getByRole('slider', { name: 'groups.brightness' })
  expect(slider.getAttribute('aria-valuetext')).toBe('card.light.unknown')
  expect(slider.closest('[data-unknown]')?.getAttribute('data-unknown')).toBe('true')
})

it('says the range of its members once, at the slider, and what the second slider turns', async () => {
  const blinds = [0.2, 0.6].map((position, index) =>
    deviceOf({
      id: `b${index}`,
      name: `Blind ${index}`,
      devicetype: 'venetian_blind',
      state: { position, inclination: 0.5 },
    }),
  )
  for (const blind of blinds) queryClient.setQueryData(deviceKeys.one(blind.id), blind)
  showGroup('Blinds', 'venetian_blind', blinds)
  await act(settle)
  const card = screen.getByRole('region', { name: 'Blinds' })
  expect(card.textContent?.match(/groups\.spread/g)).toHaveLength(1)
  const lineOf = (name: string) =>
    within(card).getByRole('slider', { name }).closest('div:has(> p)')?.textContent
  expect(lineOf('groups.mean')).toContain('groups.spread')
  expect(lineOf('groups.tilt')).toContain('card.tilt')
})

it('shows at most five windows, and how many more there are', async () => {
  const shades = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => deviceOf({ id, name: `Shade ${id}` }))
  for (const shade of shades) queryClient.setQueryData(deviceKeys.one(shade.id), shade)
  const show = async (count: number) => {
    cleanup()
    const members = shades.slice(0, count)
    showGroup('South', 'roller_shutter', members)
    await act(settle)
    return document.querySelectorAll('[data-kind="roller_shutter"] canvas').length
  }
  expect(await show(5)).toBe(5)
  expect(screen.queryByText(/^\+/)).toBeNull()
  expect(await show(7)).toBe(4)
  expect(screen.getByText('+3')).toBeTruthy()
})
