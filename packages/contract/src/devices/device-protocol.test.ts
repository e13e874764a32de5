import { describe, expect, it, vi } from 'vitest'
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
      dropped: [],
    })
  })

  it.each([
    ['a position in percent', { position: 50 }, {}, ['position']],
    ['a status that there is not', { status: 'flying', position: 1 }, { position: 1 }, ['status']],
    ['a target out of range', { target: { position: 7, inclination: 0 } }, {}, ['target']],
    ['settings that are none', { settings: 7 }, {}, ['settings']],
    [
      'one setting of two',
      { settings: { light1Name: 'x'.repeat(21), switchType: 'normal' } },
      { settings: { switchType: 'normal' } },
      ['settings.light1Name'],
    ],
    [
      'half a character in a name',
      { settings: { light1Name: '\ud800' } },
      { settings: {} },
      ['settings.light1Name'],
    ],
    ['a name with NUL', { settings: { light2Name: 'a\u0000' } }, { settings: {} }, ['settings.light2Name']],
    [
      'a kind by another name',
      { settings: { devicetype: 'Žaluzija' } },
      { settings: { devicetype: 'venetian_blind' } },
      [],
    ],
  ])('[DP5] a state loses no more than what cannot be read: %s', (_name, fields, rest, dropped) => {
    const counts = { totalRestarts: 1, totalStateUpdates: 2 }
    expect(parseDeviceMessage(deviceStateMessageSchema, JSON.stringify({ ...fields, ...counts }))).toEqual({
      ok: true,
      value: { ...rest, ...counts },
      dropped,
    })
  })

  it.each([
    ['a third generation', { version: 3 }, ['version']],
    ['a generation as text', { version: '2' }, ['version']],
    ['firmware with NUL', { firmware: 'a\u0000b' }, ['firmware']],
    ['everything but who it is', { version: null, firmware: 7, type: [], factoryReset: 1 }, 4],
  ])('[DP5] a status loses no more than what cannot be read: %s', (_name, fields, dropped) => {
    const parsed = parseDeviceMessage(
      deviceStatusMessageSchema,
      JSON.stringify({ connected: true, ...fields }),
    )
    expect(parsed).toMatchObject({ ok: true, value: { connected: true } })
    expect(parsed.ok && (typeof dropped === 'number' ? parsed.dropped.length : parsed.dropped)).toEqual(
      dropped,
    )
  })

  it.each([
    ['broken JSON', '{"position":'],
    ['no object', '7'],
    ['no counts', '{"position":0.5}'],
    ['a count below zero', '{"totalRestarts":-1,"totalStateUpdates":0}'],
    ['a count with a fraction', '{"totalRestarts":1.5,"totalStateUpdates":0}'],
    ['too much', `{"totalRestarts":1,"totalStateUpdates":0,"x":"${'x'.repeat(4_096)}"}`],
    ['a restart count that no device reaches', '{"totalRestarts":4294967296,"totalStateUpdates":0}'],
    ['an update count that no device reaches', `{"totalRestarts":1,"totalStateUpdates":${2 ** 53 - 2}}`],
  ])('[DP13] a state with %s is refused [DV6]', (_name, text) => {
    expect(parseDeviceMessage(deviceStateMessageSchema, text).ok).toBe(false)
  })

  it('[DP5] junk costs no further pass: the bad fields beside it are dropped together', () => {
    const bad = Object.keys(deviceStateMessageSchema.shape).map((key) => [key, 'bad'] as const)
    const counts = { totalRestarts: 1, totalStateUpdates: 2 }
    const junk = Array.from({ length: 250 }, (_, n) => [`junk${n}`, n] as const)
    const [plain, stuffed] = [[], junk].map((more) =>
      JSON.stringify({ ...Object.fromEntries([...more, ...bad]), ...counts }),
    )
    const read = (text = '') => parseDeviceMessage(deviceStateMessageSchema, text)
    expect(read(plain)).toEqual(read(stuffed))
    const parse = vi.spyOn(deviceStateMessageSchema, 'safeParse')
    expect(read(stuffed)).toMatchObject({ ok: true, value: counts })
    expect(parse).toHaveBeenCalledTimes(2)
    parse.mockRestore()
  })

  it('[DP8] the last will is a status', () => {
    expect(parseDeviceMessage(deviceStatusMessageSchema, '{"connected":false}')).toEqual({
      ok: true,
      value: { connected: false },
      dropped: [],
    })
  })

  it('[DP7] a version is 1 or 2', () => {
    expect(deviceStatusMessageSchema.safeParse({ connected: true, type: 'light', version: 3 }).success).toBe(
      false,
    )
  })

  it.each([
    [{ error: 'device_busy' }, { error: 'device_busy' }],
    [{}, {}],
    [{ error: 7, error_description: null }, {}],
    [
      { error: 'x'.repeat(65), error_description: 'y'.repeat(500) },
      { error: 'x'.repeat(64), error_description: 'y'.repeat(400) },
    ],
  ])('[DP22] a refusal is one however it is worded: %j', (words, read) => {
    const refusal = { id: 'a', status: 'error' }
    expect(deviceResultMessageSchema.parse({ ...refusal, ...words })).toEqual({ ...refusal, ...read })
  })
})

describe('commands to a device', () => {
  const frame = { id: 'c1', sentAt: '2026-06-01T10:00:00.000Z', expiresAt: '2026-06-01T10:00:04.500Z' }

  it.each([
    [{ command: 'move', position: 30, inclination: 50 }],
    [{ command: 'move_to_ventilation' }],
    [{ command: 'move_to_ventilation', position: 85, inclination: 12.5 }],
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
      dropped: [],
    })
  })

  it('[DP19] a command without the time at which it was sent is one too', () => {
    const message = { id: 'c1', expiresAt: frame.expiresAt, command: 'abort' }
    const parsed = parseDeviceMessage(deviceCommandMessageSchema, JSON.stringify(message))
    expect(parsed).toMatchObject({ ok: true, value: { id: 'c1', command: { command: 'abort' } } })
  })

  it.each([
    ['a move', { command: 'move', position: 30 }],
    ['a ventilation', { command: 'move_to_ventilation', position: 30 }],
    ['an unlock', { command: 'unlock', lockType: 'motor' }],
    ['a stop', { command: 'abort' }],
    ['settings', { command: 'settings', settings: { motorInverted: true } }],
  ])('[DP29] a key that no command has is ignored in %s', (_name, command) => {
    const message = { ...frame, ...command, urgency: 'high', nested: { a: 1 } }
    const parsed = parseDeviceMessage(deviceCommandMessageSchema, JSON.stringify(message))
    expect(parsed).toEqual({ ok: true, value: { ...frame, command }, dropped: [] })
  })

  it('[DP30] settings that name none read as empty ones', () => {
    const parsed = parseDeviceMessage(
      deviceCommandMessageSchema,
      JSON.stringify({ ...frame, command: 'settings' }),
    )
    expect(parsed).toMatchObject({ ok: true, value: { command: { command: 'settings', settings: {} } } })
  })

  it.each([
    [{ ...frame, command: 'move', position: 300 }],
    [{ ...frame, command: 'move_to_ventilation', position: 300 }],
    [{ ...frame, command: 'explode' }],
    [{ command: 'abort' }],
  ])('%j is no command', (message) => {
    expect(parseDeviceMessage(deviceCommandMessageSchema, JSON.stringify(message)).ok).toBe(false)
  })
})
