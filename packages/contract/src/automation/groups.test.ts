import { describe, expect, it } from 'vitest'
import type { DeviceState } from '../devices/device-state.ts'
import { type GroupMember, groupStateOf } from './groups.ts'

const member = (state: Partial<DeviceState>, connected = true): GroupMember => ({
  connected,
  state: { status: 'ready', position: null, inclination: null, assumed: false, reportedAt: null, ...state },
})

describe('the state of a group', () => {
  it('is not known where no member reported its position', () => {
    expect(groupStateOf('awning', [member({}), member({}, false)])).toEqual({
      position: '',
      inclination: '',
      state: { known: 0, total: 2, open: 0, closed: 0, moving: 0, offline: 1, min: null, max: null },
    })
  })

  it('counts members as open and closed within two hundredths, and those that move', () => {
    const members = [
      member({ position: 0.02 }),
      member({ position: 0.021, status: 'closing' }),
      member({ position: 0.98, status: 'opening' }),
      member({ position: 1 }, false),
      member({ status: 'moving' }),
      member({ position: 0.5, status: 'calibrating' }),
    ]
    expect(groupStateOf('roller_shutter', members)).toEqual({
      position: '0.5',
      inclination: '',
      state: { known: 5, total: 6, open: 1, closed: 2, moving: 3, offline: 1, min: 0.02, max: 1 },
    })
  })

  it('has means of two decimals at most', () => {
    const places = (...positions: number[]) =>
      groupStateOf(
        'awning',
        positions.map((position) => member({ position })),
      ).position
    expect(places(0.1, 0.2)).toBe('0.15')
    expect(places(0, 0, 1)).toBe('0.33')
    expect(places(0, 1, 1)).toBe('0.67')
    expect(places(0, 0)).toBe('0')
    expect(places(1)).toBe('1')
  })

  it('is along the slats for a pergola, and along both axes for a venetian blind', () => {
    const state = { position: 0.4, inclination: 1 }
    expect(groupStateOf('pergola', [member(state)])).toMatchObject({
      position: '',
      inclination: '1',
      state: { closed: 1, min: 1, max: 1 },
    })
    expect(groupStateOf('venetian_blind', [member(state)])).toMatchObject({
      position: '0.4',
      inclination: '1',
      state: { closed: 0, min: 0.4, max: 0.4 },
    })
  })

  it('counts lights that are on as open, by any of their lamps', () => {
    const members = [
      member({ light1Brightness: 0, light2Brightness: 0.1 }),
      member({ light1Brightness: 0 }),
      member({ light1Brightness: null }),
    ]
    expect(groupStateOf('light', members)).toEqual({
      position: '',
      inclination: '',
      state: { known: 2, total: 3, open: 1, closed: 1, moving: 0, offline: 0, min: null, max: null },
    })
  })

  it('knows nothing of where doors are', () => {
    expect(groupStateOf('home_door', [member({ motorLockLocked: true })])).toMatchObject({
      position: '',
      state: { known: 0, total: 1, open: 0, closed: 0 },
    })
  })
})
