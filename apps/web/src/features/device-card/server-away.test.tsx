// @vitest-environment happy-dom
import type { DeviceInfo } from '@senca/contract'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { ServerAway } from '#features/realtime/server-away.tsx'
import app from '#i18n/locales/app/en.json'
import en from '#i18n/locales/en.json'
import { DeviceCard } from './device-card.tsx'
import { DeviceTile } from './tile/device-tile.tsx'

vi.mock('#light/card/card-canvas.tsx', () => ({ CardCanvas: () => null }))
afterEach(cleanup)

const english = createInstance()
await english.init({ lng: 'en', resources: { en: { translation: { ...app, ...en } } } })

function show(device: DeviceInfo, isTile: boolean) {
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
  const props = { device, stale: true, pending: null, error: null, ...calls }
  render(
    <I18nextProvider i18n={english}>
      <MemoryRouter>
        <ServerAway isAway>
          {isTile ? <DeviceTile {...props} /> : <DeviceCard {...props} href={null} />}
        </ServerAway>
      </MemoryRouter>
    </I18nextProvider>,
  )
  return Object.values(calls)
}

const descriptionOf = (key: HTMLElement): string | null | undefined =>
  document.getElementById(key.getAttribute('aria-describedby') ?? '')?.textContent

const door = deviceOf({
  devicetype: 'home_door',
  state: {
    position: null,
    motorLockConnected: true,
    motorLockLocked: true,
    magicFoilConnected: true,
    magicFoilOpacity: 0,
    doorLightConnected: true,
    doorLightBrightness: 0,
  },
})

describe.each([
  ['a shade at rest', deviceOf({ state: { position: 0.4 } })],
  ['a shade that moves', deviceOf({ state: { position: 0.4, status: 'closing' } })],
  ['a blind', deviceOf({ devicetype: 'venetian_blind', state: { position: 0.4, inclination: 0.5 } })],
  ['a door', door],
  ['a light', deviceOf({ devicetype: 'light', state: { position: null, light1Brightness: 0 } })],
])('while the server is away %s', (_, device) => {
  it.each([
    ['on its card', false],
    ['on its tile', true],
  ])(
    '%s has keys that can be focused, do nothing and say why, and its age before its value [SN42] [PK12]',
    (_place, isTile) => {
      const calls = show(device, isTile)
      const keys = [
        ...screen.queryAllByRole('button'),
        ...screen.queryAllByRole('switch'),
        ...screen.queryAllByRole('slider'),
      ]
      expect(keys.length).toBeGreaterThan(0)
      for (const key of keys) {
        expect(key.getAttribute('aria-disabled')).toBe('true')
        expect(key.hasAttribute('disabled')).toBe(false)
        expect(descriptionOf(key)).toBe('The server cannot be reached.')
        key.focus()
        expect(document.activeElement).toBe(key)
        fireEvent.click(key)
        fireEvent.keyDown(key, { key: 'End' })
        fireEvent.keyUp(key, { key: 'End' })
        fireEvent.change(key, { target: { value: '1' } })
      }
      for (const call of calls) expect(call).not.toHaveBeenCalled()
      const isMoving = device.state.status === 'closing'
      const [spoken, ...others] = screen.getAllByText(isMoving ? /^was moving at / : /^last known, /)
      // Screen readers read the age once, and then the value, which is above the keys.
      expect(spoken?.hasAttribute('aria-hidden')).toBe(false)
      for (const other of others) expect(other.getAttribute('aria-hidden')).toBe('true')
      if (isTile) expect(spoken?.textContent).toMatch(/: $/)
      else {
        const places = keys.map((key) => spoken?.compareDocumentPosition(key) ?? 0)
        expect(places.every((place) => place & Node.DOCUMENT_POSITION_FOLLOWING)).toBe(true)
      }
      expect(screen.queryByText(/^(Clos|Open|Mov)ing/)).toBeNull()
    },
  )
})

it('a page that is still connecting tries a stop, and no other key [PK13]', () => {
  const onStop = vi.fn()
  const onMove = vi.fn()
  const device = deviceOf({ state: { position: 0.4, status: 'closing' } })
  const nothing = vi.fn()
  render(
    <I18nextProvider i18n={english}>
      <MemoryRouter>
        <ServerAway isAway isConnecting>
          <DeviceCard
            device={device}
            stale
            pending={null}
            error={null}
            href={null}
            onDismissError={nothing}
            onMove={onMove}
            onOpen={onMove}
            onClose={onMove}
            onStop={onStop}
            onUnlock={nothing}
            onToggleFoil={nothing}
            onToggleLight={nothing}
          />
        </ServerAway>
      </MemoryRouter>
    </I18nextProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: /^Stop/ }))
  expect(onStop).toHaveBeenCalledOnce()
  const others = screen.getAllByRole('button', { name: /^(Open|Close)/ })
  for (const key of others) {
    expect(descriptionOf(key)).toBe('Connecting…')
    fireEvent.click(key)
  }
  expect(onMove).not.toHaveBeenCalled()
})
