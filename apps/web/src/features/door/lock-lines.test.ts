import type { DeviceState } from '@senca/contract'
import i18next from 'i18next'
import { expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { lockLine } from './lock-lines.ts'

const instance = i18next.createInstance()
await instance.init({ lng: 'cimode' })
const notified = { t: instance.t, tag: 'en', now: new Date('2026-07-01T12:00:00Z') }

it.each<[string, Partial<DeviceState>, string]>([
  ['the leaf is closed', { magneticSensorOpen: false }, 'door.untilOpened'],
  ['the leaf stands open already', { magneticSensorOpen: true }, 'door.locksWhenClosed'],
  ['nobody knows how the leaf stands', { magneticSensorOpen: null }, 'door.untilOpened'],
])('of a lock that waits to be opened while %s', (_, state, words) => {
  const door = deviceOf({
    devicetype: 'home_door',
    settings: { magnetLockUnlockType: 'until_opened' },
    state: { magneticSensorConnected: true, ...state },
  })
  const moment = { state: 'unlocked' as const, since: null, isSinceSeen: false, unlocked: null }
  expect(lockLine(door, 'magnet', moment, null, notified)).toBe(words)
})
