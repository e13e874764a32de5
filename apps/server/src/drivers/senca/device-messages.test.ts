import type { DeviceTopic } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { readDeviceMessage } from './device-messages.ts'

const read = (topic: DeviceTopic, body: unknown) =>
  readDeviceMessage('abcdefgh', topic, typeof body === 'string' ? body : JSON.stringify(body))

describe('a device’s message', () => {
  it('[DP7] [DP9] says what the device is', () => {
    expect(
      read('status', {
        connected: true,
        type: 'ROLETA',
        version: 1,
        firmware: '1',
        factoryReset: true,
        x: 1,
      }),
    ).toEqual({
      kind: 'report',
      report: {
        kind: 'status',
        deviceId: 'abcdefgh',
        type: 'roller_shutter',
        version: 1,
        firmware: '1',
        factoryReset: true,
      },
      dropped: [],
    })
  })

  it('leaves out what it does not know of itself, and what nobody knows', () => {
    expect(read('status', { connected: true, type: 'toaster', firmware: '1\u0000' })).toMatchObject({
      report: { type: null, version: null, firmware: null, factoryReset: false },
    })
  })

  it('[DP12] [DP13] reports a state, whole or in part', () => {
    const state = { position: 0.5, totalRestarts: 1, totalStateUpdates: 2 }
    expect(read('state', { ...state, unknown: 1 })).toEqual({
      kind: 'report',
      report: { kind: 'state', deviceId: 'abcdefgh', state },
      dropped: [],
    })
  })

  it('[DP11] cannot say that the device is offline', () => {
    const message = read('state', { status: 'offline', totalRestarts: 1, totalStateUpdates: 2 })
    expect(message).toEqual({
      kind: 'report',
      report: { kind: 'state', deviceId: 'abcdefgh', state: { totalRestarts: 1, totalStateUpdates: 2 } },
      dropped: [],
    })
  })

  it('[DP20] answers a command', () => {
    const result = { id: 'c', status: 'error', error: 'device_busy' }
    expect(read('result', result)).toEqual({ kind: 'result', result })
  })

  it.each<[string, DeviceTopic, unknown, string]>([
    ['a will', 'status', { connected: false }, 'nothing'],
    ['an echo of a command', 'command', { id: 'c', command: 'abort' }, 'nothing'],
    ['no JSON', 'state', '{', 'unreadable'],
    ['a state without counts', 'state', { position: 0.5 }, 'unreadable'],
    ['a state that is too large', 'state', `"${'x'.repeat(20_000)}"`, 'unreadable'],
    ['a refusal without a word', 'result', { id: 'c', status: 'error' }, 'result'],
    ['a result without an id', 'result', { status: 'success' }, 'unreadable'],
  ])('is read as it must be: %s', (_name, topic, body, kind) => {
    expect(read(topic, body).kind).toBe(kind)
  })
})
