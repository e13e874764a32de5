// @vitest-environment happy-dom
import type { DeviceInfo } from '@senca/contract'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { describeDevice, shortLine } from '#features/device-model/views/describe-device.ts'
import app from '#i18n/locales/app/en.json'
import en from '#i18n/locales/en.json'
import { DeviceTile } from './device-tile.tsx'
import { lightsToSwitch, tileTapOf } from './tile-tap.ts'
import { LONG_PRESS_MS } from './use-long-press.ts'

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: { ...app, ...en } } } })
})

const light = (light1Brightness: number | null, light2Brightness?: number) =>
  deviceOf({
    devicetype: 'light',
    state: { position: null, light1Brightness, ...(light2Brightness !== undefined && { light2Brightness }) },
  })

it.each<[string, DeviceInfo, string, string]>([
  ['an open shade', deviceOf({ state: { position: 0 } }), 'close', 'Open'],
  ['a closed shade', deviceOf({ state: { position: 1 } }), 'open', 'Closed'],
  ['one less than half closed', deviceOf({ state: { position: 0.3 } }), 'close', '30\u202f%'],
  ['one half closed', deviceOf({ state: { position: 0.5 } }), 'open', '50\u202f%'],
  ['one that moves', deviceOf({ state: { position: 0.5, status: 'closing' } }), 'stop', 'Closing'],
  ['one of unknown position', deviceOf({ state: { position: null } }), 'control', 'unknown'],
  ['one that is away', deviceOf({ state: { position: 1, status: 'offline' } }), 'control', 'Offline'],
  ['one that may only be seen', deviceOf({ can: [], state: { position: 1 } }), 'control', 'Closed'],
  [
    'one that never reported',
    deviceOf({ state: { position: null, reportedAt: null } }),
    'control',
    'Not reported yet',
  ],
  ['a light that is on', light(1), 'light', 'On'],
  ['a dimmed light', light(0.4), 'light', '40\u202f%'],
  ['a light of unknown brightness', light(null), 'light', 'Unknown'],
  [
    'a door',
    deviceOf({ devicetype: 'home_door', state: { motorLockConnected: true, motorLockLocked: true } }),
    'control',
    'Locked',
  ],
])('a tap on %s', (_, device, tap, words) => {
  expect(tileTapOf(device)).toBe(tap)
  expect(shortLine(describeDevice(device, { pending: null }, i18next.t))).toContain(words)
})

it.each([
  [light(1, 0), { isOn: false, lights: ['light_1'] }],
  [light(0, 0), { isOn: true, lights: ['light_1', 'light_2'] }],
  [light(null, 0), { isOn: true, lights: ['light_1', 'light_2'] }],
])('a tap switches all lamps off if any is lit, otherwise on: %#', (device, switched) =>
  expect(lightsToSwitch(device)).toEqual(switched),
)

describe('a tile', () => {
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  function openTile(device: DeviceInfo, isMovedByTap: boolean) {
    const calls = {
      onDismissError: vi.fn(),
      onMove: vi.fn(),
      onOpen: vi.fn(),
      onClose: vi.fn(),
      onStop: vi.fn(),
      onUnlock: vi.fn(),
      onToggleFoil: vi.fn(),
      onToggleLight: vi.fn(),
    }
    const props = { device, stale: false, pending: null, error: null, isMovedByTap, ...calls }
    const router = createMemoryRouter([
      { path: '/', element: <DeviceTile {...props} /> },
      { path: '*', element: null },
    ])
    render(<RouterProvider router={router} />)
    return { ...calls, place: () => router.state.location.pathname }
  }

  it('opens the screen of the device', async () => {
    const { place, onClose } = openTile(deviceOf(), false)
    fireEvent.click(screen.getByRole('link', { name: 'Bedroom' }))
    await vi.waitFor(() => expect(place()).toBe('/device'))
    expect(onClose).not.toHaveBeenCalled()
  })

  it('moves the device where a person chose so', () => {
    const { place, onClose } = openTile(deviceOf(), true)
    fireEvent.click(screen.getByRole('button', { name: 'card.close' }))
    expect(onClose).toHaveBeenCalledOnce()
    expect(place()).toBe('/')
  })

  it('opens the screen when it is held, and the click that ends the hold moves nothing [SN4]', () => {
    vi.useFakeTimers()
    const { place, onClose } = openTile(deviceOf(), true)
    const key = screen.getByRole('button', { name: 'card.close' })
    fireEvent.pointerDown(key, { button: 0, isPrimary: true, clientX: 10, clientY: 10 })
    vi.advanceTimersByTime(LONG_PRESS_MS - 1)
    expect(place()).toBe('/')
    vi.advanceTimersByTime(1)
    expect(place()).toBe('/device')
    fireEvent.click(key, { detail: 1 })
    expect(onClose).not.toHaveBeenCalled()
  })

  it('is not held by a finger that drags the page', () => {
    vi.useFakeTimers()
    const { place } = openTile(deviceOf(), true)
    const key = screen.getByRole('button', { name: 'card.close' })
    fireEvent.pointerDown(key, { button: 0, isPrimary: true, clientX: 10, clientY: 10 })
    fireEvent.pointerMove(key, { clientX: 10, clientY: 30 })
    vi.advanceTimersByTime(LONG_PRESS_MS)
    expect(place()).toBe('/')
  })

  it('opens the screen with Shift and Enter', () => {
    const { place, onClose } = openTile(deviceOf(), true)
    fireEvent.keyDown(screen.getByRole('button', { name: 'card.close' }), { key: 'Enter', shiftKey: true })
    expect(place()).toBe('/device')
    expect(onClose).not.toHaveBeenCalled()
  })
})
