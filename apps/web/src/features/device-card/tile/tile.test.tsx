// @vitest-environment happy-dom
import type { DeviceInfo } from '@senca/contract'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { describeDevice, shortLine } from '#features/device-model/views/describe-device.ts'
import app from '#i18n/locales/app/en.json'
import en from '#i18n/locales/en.json'
import { DeviceTile } from './device-tile.tsx'
import { lightsToSwitch, tileKeyOf } from './tile-key.ts'

const words = createInstance()
beforeAll(async () => {
  await words.init({ lng: 'en', resources: { en: { translation: { ...app, ...en } } } })
})

const light = (light1Brightness: number | null, light2Brightness?: number) =>
  deviceOf({
    devicetype: 'light',
    state: { position: null, light1Brightness, ...(light2Brightness !== undefined && { light2Brightness }) },
  })

it.each<[string, DeviceInfo, string | null, string]>([
  ['an open shade', deviceOf({ state: { position: 0 } }), 'close', 'Open'],
  ['a closed shade', deviceOf({ state: { position: 1 } }), 'open', 'Closed'],
  ['one less than half closed', deviceOf({ state: { position: 0.3 } }), 'close', '30\u202f%'],
  ['one half closed', deviceOf({ state: { position: 0.5 } }), 'open', '50\u202f%'],
  ['one that moves', deviceOf({ state: { position: 0.5, status: 'closing' } }), 'stop', 'Closing'],
  ['one of unknown position', deviceOf({ state: { position: null } }), null, 'unknown'],
  ['one that is away', deviceOf({ state: { position: 1, status: 'offline' } }), null, 'Offline'],
  ['one that may only be seen', deviceOf({ can: [], state: { position: 1 } }), null, 'Closed'],
  [
    'one that never reported',
    deviceOf({ state: { position: null, reportedAt: null } }),
    null,
    'Not reported yet',
  ],
  ['a light that is on', light(1), 'light', 'On'],
  ['a dimmed light', light(0.4), 'light', '40\u202f%'],
  ['a light of unknown brightness', light(null), 'light', 'Unknown'],
  [
    'a door with one lock',
    deviceOf({ devicetype: 'home_door', state: { motorLockConnected: true, motorLockLocked: true } }),
    'lock',
    'Locked',
  ],
  [
    'a door with two locks',
    deviceOf({
      devicetype: 'home_door',
      state: {
        motorLockConnected: true,
        motorLockLocked: true,
        magnetLockConnected: true,
        magnetLockLocked: true,
      },
    }),
    'lock',
    'Locked',
  ],
])('the key on the tile of %s', (_, device, key, text) => {
  expect(tileKeyOf(device)).toBe(key)
  expect(shortLine(describeDevice(device, { pending: null }, words.t))).toContain(text)
})

it.each([
  [light(1, 0), { isOn: false, lights: ['light_1'] }],
  [light(0, 0), { isOn: true, lights: ['light_1', 'light_2'] }],
  [light(null, 0), { isOn: true, lights: ['light_1', 'light_2'] }],
])('the key switches all lamps off if any is lit, otherwise on: %#', (device, switched) =>
  expect(lightsToSwitch(device)).toEqual(switched),
)

describe('a tile', () => {
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  function openTile(device: DeviceInfo) {
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
    const props = { device, stale: false, pending: null, error: null, ...calls }
    const router = createMemoryRouter([
      { path: '/', element: <DeviceTile {...props} /> },
      { path: '*', element: null },
    ])
    render(<RouterProvider router={router} />)
    return { ...calls, place: () => router.state.location.pathname }
  }
  const door = deviceOf({
    devicetype: 'home_door',
    can: ['unlockMotor'],
    state: { position: null, motorLockConnected: true, motorLockLocked: true },
  })
  const lockKey = () => screen.getByRole('button', { name: 'card.lockKey' })
  const pressDown = () =>
    fireEvent.pointerDown(lockKey(), { button: 0, isPrimary: true, pointerId: 1, clientX: 9, clientY: 9 })

  it('opens the screen of the device by a tap [SN4]', async () => {
    const { place, onClose } = openTile(deviceOf())
    fireEvent.click(screen.getByRole('link', { name: 'Bedroom' }))
    await vi.waitFor(() => expect(place()).toBe('/device'))
    expect(onClose).not.toHaveBeenCalled()
  })

  it('moves the device by its key', () => {
    const { place, onClose } = openTile(deviceOf())
    fireEvent.click(screen.getByRole('button', { name: 'card.close' }))
    expect(onClose).toHaveBeenCalledOnce()
    expect(place()).toBe('/')
  })

  it('unlocks a door only when its key is held for a second [SN4]', () => {
    vi.useFakeTimers()
    Element.prototype.hasPointerCapture ??= () => false
    const { onUnlock } = openTile(door)
    pressDown()
    act(() => vi.advanceTimersByTime(999))
    expect(onUnlock).not.toHaveBeenCalled()
    act(() => vi.advanceTimersByTime(1))
    expect(onUnlock).toHaveBeenCalledExactlyOnceWith(['motor'])
  })

  it('says that the key of a door is held, where it was only tapped', () => {
    vi.useFakeTimers()
    Element.prototype.hasPointerCapture ??= () => false
    const { onUnlock } = openTile(door)
    pressDown()
    act(() => vi.advanceTimersByTime(200))
    fireEvent.pointerUp(lockKey(), { pointerId: 1 })
    expect(screen.getByText('card.holdOn')).toBeDefined()
    expect(onUnlock).not.toHaveBeenCalled()
  })

  it('opens the screen of a door by a keyboard, which cannot hold', async () => {
    const { place, onUnlock } = openTile(door)
    fireEvent.click(lockKey(), { detail: 0 })
    await vi.waitFor(() => expect(place()).toBe('/doordeviceinfopage'))
    expect(onUnlock).not.toHaveBeenCalled()
  })
})
