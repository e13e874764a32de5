import type { DeviceState } from '@senca/contract'
import { expect, it, vi } from 'vitest'
import type { Device, Shadow, ShadowChange } from '#features/devices/index.ts'
import { emptyShadow } from '#features/devices/shadow/shadow.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createForcedDoors } from './forced-doors.ts'

const LOCKED = { motorLockConnected: true, motorLockState: 'locked', motorLockLocked: true } as const
const UNLOCKED = { motorLockConnected: true, motorLockState: 'unlocked', motorLockLocked: false } as const

/** A locked door that is closed. */
function lockedDoor({ isOfEntities = true, isAgeUnknown = false } = {}) {
  const clock = createFakeClock(new Date('2026-11-28T12:00:00Z'))
  const alarms: boolean[] = []
  let notify: (change: ShadowChange) => void = () => {}
  const shadowWith = (fields: Partial<DeviceState>): Shadow => ({
    ...emptyShadow('door'),
    connected: true,
    reportedAt: new Date(0),
    lastSeenAt: new Date(0),
    isAgeUnknown,
    fields: { ...LOCKED, magneticSensorOpen: false, ...fields, status: 'ready' },
  })
  let shadow = shadowWith({})
  createForcedDoors({
    shadows: {
      onChange(listener) {
        notify = listener
        return () => {}
      },
      peek: () => shadow,
    },
    clock,
    isOfEntities: () => isOfEntities,
    lookup: async () => [{ id: 'door', ownerId: 'owner' } as Device],
    alarm: async (_accountId, _deviceId, on) => void alarms.push(on),
    failed(error) {
      throw error
    },
  }).start()
  return {
    alarms,
    pass: (ms: number) => clock.advanceAsync(ms),
    report(fields: Partial<DeviceState>) {
      const before = shadow
      shadow = shadowWith(fields)
      const event = { kind: 'report', endpoint: 'one', state: { status: 'ready' }, at: 0 } as const
      notify({ before, shadow, event, isIngested: true })
    },
  }
}

const areRaised = (alarms: boolean[], expected: boolean[]) =>
  vi.waitFor(() => expect(alarms).toEqual(expected))

it('a locked door that opens raises the alarm at once, and ends it when it is closed', async () => {
  const { alarms, report } = lockedDoor({ isOfEntities: false })
  report({ magneticSensorOpen: true })
  await areRaised(alarms, [true])
  report({})
  await areRaised(alarms, [true, false])
})

it('[HW26] a door of another maker raises it if it is still locked after 5 s', async () => {
  const { alarms, report, pass } = lockedDoor()
  report({ magneticSensorOpen: true })
  await pass(4_900)
  expect(alarms).toEqual([])
  await pass(200)
  await areRaised(alarms, [true])
})

it('[HW26] a door of another maker that reports late that it was unlocked raises none', async () => {
  const { alarms, report, pass } = lockedDoor()
  report({ magneticSensorOpen: true })
  await pass(2_000)
  report({ ...UNLOCKED, magneticSensorOpen: true })
  await pass(10_000)
  expect(alarms).toEqual([])
})

it('[HW39] a door of another maker whose broker alone said that it is locked raises none', async () => {
  const { alarms, report, pass } = lockedDoor({ isAgeUnknown: true })
  report({ magneticSensorOpen: true })
  await pass(10_000)
  expect(alarms).toEqual([])
})

it('a closed door with two locks of which one is unlocked raises none', async () => {
  const { alarms, report, pass } = lockedDoor({ isOfEntities: false })
  const magnet = { magnetLockConnected: true, lockMagneticSensorConnected: true } as const
  report({ ...magnet, magnetLockLocked: true, lockMagneticSensorOpen: false })
  report({ ...magnet, magnetLockLocked: false, lockMagneticSensorOpen: true })
  await pass(10_000)
  expect(alarms).toEqual([])
  report({ ...magnet, magnetLockLocked: false, lockMagneticSensorOpen: true, magneticSensorOpen: true })
  await areRaised(alarms, [true])
})
