import type { DeviceInfo } from '@senca/contract'
import type { BridgePartName } from '@senca/contract/bridges'
import { describe, expect, it } from 'vitest'
import { isReachable, levelOf, lockStateNumber, plainAttributes } from './part-attributes.ts'
import { cut, namesOf, type Part, partsOf } from './parts.ts'

const REST = { status: 'ready', position: null, inclination: null, assumed: false, reportedAt: null } as const
const door = (state: Partial<DeviceInfo['state']>): DeviceInfo => ({
  id: 'door',
  name: 'Front door',
  devicetype: 'home_door',
  connected: true,
  version: 2,
  permissions: ['view', 'command'],
  can: ['unlockMotor', 'lockMotor', 'unlockMagnet', 'setFoil', 'setDoorLight', 'setHandleLight'],
  settings: {},
  favourite: null,
  ventilation: null,
  lastSeenAt: null,
  totalRestarts: null,
  totalStateUpdates: null,
  state: { ...REST, ...state },
})
const WHOLE = door({
  motorLockConnected: true,
  motorLockState: 'locked',
  magnetLockConnected: true,
  magnetLockState: 'locked',
  magneticSensorConnected: true,
  magneticSensorOpen: false,
  magicFoilConnected: true,
  magicFoilOpacity: 1,
  doorLightConnected: true,
  doorLightBrightness: 0.5,
  handleLightConnected: true,
  handleLightBrightness: 0,
})
const WORDS: Record<BridgePartName, string> = {
  cover: 'shade',
  motor: 'lock',
  magnet: 'magnet lock',
  contact: 'sensor',
  foil: 'foil',
  door_light: 'light',
  handle_light: 'handle light',
  light_1: 'light 1',
  light_2: 'light 2',
}
const partNames = (parts: readonly Part[]) => parts.map(({ part }) => part)

describe('the parts of a door [BR19]', () => {
  it('have a magnet lock only while unlocking is on', () => {
    const all = ['motor', 'magnet', 'contact', 'foil', 'door_light', 'handle_light']
    expect(partNames(partsOf(WHOLE, { unlock: 'ask' }))).toEqual(all)
    expect(partNames(partsOf(WHOLE, { unlock: null }))).toEqual(all.filter((part) => part !== 'magnet'))
  })

  it('are another endpoint with a PIN than without [BR21]', () => {
    const formOf = (unlock: 'pin' | 'ask' | null) => partsOf(WHOLE, { unlock })[0]?.form
    expect(formOf('ask')).toBe(formOf(null))
    expect(formOf('pin')).not.toBe(formOf('ask'))
  })

  it('are shown as the hardware reports them [BR26]', () => {
    const [motor, contact, foil, light, handle] = partsOf(WHOLE, { unlock: null })
    const shownOf = (part: Part | undefined) =>
      part === undefined || part.kind === 'cover' ? null : plainAttributes(part, WHOLE)
    expect(shownOf(motor)).toMatchObject({ lock: 'locked' })
    expect(shownOf(contact)).toMatchObject({ on: true })
    expect(shownOf(foil)).toMatchObject({ on: false })
    expect(shownOf(light)).toMatchObject({ on: true, level: 127 })
    expect(shownOf(handle)).toMatchObject({ on: false, level: null })
    const states = ['locked', 'unlocked', 'locking', 'unlocking', 'jammed', 'unknown'] as const
    expect(states.map(lockStateNumber)).toEqual([1, 2, 0, 0, 0, null])
    expect([0, 0.001, 0.5, 1].map(levelOf)).toEqual([1, 1, 127, 254])
  })
})

describe('the names of parts [BR20]', () => {
  it('have the word of the part, are unique and at most 32 characters long', () => {
    const long = { ...WHOLE, id: 'long', name: 'Twenty letters long!' }
    const same = { ...WHOLE, id: 'same', name: 'Twenty letters long!' }
    const parts = [...partsOf(long, { unlock: 'ask' }), ...partsOf(same, { unlock: 'ask' })]
    const names = [...namesOf(parts, () => 'Twenty letters long!', WORDS).values()]
    expect(new Set(names).size).toBe(parts.length)
    expect(Math.max(...names.map((name) => [...name].length))).toBeLessThanOrEqual(32)
    expect(names[0]).toBe('Twenty letters long! · lock')
  })

  it.each([
    ['of one unit each', 'Kitchen', 32, 'Kitchen'],
    ['of two', '🪟'.repeat(20), 32, '🪟'.repeat(16)],
    ['of eleven', '👨‍👩‍👧‍👦'.repeat(20), 32, '👨‍👩‍👧‍👦'.repeat(2)],
    ['with marks', 'e\u0301'.repeat(20), 32, 'e\u0301'.repeat(16)],
  ])('are cut between characters as people see them: %s', (_name, text, length, expected) => {
    expect(cut(text, length)).toBe(expected)
  })
})

describe('a part that can be reached [BR30]', () => {
  const [, contact] = partsOf(WHOLE, { unlock: null })
  const here = { isServerThere: true, isPaused: false }
  const reached = (info: DeviceInfo, surroundings = here) =>
    contact !== undefined && isReachable(contact, info, surroundings)

  it('is connected and known, while the server is there and the bridge not paused', () => {
    expect(reached(WHOLE)).toBe(true)
    expect(reached({ ...WHOLE, connected: false })).toBe(false)
    expect(reached({ ...WHOLE, state: { ...WHOLE.state, magneticSensorOpen: null } })).toBe(false)
    expect(reached(WHOLE, { ...here, isServerThere: false })).toBe(false)
    expect(reached(WHOLE, { ...here, isPaused: true })).toBe(false)
  })
})
