// @vitest-environment happy-dom
import type { DeviceInfo } from '@senca/contract'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { DoorControl } from '#features/door/door-control.tsx'
import { LightControl } from '#features/light-control/light-control.tsx'

const DOOR = {
  motorLockConnected: true,
  motorLockLocked: true,
  motorLockState: 'locked',
  magicFoilConnected: true,
  magicFoilOpacity: 0,
  doorLightConnected: true,
  doorLightBrightness: 0,
} as const
/** Texts and attributes that show a state or an old one. */
const STATE = /card\.(lastKnown|stale|lock|foilState|light)|>\?|role="switch"/

const nothing = () => {}
const shown = (element: ReactNode): string => renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>)
const doorOf = (device: DeviceInfo, tab = 'motor', stale = false) =>
  shown(<DoorControl device={device} stale={stale} tab={tab} onTab={nothing} header={null} />)
const lightOf = (device: DeviceInfo) => shown(<LightControl device={device} stale={false} header={null} />)

const expectOld = (screen: string) => {
  expect(screen).toContain('data-old="true"')
  expect(screen).toMatch(/<time dateTime="2026-06-21T10:00:00Z"( aria-hidden="true")?>card.lastKnown<\/time>/)
}

describe('the screen of a door', () => {
  it.each(['motor', 'foil', 'lights'])(
    'shows the last state of its %s as old, and how old, while it is offline [DR7]',
    (tab) => {
      expectOld(doorOf(deviceOf({ devicetype: 'home_door', connected: false, state: DOOR }), tab))
    },
  )

  it.each(['foil', 'lights'])('says how old the state of its %s is while the connection is lost', (tab) => {
    const screen = doorOf(deviceOf({ devicetype: 'home_door', state: DOOR }), tab, true)
    expectOld(screen)
    expect(screen).not.toContain('door.foil.clear')
  })

  it('shows the state of a door that is there as one of now', () => {
    const screen = doorOf(deviceOf({ devicetype: 'home_door', state: DOOR }))
    expect(screen).not.toContain('data-old="true"')
    expect(screen).not.toContain('card.lastKnown')
  })
})

it('the screen of an offline light says how old its state is', () => {
  const state = { light1Brightness: 1 }
  expect(lightOf(deviceOf({ devicetype: 'light', connected: false, state }))).toContain('card.lastKnown')
})

describe.each([true, false])('a device that never reported, connected: %s', (connected) => {
  it.each([
    ['home_door', doorOf],
    ['light', lightOf],
  ] as const)('has a screen that says so, and no state: %s', (devicetype, screenOf) => {
    const screen = screenOf(deviceOf({ devicetype, connected, state: { position: null, reportedAt: null } }))
    expect(screen).toContain('card.never')
    expect(screen).not.toMatch(STATE)
  })
})
