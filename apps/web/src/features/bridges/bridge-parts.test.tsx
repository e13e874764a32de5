// @vitest-environment happy-dom
import type { Bridge, BridgePart } from '@senca/contract/bridges'
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

const show = (parts: readonly Partial<BridgePart>[], bridge: Bridge = BRIDGE) => {
  queryClient.setQueryData(
    bridgePartsQuery('b').queryKey,
    parts.map((part) => ({ ...common, part: 'cover', name: 'Kitchen', told: {}, ...part })),
  )
  render(
    <QueryClientProvider client={queryClient}>
      <BridgeParts bridge={bridge} devices={[{ id: 'lights', name: 'Terrace' }]} />
    </QueryClientProvider>,
  )
}
const COVER = { entityId: 'cover.kitchen' }
/** The words below the name of a device. */
const factsOf = (name: string) =>
  [...(screen.getByText(name).closest('li')?.querySelectorAll('span') ?? [])].map(({ textContent }) =>
    textContent?.trim(),
  )

it('says of each device in words what it is there', () => {
  show([
    { ...COVER, told: { state: 'open', position: '58', tilt: '0' } },
    { part: 'hold', entityId: 'binary_sensor.kitchen_hold', name: 'Kitchen · Held', told: { hold: 'OFF' } },
    { ...COVER, token: 'open', name: 'Open', told: { state: 'open', position: '100' } },
    { ...COVER, token: 'moving', name: 'Moving', told: { state: 'closing', position: '40' } },
    { ...COVER, token: 'odd', name: 'Odd', told: { state: 'None', position: null } },
    { ...COVER, token: 'away', name: 'Away', told: { state: 'open' }, reachable: false },
    { token: 'door', part: 'lock', entityId: 'lock.door', name: 'Door', told: { lock: 'LOCKED' } },
    { token: 'door', part: 'contact', entityId: 'b.c', name: 'Door · Contact', told: { contact: 'ON' } },
    { token: 'door', part: 'foil', entityId: 'switch.f', name: 'Door · Glass', told: { foil: 'OFF' } },
    { token: 'door', part: 'fault', entityId: 'b.f', name: 'Door · Problem', told: { fault: 'ON' } },
    {
      token: 'light',
      part: 'light1',
      entityId: 'light.lamp',
      name: 'Lamp',
      told: { light1: '{"state":"ON","brightness":37}' },
    },
    { token: 'lights', part: 'light1', entityId: 'light.a', name: 'Terrace · Left', told: { light1: 'OFF' } },
    { token: 'lights', part: 'light2', entityId: 'light.b', name: 'Terrace · Right', told: { light2: 'ON' } },
    { token: null, part: 'scene', scenario: 's1', entityId: 'scene.evening', name: 'Evening' },
    { token: null, part: 'scene', scenario: 's2', entityId: 'scene.away', name: 'Gone', reachable: false },
  ])
  expect(
    Object.fromEntries(
      ['Kitchen', 'Open', 'Moving', 'Odd', 'Away', 'Door', 'Lamp', 'Terrace', 'Evening', 'Gone'].map(
        (name) => [name, factsOf(name)],
      ),
    ),
  ).toEqual({
    Kitchen: ['apps.told.open', 'apps.told.slats'],
    Open: ['apps.told.contactOpen'],
    Moving: ['apps.told.open', 'apps.told.closing'],
    Odd: ['apps.told.unknown'],
    Away: ['apps.parts.unreachable'],
    Door: ['apps.told.locked', 'Contact: apps.told.contactOpen', 'Glass: apps.told.off', 'apps.told.problem'],
    Lamp: ['apps.told.on, card.percent'],
    Terrace: ['Left: apps.told.off', 'Right: apps.told.on'],
    Evening: ['apps.told.scene'],
    Gone: ['apps.parts.unreachable'],
  })
})

it('says what holds a shade', () => {
  show([
    { ...COVER, told: { state: 'open', position: '100' } },
    {
      part: 'hold',
      entityId: 'binary_sensor.kitchen_hold',
      name: 'Kitchen · Held',
      told: { hold: 'ON', 'hold/attributes': '{"reason":"wind_gust","text":"Gusts of 54 km/h"}' },
    },
  ])
  expect(factsOf('Kitchen')).toEqual(['apps.told.contactOpen', 'apps.told.protection: Gusts of 54 km/h'])
})

it('says which device may only be seen where others are moved', () => {
  const told = { state: 'open', position: '100' }
  show(
    [
      { ...COVER, told },
      { ...COVER, token: 'seen', name: 'Seen', told },
    ],
    {
      ...BRIDGE,
      grants: { shade: { permissions: ['view', 'command'] }, seen: { permissions: ['view'] } },
    },
  )
  expect([factsOf('Kitchen'), factsOf('Seen')]).toEqual([
    ['apps.told.contactOpen'],
    ['apps.told.contactOpen', 'apps.matter.parts.limitation.view_only'],
  ])
})

it('says why a device is not shown, and has what is sent below', () => {
  show([
    { ...COVER, told: { state: 'open', position: '58' } },
    { token: 'near', part: 'device', name: 'Near', reachable: false, limitation: 'came_from_here' },
    { token: 'later', part: 'device', name: 'Later', reachable: false, limitation: 'of_a_later_version' },
  ])
  expect(screen.getByText('apps.parts.limitation.came_from_here')).toBeTruthy()
  expect(factsOf('Later')).toEqual([])
  const raw = screen.getByText('apps.parts.raw').closest('details')
  expect([...(raw?.querySelectorAll('code') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'cover.kitchen',
    'state open',
    'position 58',
  ])
})
