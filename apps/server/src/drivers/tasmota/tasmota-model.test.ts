import { describe, expect, it } from 'vitest'
import { startModel } from '#testing/entities/run-entity-case.ts'
import { createTasmotaModel } from './tasmota-model.ts'

const MAC = '00000049A3BC'
const CONFIG = {
  ip: '192.168.15.10',
  dn: 'Blind',
  fn: ['Left', null, 'Lamp', null],
  hn: 'tasmota_49A3BC-0956',
  mac: MAC,
  md: 'Sonoff Dual R3',
  ofln: 'Offline',
  onln: 'Online',
  state: ['OFF', 'ON', 'TOGGLE', 'HOLD'],
  sw: '14.2.0',
  t: 'blind',
  ft: '%prefix%/%topic%/',
  tp: ['cmnd', 'stat', 'tele'],
  rl: [3, 3, 0, 0, 0, 0, 0, 0],
  so: { '30': 0 },
  ver: 1,
}

function startDevice(changes: Record<string, unknown> = {}) {
  const run = startModel(createTasmotaModel)
  run.send(`tasmota/discovery/${MAC}/config`, { ...CONFIG, ...changes }, true)
  const entity = (index = 0) => {
    const found = run.model.list()[index]
    if (found === undefined) throw new Error('no entity')
    return found
  }
  return { ...run, entity }
}

function startOnline(changes: Record<string, unknown> = {}) {
  const device = startDevice(changes)
  device.send('tele/blind/LWT', 'Online', true)
  return device
}

describe('[HW30] Tasmota by its own discovery', () => {
  it('is listed by its announcement, and available by its will', () => {
    const device = startDevice()
    expect(device.entity()).toMatchObject({
      source: 'tasmota',
      address: `${MAC} shutter1`,
      name: 'Blind',
      confirmation: 'acknowledged',
      device: { name: 'Blind', manufacturer: 'Tasmota', model: 'Sonoff Dual R3', sw: '14.2.0' },
      state: { available: false, closed: null, position: null },
    })
    device.send('tele/blind/LWT', 'Online')
    expect(device.entity().state.available).toBe(true)
    device.send('tele/blind/LWT', 'Offline')
    expect(device.entity().state.available).toBe(false)
    expect(device.model.commandsFor(device.entity().id, 'open')).toMatchObject({ error: 'device_offline' })
  })

  it('is asked for its state once, each time it comes online', () => {
    const device = startOnline()
    const asked = [
      { topic: 'cmnd/blind/STATUS', payload: '10', qos: 0 },
      { topic: 'cmnd/blind/STATUS', payload: '11', qos: 0 },
    ]
    expect(device.published).toEqual(asked)
    device.send('tele/blind/LWT', 'Online')
    expect(device.published).toEqual(asked)
    device.send('tele/blind/LWT', 'Offline')
    device.send('tele/blind/LWT', 'Online')
    expect(device.published).toEqual([...asked, ...asked])
  })

  it.each([
    ['%prefix%/%topic%/', 'cmnd/blind/ShutterOpen1'],
    ['%topic%/%prefix%/', 'blind/cmnd/ShutterOpen1'],
    ['home/%prefix%/%hostname%', 'home/cmnd/tasmota_49A3BC-0956/ShutterOpen1'],
    ['%prefix%/%topic%_%id%/', 'cmnd/blind_49A3BC/ShutterOpen1'],
  ])('has the full topic %s', (ft, topic) => {
    const device = startDevice({ ft })
    const lwt = topic.replace('cmnd', 'tele').replace('ShutterOpen1', 'LWT')
    device.send(lwt, 'Online')
    expect(device.model.commandsFor(device.entity().id, 'open')).toMatchObject({
      messages: [{ topic, payload: '' }],
    })
  })

  it.each([
    ['open', undefined, {}, ['ShutterOpen1', '']],
    ['close', undefined, {}, ['ShutterClose1', '']],
    ['stop', undefined, {}, ['ShutterStop1', '']],
    ['setPosition', 0.3, {}, ['ShutterPosition1', '70']],
    ['setPosition', 0.3, { sho: [1] }, ['ShutterPosition1', '30']],
    ['setTilt', 0.5, { sht: [[-90, 90, 24]] }, ['ShutterTilt1', '0']],
    ['setTilt', 0, { sht: [[-90, 90, 24]] }, ['ShutterTilt1', '90']],
    ['openTilt', undefined, { sht: [[-90, 90, 24]] }, ['ShutterTilt1', 'OPEN']],
    ['closeTilt', undefined, { sht: [[-90, 90, 24]] }, ['ShutterTilt1', 'CLOSE']],
  ] as const)('is sent %s', (action, value, changes, [command, payload]) => {
    const device = startOnline(changes)
    expect(device.model.commandsFor(device.entity().id, action, value)).toMatchObject({
      messages: [{ topic: `cmnd/blind/${command}`, payload, qos: 0 }],
    })
  })

  it.each([
    ['setTilt', 0.5, 'device_unsupported_action'],
    ['setPosition', 2, 'bad_command_value'],
    ['setPosition', '50', 'bad_command_value'],
    ['lock', undefined, 'device_unsupported_action'],
  ] as const)('is not sent %s %s', (action, value, error) => {
    const device = startOnline()
    expect(device.model.commandsFor(device.entity().id, action, value)).toMatchObject({ error })
  })

  it.each([
    [
      'tele/blind/SENSOR',
      { Shutter1: { Position: 54, Direction: 1 } },
      {},
      { position: 0.46, moving: 'opening' },
    ],
    [
      'stat/blind/RESULT',
      { Shutter1: { Position: 54, Direction: -1 } },
      {},
      { position: 0.46, moving: 'closing' },
    ],
    [
      'stat/blind/STATUS10',
      { StatusSNS: { Shutter1: { Position: 0, Direction: 0 } } },
      {},
      { closed: true, position: 1 },
    ],
    ['stat/blind/SHUTTER1', '30', {}, { position: 0.7, closed: false }],
    [
      'tele/blind/SENSOR',
      { Shutter1: { Position: 54, Direction: -1 } },
      { sho: [1] },
      { position: 0.54, moving: 'opening' },
    ],
    [
      'stat/blind/RESULT',
      { Shutter1: { Tilt: 45 } },
      { sht: [[-90, 90, 24]] },
      { inclination: 0.25, position: null },
    ],
    ['stat/blind/RESULT', { Shutter2: { Position: 54 } }, {}, { position: null }],
    ['stat/blind/RESULT', { Shutter1: 'bad' }, {}, { position: null }],
    ['stat/blind/RESULT', 'not json', {}, { position: null }],
  ])('says its state on %s as %j', (topic, said, changes, state) => {
    const device = startOnline(changes)
    device.send(topic, said)
    expect(device.entity().state).toMatchObject(state)
  })

  it('acknowledges by the answer that names the shutter', () => {
    const device = startOnline({ rl: [3, 3, 3, 3] })
    const [first, second] = device.model.list()
    const sent = device.model.commandsFor(first?.id ?? '', 'open')
    if ('error' in sent) throw new Error(sent.error)
    device.model.commandsFor(second?.id ?? '', 'open')
    device.send('stat/blind/RESULT', { Shutter1: { Position: 0, Direction: 1, Target: 100 } })
    expect(device.events.filter(({ event }) => event === 'acknowledged')).toEqual([
      { event: 'acknowledged', id: first?.id, command: sent.command, error: null },
    ])
  })

  it('says by its answer that it does not know a command', () => {
    const device = startOnline()
    device.model.commandsFor(device.entity().id, 'open')
    device.send('stat/blind/RESULT', { Command: 'Unknown' })
    expect(device.events.at(-1)).toMatchObject({ event: 'acknowledged', error: 'device_update_failed' })
  })

  it('has switches and lights, each a relay', () => {
    const device = startOnline({ rl: [1, 0, 2, 0], lt_st: 1 })
    expect(device.model.list().map(({ address, name, kind, can }) => [address, name, kind, can])).toEqual([
      [`${MAC} relay1`, 'Left', 'switch', ['on', 'off']],
      [`${MAC} relay3`, 'Lamp', 'light', ['on', 'off', 'setBrightness']],
    ])
    device.send('stat/blind/RESULT', { POWER1: 'ON' })
    device.send('tele/blind/STATE', { POWER3: 'OFF', Dimmer: 40 })
    expect(device.model.list().map(({ state }) => state)).toMatchObject([
      { on: true },
      { on: false, brightness: 0.4 },
    ])
    device.send('stat/blind/POWER1', 'OFF')
    device.send('stat/blind/STATUS11', { StatusSTS: { POWER3: 'ON', Dimmer: 0 } })
    expect(device.model.list().map(({ state }) => state)).toMatchObject([
      { on: false },
      { on: true, brightness: 0.4 },
    ])
    const [relay, light] = device.model.list()
    expect(device.model.commandsFor(relay?.id ?? '', 'on')).toMatchObject({
      messages: [{ topic: 'cmnd/blind/POWER1', payload: 'ON' }],
    })
    expect(device.model.commandsFor(light?.id ?? '', 'setBrightness', 0)).toMatchObject({
      messages: [{ topic: 'cmnd/blind/Dimmer', payload: '1' }],
    })
  })

  it('keeps ids and states when it is announced again, and ends with an empty payload', () => {
    const device = startOnline()
    device.send('stat/blind/SHUTTER1', '30')
    const { id } = device.entity()
    device.send(`tasmota/discovery/${MAC}/config`, { ...CONFIG, dn: 'Kitchen' }, true)
    expect(device.entity()).toMatchObject({ id, name: 'Kitchen', state: { available: true, position: 0.7 } })
    device.send(`tasmota/discovery/${MAC}/config`, '', true)
    expect(device.model.list()).toEqual([])
    expect([...device.wanted]).toEqual([])
    expect(device.events.at(-1)).toEqual({ event: 'gone', id })
  })

  it('stays while it is kept, and works again when it is announced again', () => {
    const device = startOnline()
    const { id } = device.entity()
    device.model.keep(id, true)
    device.send(`tasmota/discovery/${MAC}/config`, '', true)
    expect(device.entity()).toMatchObject({ id, announced: false, limitations: [{ code: 'not_announced' }] })
    device.send(`tasmota/discovery/${MAC}/config`, CONFIG, true)
    device.send('tele/blind/LWT', 'Online')
    expect(device.entity()).toMatchObject({
      id,
      announced: true,
      limitations: [],
      state: { available: true },
    })
  })

  it.each([
    ['a bad MAC address', 'tasmota/discovery/xyz/config', CONFIG, 'bad_topic'],
    ['no JSON', `tasmota/discovery/${MAC}/config`, '{', 'not_json'],
    ['the address of another device', 'tasmota/discovery/000000000001/config', CONFIG, 'bad_config'],
    ['a wildcard in its topic', `tasmota/discovery/${MAC}/config`, { ...CONFIG, t: '#' }, 'bad_config'],
    ['a topic of the broker', `tasmota/discovery/${MAC}/config`, { ...CONFIG, ft: '$SYS/' }, 'bad_config'],
    ['no relays', `tasmota/discovery/${MAC}/config`, { ...CONFIG, rl: 'x' }, 'bad_config'],
    ['too many bytes', `tasmota/discovery/${MAC}/config`, { ...CONFIG, x: 'x'.repeat(20_000) }, 'bad_config'],
  ])('is refused with %s', (_title, topic, payload, code) => {
    const run = startModel(createTasmotaModel)
    run.send(topic, payload)
    expect(run.model.list()).toEqual([])
    expect(run.notices.map((notice) => notice.code)).toEqual([code])
  })
})
