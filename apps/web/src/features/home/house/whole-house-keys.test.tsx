// @vitest-environment happy-dom
import type { DeviceInfo } from '@senca/contract'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { deviceKeys } from '#features/device-model/device-cache.ts'
import { commands } from '#features/device-model/devices.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { TogetherHead } from './together-head.tsx'
import { WholeHouseKeys } from './whole-house-keys.tsx'

const shades = (count: number): DeviceInfo[] =>
  Array.from({ length: count }, (_, index) => ({
    ...deviceOf({ state: { position: 0 } }),
    id: `shade-${index}`,
  }))

function openHome(devices: readonly DeviceInfo[]) {
  for (const device of devices) queryClient.setQueryData(deviceKeys.one(device.id), device)
  queryClient.setQueryData(
    deviceKeys.home,
    devices.map(({ id }) => id),
  )
  render(<WholeHouseKeys />)
}

const key = (name: string) => screen.getByRole('button', { name })

describe('the keys of the whole house', () => {
  const move = vi.spyOn(commands, 'move').mockImplementation(() => {})

  // The texts of the confirmation are not under test, and i18next may not have been started.
  const { loadNamespaces, hasResourceBundle } = i18next
  beforeAll(async () => {
    Object.assign(i18next, { loadNamespaces: async () => {}, hasResourceBundle: () => true })
    // The confirmation is loaded when it is first shown, which takes long on a busy machine.
    await import('./house-question.tsx')
  })
  afterAll(() => {
    Object.assign(i18next, { loadNamespaces, hasResourceBundle })
  })
  beforeEach(() => move.mockClear())
  afterEach(() => {
    cleanup()
    queryClient.clear()
  })

  it('closes up to ten shades with one tap, and says so', () => {
    openHome(shades(10))
    fireEvent.click(key('home.whole.close'))
    expect(move.mock.calls).toEqual(shades(10).map(({ id }) => [id, { position: 1 }]))
    expect(screen.getByRole('status').textContent).toBe('home.whole.closing')
  })

  it('asks before it moves more than ten, each time', async () => {
    openHome(shades(11))
    for (const count of [11, 22]) {
      fireEvent.click(key('home.whole.close'))
      const dialog = await screen.findByRole('dialog')
      expect(move).toHaveBeenCalledTimes(count - 11)
      const confirm = dialog.querySelectorAll('button')[1]
      if (confirm !== undefined) fireEvent.click(confirm)
      expect(move).toHaveBeenCalledTimes(count)
    }
  })

  it('moves nothing where the question is cancelled', async () => {
    openHome(shades(11))
    fireEvent.click(key('home.whole.close'))
    fireEvent.click(await screen.findByRole('button', { name: 'dialog.cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(move).not.toHaveBeenCalled()
  })

  it('offers only what would do something', () => {
    openHome(shades(3))
    expect(key('home.whole.open').getAttribute('aria-disabled')).toBe('true')
    expect(key('home.whole.stop').getAttribute('aria-disabled')).toBe('true')
    expect(key('home.whole.close').getAttribute('aria-disabled')).toBeNull()
  })

  it.each([
    ['home.whole.allOpen', [0, 0]],
    ['home.whole.allClosed', [1, 1]],
    ['home.whole.someOpen', [0, 0.4]],
    ['home.whole.someNotClosed', [1, 0.4]],
    ['home.house.join', [1, null]],
    ['home.house.unreported', [null, null]],
  ])('in the head of a room says %s', (words, positions) => {
    const devices = positions.map((position, index) => ({
      ...deviceOf({ state: { position } }),
      id: `shade-${index}`,
    }))
    for (const device of devices) queryClient.setQueryData(deviceKeys.one(device.id), device)
    render(<TogetherHead name="Attic" nameId="attic" deviceIds={devices.map(({ id }) => id)} />)
    expect(screen.getByRole('heading').nextSibling?.textContent).toBe(words)
  })

  it('is not there for a single shade', () => {
    openHome(shades(1))
    expect(screen.queryByRole('button')).toBeNull()
  })
})
