// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import '#i18n/testing/components.ts'
import { ApiFailure } from '#core/api/failures.ts'
import { queryClient } from '#core/api/query-client.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { roomsApi } from '#features/room-model/rooms.ts'
import { settled } from '#i18n/testing/settled.ts'
import { BridgeForm, type FormKind } from './bridge-form.tsx'
import { bridgesApi } from './bridges.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(roomsApi, 'list').mockResolvedValue([])
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const MADE = {
  id: 'b',
  name: 'Night script',
  kind: 'script',
  state: 'active',
  scopes: ['devices:read'],
  validAfter: null,
  validBefore: null,
  grants: {},
  unlocks: {},
  connection: 'waiting',
  problem: null,
  createdAt: '2026-06-21T10:00:00Z',
  lastUsedAt: null,
  secretEnd: 'abcd',
  lastAddress: null,
  secret: 'senca_token',
} as const
const DOOR = deviceOf({ id: 'door-1', name: 'Front door', devicetype: 'home_door' })

const open = (kind: FormKind = 'script', joinedHost: string | null = null, hasOwnBroker = true) => {
  const made = vi.fn()
  let prove = async (_password: string) => {}
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <BridgeForm
          kind={kind}
          devices={[DOOR]}
          joinedHost={joinedHost}
          hasOwnBroker={hasOwnBroker}
          onSaved={made}
          onUnconfirmed={() => {}}
          proofFor={({ deviceId, onProved }) => {
            prove = onProved
            return <p>{`proof for ${deviceId}`}</p>
          }}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { made, prove: (password: string) => act(() => prove(password)) }
}
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  await settled()
}
const fill = async () => {
  fireEvent.change(screen.getByRole('textbox', { name: 'apps.name' }), { target: { value: 'Night script' } })
  await act(async () => void fireEvent.click(screen.getByText('Front door')))
}

describe('a new connected app', () => {
  it('sees the chosen devices for 90 days, unless it may also move them', async () => {
    const create = vi.spyOn(bridgesApi, 'create').mockResolvedValue({ ...MADE, scopes: [...MADE.scopes] })
    const { made } = open()
    await fill()
    await press('apps.create')
    expect(create.mock.calls[0]?.[0]).toMatchObject({
      name: 'Night script',
      kind: 'script',
      scopes: ['devices:read'],
      grants: { 'door-1': { permissions: ['view'] } },
    })
    const days = (Date.parse(create.mock.calls[0]?.[0].validBefore ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(90)
    expect(made).toHaveBeenCalledWith(expect.objectContaining({ secret: 'senca_token' }))
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'apps.level.command' })))
    for (const scope of ['apps.scope.scenarios', 'apps.scope.access'])
      await act(async () => void fireEvent.click(screen.getByText(scope)))
    await press('apps.create')
    expect(create.mock.calls[1]?.[0]).toMatchObject({
      scopes: ['devices:read', 'devices:command', 'scenarios:run', 'access:read'],
      grants: { 'door-1': { permissions: ['command'] } },
    })
  })

  it('to Home Assistant has no end, and is at the broker that was chosen', async () => {
    const create = vi.spyOn(bridgesApi, 'create').mockResolvedValue({ ...MADE, scopes: [...MADE.scopes] })
    open('home-assistant', 'broker.home')
    await fill()
    const choose = (name: string) =>
      act(async () => void fireEvent.click(screen.getByRole('radio', { name })))
    expect(screen.getByText('apps.home.ownNote')).toBeTruthy()
    expect(screen.queryByText('apps.until')).toBeNull()
    await press('apps.home.connect')
    expect(create.mock.calls[0]?.[0]).toEqual({
      name: 'Night script',
      kind: 'home-assistant',
      scopes: ['devices:read'],
      grants: { 'door-1': { permissions: ['view'] } },
      options: { broker: 'own' },
    })
    await choose('broker.home')
    expect(screen.getByText('apps.home.joinedNote')).toBeTruthy()
    await press('apps.home.connect')
    expect(create.mock.calls[1]?.[0]).toMatchObject({ options: { broker: 'joined' } })
  })

  it('for Home Assistant needs a joined broker where the one of the server is outside of it', async () => {
    open('home-assistant', null, false)
    expect(screen.getByText('apps.home.joinFirst')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'mqtt.join.title' }).getAttribute('href')).toBe('/mqtt/join')
    expect(screen.queryByRole('button', { name: 'apps.home.connect' })).toBeNull()
    cleanup()
    const create = vi.spyOn(bridgesApi, 'create').mockResolvedValue({ ...MADE, scopes: [...MADE.scopes] })
    open('home-assistant', 'broker.home', false)
    expect(screen.queryByRole('radio', { name: 'Senca' })).toBeNull()
    await fill()
    await press('apps.home.connect')
    expect(create.mock.calls[0]?.[0]).toMatchObject({ options: { broker: 'joined' } })
  })

  it('is not sent without a name and a device, and says what is missing', async () => {
    const create = vi.spyOn(bridgesApi, 'create')
    open()
    await press('apps.create')
    expect(create).not.toHaveBeenCalled()
    expect(screen.getByText('apps.nameMissing')).toBeTruthy()
    expect(screen.getByText('apps.devicesMissing')).toBeTruthy()
  })

  it('asks for the password where a door is guarded, and sends it along', async () => {
    const refusal = new ApiFailure(400, {
      error: 'data_missing',
      error_description: '',
      key: 'password',
      device_id: 'door-1',
    })
    const create = vi
      .spyOn(bridgesApi, 'create')
      .mockRejectedValueOnce(refusal)
      .mockResolvedValue({ ...MADE, scopes: [...MADE.scopes] })
    const { made, prove } = open()
    await fill()
    await press('apps.create')
    expect(screen.getByText('proof for door-1')).toBeTruthy()
    expect(made).not.toHaveBeenCalled()
    await prove('lamp-river-42')
    expect(create.mock.calls[1]?.[0]).toMatchObject({ password: 'lamp-river-42' })
    expect(made).toHaveBeenCalledOnce()
  })
})
