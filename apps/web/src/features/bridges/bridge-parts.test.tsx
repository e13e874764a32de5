// @vitest-environment happy-dom
import type { Bridge } from '@senca/contract/bridges'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { BridgeParts } from './bridge-parts.tsx'
import { bridgePartsQuery } from './bridges.ts'

afterEach(cleanup)

const BRIDGE: Bridge = {
  id: 'b',
  name: 'House',
  kind: 'home-assistant',
  state: 'active',
  scopes: [],
  validAfter: null,
  validBefore: null,
  grants: {},
  unlocks: {},
  connection: 'online',
  problem: null,
  createdAt: '2026-06-21T10:00:00Z',
  lastUsedAt: null,
  secretEnd: 'abcd',
  lastAddress: null,
  options: { broker: 'own' },
}
const common = { reachable: true, token: 'shade' }

it('shows each device with what it is there, and why one is not shown', () => {
  queryClient.setQueryData(bridgePartsQuery('b').queryKey, [
    {
      ...common,
      part: 'cover',
      entityId: 'cover.kitchen',
      name: 'Kitchen',
      told: { state: 'open', position: '58' },
    },
    {
      ...common,
      part: 'hold',
      entityId: 'binary_sensor.kitchen_hold',
      name: 'Kitchen · Held',
      told: { hold: 'OFF', 'hold/attributes': '{}' },
    },
    {
      ...common,
      token: 'light',
      part: 'light1',
      entityId: 'light.lamp',
      name: 'Lamp',
      told: { light1: '{"state":"ON","brightness":37}' },
    },
    {
      ...common,
      token: 'away',
      part: 'cover',
      entityId: 'cover.away',
      name: 'Away',
      told: { state: 'open' },
      reachable: false,
    },
    { token: 'near', part: 'device', name: 'Near', told: {}, reachable: false, limitation: 'came_from_here' },
    {
      token: 'odd',
      part: 'device',
      name: 'Odd',
      told: {},
      reachable: false,
      limitation: 'of_a_later_version',
    },
  ])
  render(
    <QueryClientProvider client={queryClient}>
      <BridgeParts bridge={BRIDGE} />
    </QueryClientProvider>,
  )
  for (const text of ['Kitchen', 'Lamp', 'Near', 'Odd', 'binary_sensor.kitchen_hold'])
    expect(screen.getByText(text)).toBeTruthy()
  // Once beside the device, and once beside its entity.
  for (const text of ['open · 58', 'ON 37', 'apps.parts.unreachable'])
    expect(screen.getAllByText(text)).toHaveLength(2)
  expect(screen.getByText('apps.parts.limitation.came_from_here')).toBeTruthy()
})
