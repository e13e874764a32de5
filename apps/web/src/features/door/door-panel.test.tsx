// @vitest-environment happy-dom
import type { DeviceInfo, LockState } from '@senca/contract'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import door from '#i18n/locales/door/en.json'
import en from '#i18n/locales/en.json'
import { DoorPanel } from './door-panel.tsx'

afterEach(cleanup)

const english = createInstance()
await english.init({ lng: 'en', resources: { en: { translation: { ...en, ...door } } } })

const doorWith = (magnetLockState: LockState, motorLockState: LockState): DeviceInfo =>
  deviceOf({
    id: 'door',
    name: 'Front door',
    devicetype: 'home_door',
    unlockBy: 'tap',
    can: ['unlockMagnet', 'unlockMotor'],
    state: {
      position: null,
      magnetLockConnected: true,
      magnetLockState,
      motorLockConnected: true,
      motorLockState,
    },
  })

const NO_HISTORY = { locks: {}, isOpen: null, lastOpenedAt: null, asked: {} }

const shown = (device: DeviceInfo) => (
  <I18nextProvider i18n={english}>
    <DoorPanel
      device={device}
      stale={false}
      history={NO_HISTORY}
      isAsking={false}
      lastCame="Last unlocked: You"
      onUnlock={() => {}}
    />
  </I18nextProvider>
)

it.each([
  ['that lock again one before the other is open', ['unlocked', 'locked'] as const, true],
  ['that fail', ['locked', 'locked'] as const, false],
])('an unlock of two locks %s is explained: %s [DR6]', (_name, [motorState], isExplained) => {
  const { rerender } = render(shown(doorWith('locked', 'locked')))
  fireEvent.click(screen.getByRole('button'))
  rerender(shown(doorWith('unlocked', 'unlocking')))
  rerender(shown(doorWith('locked', motorState)))
  expect(screen.queryAllByText(/^The door stayed locked/)).toHaveLength(isExplained ? 1 : 0)
  // Nobody came by an unlock after which the door stayed locked.
  expect(screen.queryAllByText('Last unlocked: You')).toHaveLength(isExplained ? 0 : 1)
})

it('an unlock that opened the door needs no explanation', () => {
  const { rerender } = render(shown(doorWith('locked', 'locked')))
  fireEvent.click(screen.getByRole('button'))
  rerender(shown(doorWith('unlocked', 'unlocking')))
  rerender(shown(doorWith('unlocked', 'unlocked')))
  rerender(shown(doorWith('locked', 'unlocked')))
  expect(screen.queryByText(/^The door stayed locked/)).toBeNull()
})
