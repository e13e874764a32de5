// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import en from '#i18n/locales/en.json'
import { DeviceCard } from './device-card.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-06-21T18:30:00Z') })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const door = (connected: boolean) =>
  deviceOf({
    devicetype: 'home_door',
    connected,
    state: {
      status: connected ? 'ready' : 'offline',
      motorLockConnected: true,
      motorLockLocked: true,
      reportedAt: '2026-06-21T16:04:00Z',
    },
  })
const nothing = () => {}
const english = createInstance()
await english.init({ lng: 'en', resources: { en: { translation: en } } })

it.each([
  ['of a connected door', true, false, /^Bedroom: Locked\. Hold to unlock$/],
  ['of an offline door', false, false, /^Bedroom: Locked, last known: \d\d?:04.*\. Hold to unlock$/],
  ['on a page without connection', true, true, /^Bedroom: Locked, last known: \d\d?:04.*\. Hold to unlock$/],
])('the button of a lock %s says the state, and when it was so', (_, connected, stale, name) => {
  render(
    <I18nextProvider i18n={english}>
      <MemoryRouter>
        <DeviceCard
          device={door(connected)}
          stale={stale}
          pending={null}
          error={null}
          href={null}
          onDismissError={nothing}
          onMove={nothing}
          onOpen={nothing}
          onClose={nothing}
          onStop={nothing}
          onUnlock={nothing}
          onToggleFoil={nothing}
          onToggleLight={nothing}
        />
      </MemoryRouter>
    </I18nextProvider>,
  )
  expect(screen.getByRole('button', { name })).toBeTruthy()
})
