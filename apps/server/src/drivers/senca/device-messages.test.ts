import type { DeviceTopic } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { errorOfDeviceWord, mayPublish, maySubscribe, readDeviceMessage } from './device-messages.ts'

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
      reports: [
        {
          kind: 'hardware',
          address: 'abcdefgh',
          type: 'roller_shutter',
          version: 1,
          firmware: '1',
          factoryReset: true,
          capabilities: null,
        },
      ],
      presence: { connected: true, session: null },
      dropped: [],
    })
  })

  it('[DP42] says which of its connections it is, and which one has ended', () => {
    expect(read('status', { connected: true, session: 7 })).toMatchObject({
      presence: { connected: true, session: 7 },
    })
    expect(read('status', { connected: false, session: 7 })).toEqual({
      kind: 'gone',
      presence: { connected: false, session: 7 },
    })
    expect(read('status', { connected: false, session: -1 })).toMatchObject({ presence: { session: null } })
  })

  it('leaves out what it does not know of itself, and what nobody knows', () => {
    expect(read('status', { connected: true, type: 'toaster', firmware: '1\u0000' })).toMatchObject({
      reports: [{ type: null, version: null, firmware: null, factoryReset: false }],
    })
  })

  it('[DP12] [DP13] reports a state, whole or in part', () => {
    const order = { totalRestarts: 1, totalStateUpdates: 2 }
    expect(read('state', { ...order, position: 0.5, unknown: 1 })).toEqual({
      kind: 'report',
      reports: [{ kind: 'state', address: 'abcdefgh', order, state: { position: 0.5 } }],
      dropped: [],
    })
  })

  it.each([
    [{ battery: 18 }, { battery: 18 }, []],
    [{ batteryLow: true }, { batteryLow: true }, []],
    [{ battery: null, batteryLow: false }, { battery: null, batteryLow: false }, []],
    [{ battery: 0 }, { battery: 0 }, []],
    [{ battery: 101 }, null, ['battery']],
    [{ battery: -1, batteryLow: 'yes' }, null, ['battery', 'batteryLow']],
    [{ battery: 18.5 }, null, ['battery']],
    [{ battery: '18' }, null, ['battery']],
  ])('[DP46] reports the charge of %j as %j beside its state', (fields, charge, dropped) => {
    const order = { totalRestarts: 1, totalStateUpdates: 2 }
    const address = 'abcdefgh'
    expect(read('state', { ...order, position: 0.5, ...fields })).toEqual({
      kind: 'report',
      reports: [
        ...(charge === null ? [] : [{ kind: 'charge', address, order, charge }]),
        { kind: 'state', address, order, state: { position: 0.5 } },
      ],
      dropped,
    })
  })

  it('[DP11] cannot say that the device is offline', () => {
    const order = { totalRestarts: 1, totalStateUpdates: 2 }
    const message = read('state', { ...order, status: 'offline' })
    expect(message).toEqual({
      kind: 'report',
      reports: [{ kind: 'state', address: 'abcdefgh', order, state: {} }],
      dropped: [],
    })
  })

  it('[DP20] answers a command', () => {
    const result = { id: 'c', status: 'error', error: 'device_busy' }
    expect(read('result', result)).toEqual({ kind: 'result', result })
  })

  it.each<[string, DeviceTopic, unknown, string]>([
    ['a will', 'status', { connected: false }, 'gone'],
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

const own = 'abcdefgh'

describe('[DP3] a device', () => {
  it.each([
    ['senca/abcdefgh/status', true],
    ['senca/abcdefgh/state', true],
    ['senca/abcdefgh/result', true],
    ['senca/abcdefgh/command', false],
    ['senca/abcdefgh/state/x', false],
    ['senca/zyxwvuts/state', false],
    ['senca/+/state', false],
    ['senca/abcdefgh', false],
    ['homeassistant/cover/x/config', false],
    ['', false],
  ])('may publish to its own topics only: %s', (topic, expected) => {
    expect(mayPublish(own, topic)).toBe(expected)
  })

  it.each([
    ['senca/abcdefgh/command', true],
    ['senca/abcdefgh/state', false],
    ['senca/abcdefgh/#', false],
    ['senca/+/command', false],
    ['senca/zyxwvuts/command', false],
    ['#', false],
    ['$share/g/senca/abcdefgh/command', false],
  ])('may subscribe to its own commands only: %s', (filter, expected) => {
    expect(maySubscribe(own, filter)).toBe(expected)
  })
})

it.each([
  ['device_busy', 'device_busy'],
  ['device_not_busy', 'device_not_busy'],
  ['bad_command_value', 'bad_command_value'],
  ['internal_error', 'device_update_failed'],
  ['insufficient_permission', 'device_update_failed'],
  ['toString', 'device_update_failed'],
  ['', 'device_update_failed'],
])('[DP22] reads the word %j as %s', (word, code) => {
  expect(errorOfDeviceWord(word)).toBe(code)
})
