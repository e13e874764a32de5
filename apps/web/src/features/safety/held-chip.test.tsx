// @vitest-environment happy-dom
import { DEFAULT_PREFERENCES } from '@senca/contract'
import type { Safety } from '@senca/contract/automation'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { deviceKeys } from '#features/device-model/device-cache.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { roomKeys } from '#features/room-model/rooms.queries.ts'
import { HeldChip } from './held-chip.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
})

const safety: Safety = {
  scenarioId: 's',
  reason: { measurement: 'wind_gust', value: 14.44, unit: 'm/s', threshold: 10.3, condition: 'gt' },
  since: '2026-07-01T12:00:00.000Z',
  until: null,
  isSensorSilent: false,
  release: { value: 10.3, minutes: 20 },
}
const awning = (id: string, held: Safety | null) =>
  deviceOf({ id, name: id, devicetype: 'awning', ...(held === null ? {} : { safety: held }) })

const show = (...devices: ReturnType<typeof awning>[]) => {
  queryClient.setQueryData(roomKeys.preferences, DEFAULT_PREFERENCES)
  queryClient.setQueryData(
    deviceKeys.home,
    devices.map(({ id }) => id),
  )
  for (const device of devices) queryClient.setQueryData(deviceKeys.one(device.id), device)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ul>
          <HeldChip />
        </ul>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('names the one shade that is held, and leads to it', () => {
  show(awning('terrace', safety), awning('balcony', null))
  const chip = screen.getByRole('link', { name: 'weather.chip' })
  expect(chip.getAttribute('href')).toBe('/device?deviceId=terrace')
})

it.each([
  ['until when', { until: '2026-07-01T15:40:00.000Z' }, 'weather.chipUntil'],
  ['that there are no data', { release: null, isSensorSilent: true }, 'weather.chipBecause'],
])('says of the one %s, in one short line', (_, change, words) => {
  show(awning('terrace', { ...safety, ...change }))
  expect(screen.getByRole('link', { name: words })).toBeTruthy()
})

it('counts several, says until when if that is the same for all, and leads to the weather', () => {
  show(awning('terrace', safety), awning('balcony', safety))
  expect(screen.getByRole('link', { name: 'weather.heldAndRelease' }).getAttribute('href')).toBe('/weather')
  cleanup()
  const inRain = { ...safety, reason: { ...safety.reason, measurement: 'rain' } }
  show(awning('terrace', safety), awning('balcony', inRain))
  expect(screen.getByRole('link', { name: 'weather.chipSeveral' })).toBeTruthy()
})

it('is not shown while nothing is held', () => {
  show(awning('terrace', null))
  expect(screen.queryByRole('link')).toBeNull()
})
