import { describe, expect, it } from 'vitest'
import {
  deviceCommandMessageSchema,
  deviceResultMessageSchema,
  deviceStateMessageSchema,
  deviceStatusMessageSchema,
  deviceTopic,
  encodeDeviceCommand,
  parseDeviceMessage,
  parseDeviceTopic,
} from './device-protocol.ts'

describe('topics', () => {
  it('are taken apart as they are put together', () => {
    expect(parseDeviceTopic(deviceTopic('device-0001', 'state'))).toEqual({
      deviceId: 'device-0001',
      topic: 'state',
    })
  })

  it.each([
    '',
    'senca',
    'senca/device-0001',
    'senca/device-0001/state/more',
    'other/device-0001/state',
    'senca/+/state',
    'senca/device-0001/secret',
    'senca//state',
    '$SYS/x/state',
  ])('%o is no topic of a device', (topic) => expect(parseDeviceTopic(topic)).toBeNull())
})

describe('messages of a device', () => {
  it('[DP5] keys that are not known are ignored', () => {
    const text = JSON.stringify({ totalRestarts: 1, totalStateUpdates: 2, position: 0.5, colour: 'red' })
    expect(parseDeviceMessage(deviceStateMessageSchema, text)).toEqual({
      ok: true,
      value: { totalRestarts: 1, totalStateUpdates: 2, position: 0.5 },
    })
  })

  it.each([
    ['broken JSON', '{"position":'],
    ['no object', '7'],
    ['no counts', '{"position":0.5}'],
    ['a count below zero', '{"totalRestarts":-1,"totalStateUpdates":0}'],
    ['a count with a fraction', '{"totalRestarts":1.5,"totalStateUpdates":0}'],
    ['a position in percent', '{"totalRestarts":1,"totalStateUpdates":0,"position":50}'],
    ['a status that there is not', '{"totalRestarts":1,"totalStateUpdates":0,"status":"flying"}'],
    ['too much', `{"totalRestarts":1,"totalStateUpdates":0,"x":"${'x'.repeat(17_000)}"}`],
  ])('[DP10] a state with %s is refused', (_name, text) => {
    expect(parseDeviceMessage(deviceStateMessageSchema, text).ok).toBe(false)
  })

  it('[DP8] the last will is a status', () => {
    expect(parseDeviceMessage(deviceStatusMessageSchema, '{"connected":false}')).toEqual({
      ok: true,
      value: { connected: false },
    })
  })

  it('[DP7] a version is 1 or 2', () => {
    expect(deviceStatusMessageSchema.safeParse({ connected: true, type: 'light', version: 3 }).success).toBe(
      false,
    )
  })

  it('[DP22] a refusal names its error', () => {
    expect(deviceResultMessageSchema.safeParse({ id: 'a', status: 'error' }).success).toBe(false)
    expect(
      deviceResultMessageSchema.safeParse({ id: 'a', status: 'error', error: 'device_busy' }).success,
    ).toBe(true)
  })
})

describe('commands to a device', () => {
  const frame = { id: 'c1', expiresAt: '2026-06-01T10:00:10.000Z' }

  it.each([
    [{ command: 'move', position: 30, inclination: 50 }],
    [{ command: 'unlock', lockType: 'motor', unlockDuration: 5 }],
    [{ command: 'abort' }],
    [{ command: 'settings', settings: { motorInverted: true } }],
    [{ command: 'withdraw', withdraws: 'c0' }],
    [{ command: 'forget' }],
  ] as const)('[DP19] %j arrives as it was sent', (command) => {
    const text = encodeDeviceCommand({ ...frame, command })
    expect(parseDeviceMessage(deviceCommandMessageSchema, text)).toEqual({
      ok: true,
      value: { ...frame, command },
    })
  })

  it.each([
    [{ ...frame, command: 'move', position: 300 }],
    [{ ...frame, command: 'explode' }],
    [{ command: 'abort' }],
  ])('%j is no command', (message) => {
    expect(parseDeviceMessage(deviceCommandMessageSchema, JSON.stringify(message)).ok).toBe(false)
  })
})
