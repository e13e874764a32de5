// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { gateway, settle } from '#core/testing/fakes.ts'
import BluetoothSetup from './bluetooth-setup.tsx'
import { connectImprov, type Improv } from './improv.ts'

vi.mock(import('./improv.ts'), async (load) => ({ ...(await load()), connectImprov: vi.fn() }))

afterEach(cleanup)

it('a device whose connection comes about after the page was left is disconnected', async () => {
  const connection = gateway<Improv>()
  const close = vi.fn()
  const improv: Improv = {
    needsButton: () => false,
    pressed: async () => {},
    networks: async () => [],
    hand: async () => {},
    join: async () => {},
    close,
  }
  vi.mocked(connectImprov).mockReturnValue(connection.promise)
  const bluetooth = { getAvailability: async () => true, requestDevice: async () => new EventTarget() }
  const started = {
    setupCode: 'code',
    host: 'home',
    port: 1883,
    tls: false,
    expiresAt: '2026-06-21T10:00:00Z',
  }
  const { unmount } = render(<BluetoothSetup bluetooth={bluetooth} started={started} />)
  await act(settle)
  fireEvent.click(screen.getByRole('button', { name: 'setup.bluetooth.find' }))
  await act(settle)
  unmount()
  connection.open(improv)
  await settle()
  expect(close).toHaveBeenCalledTimes(1)
})
