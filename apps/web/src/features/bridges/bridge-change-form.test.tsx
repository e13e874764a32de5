// @vitest-environment happy-dom
import type { Bridge } from '@senca/contract/bridges'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import '#i18n/testing/components.ts'
import { queryClient } from '#core/api/query-client.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { roomsApi } from '#features/room-model/rooms.ts'
import { settled } from '#i18n/testing/settled.ts'
import { BridgeChangeForm } from './bridge-change-form.tsx'
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

const LIMITED = {
  permissions: ['view', 'command'],
  limits: { maxPosition: 0.8 },
} satisfies Bridge['grants'][string]
const BRIDGE: Bridge = {
  id: 'b',
  name: 'Night script',
  kind: 'script',
  state: 'active',
  scopes: ['devices:read', 'devices:command', 'doors:ask', 'activity:read'],
  validAfter: null,
  validBefore: '2027-06-21T10:00:00Z',
  grants: { awning: LIMITED, gone: { permissions: ['view'] } },
  unlocks: {},
  connection: 'waiting',
  problem: null,
  createdAt: '2026-06-21T10:00:00Z',
  lastUsedAt: null,
  secretEnd: 'abcd',
  lastAddress: null,
}
const DEVICES = [
  deviceOf({ id: 'awning', name: 'Awning', devicetype: 'awning' }),
  deviceOf({ id: 'kitchen', name: 'Kitchen', devicetype: 'roller_shutter' }),
]

const open = (more: Partial<Bridge> = {}) => {
  const saved = vi.fn()
  const update = vi.spyOn(bridgesApi, 'update').mockResolvedValue(BRIDGE)
  render(
    <QueryClientProvider client={queryClient}>
      <BridgeChangeForm
        bridge={{ ...BRIDGE, ...more }}
        devices={DEVICES}
        onSaved={saved}
        onUnconfirmed={() => {}}
        proofFor={() => null}
      />
    </QueryClientProvider>,
  )
  return { saved, sent: () => update.mock.calls.at(-1)?.[0] }
}
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element))
const save = async () => {
  await click(screen.getByRole('button', { name: 'apps.save' }))
  await settled()
}

describe('a connected app that is changed', () => {
  it('keeps what was not changed: limits of devices, other scopes, and its end', async () => {
    const { saved, sent } = open()
    await click(screen.getByText('Kitchen'))
    fireEvent.change(screen.getByRole('textbox', { name: 'apps.name' }), { target: { value: 'Evening' } })
    await save()
    expect(sent()).toEqual({
      id: 'b',
      name: 'Evening',
      grants: { awning: LIMITED, gone: { permissions: ['view'] }, kitchen: { permissions: ['command'] } },
      scopes: ['devices:read', 'doors:ask', 'devices:command', 'activity:read'],
    })
    expect(saved).toHaveBeenCalledOnce()
  })

  it('may only see where that was chosen, with the same limits, and ends later', async () => {
    const { sent } = open()
    await click(screen.getByRole('radio', { name: 'apps.level.view' }))
    await click(screen.getByText('apps.scope.activity'))
    const [, ninety] = screen.getAllByRole('radio', { name: 'apps.days' })
    if (ninety === undefined) throw new Error('no end is offered')
    await click(ninety)
    await save()
    expect(sent()).toMatchObject({
      grants: { awning: { permissions: ['view'], limits: { maxPosition: 0.8 } } },
      scopes: ['devices:read', 'doors:ask'],
    })
    const days = (Date.parse(sent()?.validBefore ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(90)
  })

  it('of Matter has no scopes and no end, and one without devices is not saved', async () => {
    const { sent } = open({ kind: 'matter', scopes: [], validBefore: null, grants: { awning: LIMITED } })
    expect(screen.queryByText('apps.also')).toBeNull()
    expect(screen.queryByText('apps.until')).toBeNull()
    await save()
    expect(sent()).toEqual({ id: 'b', name: 'Night script', grants: { awning: LIMITED } })
    await click(screen.getByText('Awning'))
    await save()
    expect(screen.getByText('apps.devicesMissing')).toBeDefined()
  })
})
