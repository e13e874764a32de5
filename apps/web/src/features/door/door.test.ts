import type { DeviceInfo, DeviceState } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { chosenTab, doorTabsOf } from '#features/device-model/views/door-tabs.ts'
import type { Bolts } from '#light/room/room-scene.ts'
import { afterAsking, afterReport, type DoorHistory, doorMomentOf } from './door-history.ts'
import { doorRoomOf } from './door-room.ts'

const ALL = {
  magnetLockConnected: true,
  motorLockConnected: true,
  magicFoilConnected: true,
  doorLightConnected: true,
  handleLightConnected: true,
  magneticSensorConnected: true,
} as const

const door = (state: Partial<DeviceState> = {}, settings: DeviceInfo['settings'] = {}): DeviceInfo =>
  deviceOf({ devicetype: 'home_door', settings, state: { ...ALL, position: null, ...state } })

describe('spec §2, Door screen: tabs', () => {
  it.each([
    ['everything', ALL, ['door', 'locks', 'foil', 'lights']],
    [
      'a motor lock and a door light',
      { motorLockConnected: true, doorLightConnected: true },
      ['door', 'locks', 'lights'],
    ],
    ['a handle light only', { handleLightConnected: true }, ['lights']],
    [
      'a foil, the rest said to be missing',
      { magicFoilConnected: true, magnetLockConnected: false },
      ['foil'],
    ],
    ['nothing', {}, []],
  ])('with %s', (_name, state, tabs) => {
    expect(doorTabsOf(deviceOf({ devicetype: 'home_door', state }).state)).toEqual(tabs)
  })

  it.each([
    ['the whole door is first', ['door', 'locks', 'foil'], null, 'door'],
    ['the first there is without any lock', ['foil', 'lights'], null, 'foil'],
    ['the one in the address', ['door', 'locks', 'foil'], 'foil', 'foil'],
    ['the locks, for an earlier address of one of them', ['door', 'locks', 'foil'], 'motor', 'locks'],
    ['not one that the door lacks', ['door', 'locks'], 'lights', 'door'],
    ['none of none', [], 'locks', null],
  ] as const)('%s', (_name, tabs, wished, expected) => {
    expect(chosenTab(tabs, wished)).toBe(expected)
  })
})

describe('what a page knows of a door', () => {
  const at = (time: string) => `2026-11-20T08:${time}Z`
  /** Applies reports one after the other, each [state, its time as minutes and seconds, the page's clock]. */
  const notified = (
    reports: readonly [Partial<DeviceState>, string, number][],
    settings: DeviceInfo['settings'] = {},
    start: DoorHistory | null = null,
  ) =>
    reports.reduce<DoorHistory | null>(
      (history, [state, time, nowMs]) =>
        afterReport(history, door({ ...state, reportedAt: at(time) }, settings), nowMs),
      start,
    )

  it('shows for a state whose beginning it did not receive when it was last reported', () => {
    const history = notified([
      [{ motorLockState: 'locked' }, '02:00', 0],
      [{ motorLockState: 'locked' }, '07:00', 300],
    ])
    expect(history?.locks.motor).toMatchObject({ since: at('07:00'), isSinceSeen: false })
  })

  it('keeps the time of a state whose beginning it received', () => {
    const history = notified([
      [{ motorLockState: 'locked' }, '02:00', 0],
      [{ motorLockState: 'jammed' }, '03:00', 60],
      [{ motorLockState: 'jammed' }, '07:00', 300],
    ])
    expect(history?.locks.motor).toEqual({
      state: 'jammed',
      since: at('03:00'),
      isSinceSeen: true,
      unlocked: null,
    })
  })

  it('counts the time set for the door from the report of unlocked', () => {
    const history = notified(
      [
        [{ motorLockState: 'locked' }, '02:00', 0],
        [{ motorLockState: 'unlocking' }, '02:01', 1_000],
        [{ motorLockState: 'unlocked' }, '02:02', 2_500],
        [{ motorLockState: 'unlocked' }, '02:03', 3_500],
      ],
      { unlockDuration: 20 },
    )
    expect(history?.locks.motor?.unlocked).toEqual({ fromMs: 2_500, seconds: 20 })
  })

  it('counts five seconds where none are set, and what was asked where this page asked', () => {
    const locked = notified([[{ motorLockState: 'locked', magnetLockState: 'locked' }, '02:00', 0]])
    if (locked === null) throw new Error('a report makes a history')
    const pulsed = afterAsking(locked, 'magnet', 1, 100)
    const both: [Partial<DeviceState>, string, number] = [
      { motorLockState: 'unlocked', magnetLockState: 'unlocked' },
      '02:01',
      400,
    ]
    const history = notified([both], {}, pulsed)
    expect(history?.locks.motor?.unlocked).toEqual({ fromMs: 400, seconds: 5 })
    expect(history?.locks.magnet?.unlocked).toEqual({ fromMs: 400, seconds: 1 })
    expect(notified([both, both], {}, pulsed)?.locks.magnet?.unlocked).toEqual({ fromMs: 400, seconds: 1 })
  })

  it('drops the requested duration when no answer came in time', () => {
    const locked = notified([[{ magnetLockState: 'locked' }, '02:00', 0]])
    if (locked === null) throw new Error('a report makes a history')
    const history = notified(
      [[{ magnetLockState: 'unlocked' }, '02:30', 30_000]],
      {},
      afterAsking(locked, 'magnet', 1, 100),
    )
    expect(history?.locks.magnet?.unlocked).toEqual({ fromMs: 30_000, seconds: 5 })
  })

  it('counts nothing of a lock that stood unlocked when the page came, nor of one that waits to be opened', () => {
    expect(notified([[{ magnetLockState: 'unlocked' }, '02:00', 0]])?.locks.magnet?.unlocked).toBeNull()
    const waiting = notified(
      [
        [{ magnetLockState: 'locked' }, '02:00', 0],
        [{ magnetLockState: 'unlocked' }, '02:01', 1_000],
      ],
      { magnetLockUnlockType: 'until_opened' },
    )
    expect(waiting?.locks.magnet?.unlocked).toBeNull()
  })

  it('shows when the door was last opened only if it received that report', () => {
    expect(notified([[{ magneticSensorOpen: true }, '02:00', 0]])?.lastOpenedAt).toBeNull()
    const history = notified([
      [{ magneticSensorOpen: false }, '02:00', 0],
      [{ magneticSensorOpen: true }, '03:00', 60],
      [{ magneticSensorOpen: false }, '04:00', 120],
    ])
    expect(history).toMatchObject({ isOpen: false, lastOpenedAt: at('03:00') })
  })
})

describe('the lock that decides about the door', () => {
  const moments = (state: Partial<DeviceState>, asked: readonly ['magnet' | 'motor', number][] = []) => {
    const first = afterReport(null, door({ motorLockState: 'locked', magnetLockState: 'locked' }), 0)
    const before = asked.reduce((history, [lock, seconds]) => afterAsking(history, lock, seconds, 0), first)
    return doorMomentOf(door(state), afterReport(before, door(state), 100))
  }
  it.each<[string, Partial<DeviceState>, 'magnet' | 'motor']>([
    ['one that holds it', { motorLockState: 'locked', magnetLockState: 'unlocked' }, 'motor'],
    ['one that is stuck', { motorLockState: 'locked', magnetLockState: 'jammed' }, 'magnet'],
  ])('is %s', (_, state, lock) => expect(moments(state)?.lock).toBe(lock))

  it('is the first that locks again', () => {
    const both = { motorLockState: 'unlocked', magnetLockState: 'unlocked' } as const
    expect(
      moments(both, [
        ['magnet', 9],
        ['motor', 4],
      ])?.lock,
    ).toBe('motor')
  })

  it('is none of a door without a lock', () => {
    const bare = deviceOf({ devicetype: 'home_door', state: { position: null } })
    expect(doorMomentOf(bare, afterReport(null, bare, 0))).toBeNull()
  })
})

describe('a door in its room', () => {
  it.each<[string, Partial<DeviceState>, Bolts]>([
    ['drawn back', { motorLockState: 'unlocked' }, 'in'],
    ['on their way', { motorLockState: 'locking' }, 'moving'],
    ['stuck', { motorLockState: 'jammed' }, 'unknown'],
    ['of a lock that said nothing', { motorLockLocked: null }, 'unknown'],
    ['of a lock that only says locked', { motorLockLocked: true }, 'out'],
  ])('shows the bolts of all its locks, the motor lock with bolts %s', (_name, state, motor) => {
    expect(doorRoomOf(door({ magnetLockState: 'locked', ...state }), false).bolts).toEqual({
      magnet: 'out',
      motor,
    })
  })

  it('shows no bolts of a lock that it does not have', () => {
    const state = { motorLockConnected: true, motorLockLocked: true }
    expect(doorRoomOf(deviceOf({ devicetype: 'home_door', state }), false).bolts).toEqual({ motor: 'out' })
  })

  it('shows nothing of a foil that is not connected, and drains what is away', () => {
    const scene = doorRoomOf(
      door({ magicFoilConnected: false, magicFoilOpacity: 1, status: 'offline' }),
      true,
    )
    expect(scene).toMatchObject({ milk: 0, freshness: 'offline' })
  })
})
