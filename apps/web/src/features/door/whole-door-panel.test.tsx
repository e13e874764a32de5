// @vitest-environment happy-dom
import type { DeviceInfo, LockState } from '@senca/contract'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import en from '#i18n/locales/en.json'
import { WholeDoorPanel } from './whole-door-panel.tsx'

const english = createInstance()
await english.init({ lng: 'en', resources: { en: { translation: en } } })

const door = (magnetLockState: LockState, motorLockState: LockState, more: object = {}): DeviceInfo =>
  deviceOf({
    name: 'Front door',
    devicetype: 'home_door',
    ...more,
    state: {
      position: null,
      magnetLockConnected: true,
      magnetLockState,
      motorLockConnected: true,
      motorLockState,
    },
  })

function show(device: DeviceInfo, isHeld: boolean) {
  const onUnlock = vi.fn()
  render(
    <I18nextProvider i18n={english}>
      <WholeDoorPanel
        device={device}
        stale={false}
        isHeld={isHeld}
        mayUnlock
        progress={null}
        isWaiting={false}
        line={null}
        facts={null}
        note={{ failure: null, isUnconfirmed: false }}
        onUnlock={onUnlock}
        onDismiss={() => {}}
      />
    </I18nextProvider>,
  )
  return { onUnlock, key: screen.getByRole('button') }
}

beforeEach(() => {
  vi.useFakeTimers()
  Element.prototype.hasPointerCapture ??= () => false
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the one key of a door', () => {
  it('is named by the state and by the hold that it needs, and unlocks all locks at once [DR6]', () => {
    const { key, onUnlock } = show(door('locked', 'locked'), true)
    expect(key.getAttribute('aria-label')).toBe('Front door: Locked. Hold to unlock')
    // The state is said beside the key, once.
    expect(key.textContent).toBe('Hold to unlock')
    expect(screen.getAllByText('Locked')).toHaveLength(1)
    fireEvent.click(key, { detail: 1 })
    expect(onUnlock).not.toHaveBeenCalled()
    fireEvent.pointerDown(key, { button: 0, isPrimary: true, pointerId: 1 })
    act(() => vi.advanceTimersByTime(1_000))
    expect(onUnlock).toHaveBeenCalledExactlyOnceWith(['magnet', 'motor'])
  })

  it.each([
    ['a door of which one lock holds', door('unlocked', 'locked'), 'Locked', ['motor']],
    [
      'a door of which nothing is known',
      door('unknown', 'unknown'),
      'Lock state unknown',
      ['magnet', 'motor'],
    ],
    ['a door with a lock that is stuck', door('unlocked', 'jammed'), 'Jammed', ['motor']],
  ])('of %s says so, and unlocks what is not proven unlocked', (_, device, word, locks) => {
    const { key, onUnlock } = show(device, false)
    expect(key.getAttribute('aria-label')).toBe(`Front door: ${word}. Unlock · 5\u00a0s`)
    fireEvent.click(key)
    expect(onUnlock).toHaveBeenCalledExactlyOnceWith(locks)
  })

  it.each([
    ['that is unlocked', door('unlocked', 'unlocked'), 'Front door: Unlocked'],
    ['that is offline', door('locked', 'locked', { connected: false }), /^Front door: Locked, last known: /],
  ])('of a door %s does nothing', (_, device, name) => {
    const { onUnlock } = show(device, false)
    const key = screen.getByRole('button', { name })
    expect(key.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(key)
    expect(onUnlock).not.toHaveBeenCalled()
  })
})
