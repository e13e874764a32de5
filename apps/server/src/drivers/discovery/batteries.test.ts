import { describe, expect, it } from 'vitest'
import { startModel } from '#testing/entities/run-entity-case.ts'
import { createDiscoveryModel } from './discovery-model.ts'

const DEVICE = { identifiers: ['zigbee2mqtt_0x01'], name: 'Blind' }
const STATE = 'zigbee2mqtt/blind'
const COVER = {
  unique_id: '0x01_cover',
  command_topic: `${STATE}/set`,
  state_topic: STATE,
  value_template: '{{ value_json["state"] }}',
  position_topic: STATE,
  position_template: '{{ value_json["position"] }}',
  device: DEVICE,
}
const PERCENT = {
  unique_id: '0x01_battery',
  device_class: 'battery',
  state_topic: STATE,
  unit_of_measurement: '%',
  value_template: '{{ value_json["battery"] }}',
  device: DEVICE,
}
const FLAG = {
  unique_id: '0x01_battery_low',
  device_class: 'battery',
  state_topic: STATE,
  payload_on: true,
  payload_off: false,
  value_template: '{{ value_json["battery_low"] }}',
  device: DEVICE,
}
const PERCENT_TOPIC = 'homeassistant/sensor/0x01/battery/config'
const FLAG_TOPIC = 'homeassistant/binary_sensor/0x01/battery_low/config'

/** A cover of Zigbee2MQTT, with what is announced beside it. */
function start(announced: Record<string, object> = { [PERCENT_TOPIC]: PERCENT }) {
  const run = startModel(createDiscoveryModel)
  run.send('homeassistant/cover/0x01/cover/config', COVER)
  for (const [topic, config] of Object.entries(announced)) run.send(topic, config)
  const [cover] = run.model.list()
  if (cover === undefined) throw new Error('the cover is not listed')
  return { ...run, cover, charge: () => run.model.chargeOf?.(cover.id) ?? null }
}

describe('a battery that is announced beside its hardware', () => {
  it('is no entity, and is unknown until it reports', () => {
    const { model, charge, notices } = start()
    expect(model.list().map(({ kind }) => kind)).toEqual(['cover'])
    expect([charge(), notices]).toEqual([null, []])
  })

  it.each([
    ['{"battery":70}', { battery: 70 }],
    ['{"battery":"70"}', { battery: 70 }],
    ['{"battery":18.4}', { battery: 18 }],
    ['{"battery":0}', { battery: 0 }],
    ['{"battery":100}', { battery: 100 }],
    ['{"battery":100.5}', null],
    ['{"battery":-1}', null],
    ['{"battery":255}', null],
    ['{"battery":null}', null],
    ['{"battery":"full"}', null],
    ['{"battery":"NaN"}', null],
    ['{"battery":{}}', null],
    ['{"battery":1e999}', null],
    ['{"position":40}', null],
    ['not json', null],
  ])('%s is read as %j, and the cover is unharmed', (payload, read) => {
    const { model, charge, cover, send } = start()
    send(STATE, '{"state":"OPEN","position":40}')
    send(STATE, payload)
    expect(charge()).toEqual(read)
    expect(model.find(cover.id)?.state).toMatchObject({ available: true, position: 0.6 })
  })

  it('keeps its charge through messages that say nothing of it', () => {
    const { charge, send } = start()
    send(STATE, '{"battery":70}')
    send(STATE, '{"position":40}')
    send(STATE, '{"battery":"?"}')
    expect(charge()).toEqual({ battery: 70 })
  })

  it.each([
    ['{"battery_low":true}', { batteryLow: true }],
    ['{"battery_low":false}', { batteryLow: false }],
    ['{"battery_low":"maybe"}', null],
    ['{}', null],
  ])('that is low or not, by %s, is %j without a number', (payload, read) => {
    const { charge, send } = start({ [FLAG_TOPIC]: FLAG })
    send(STATE, payload)
    expect(charge()).toEqual(read)
  })

  it('may be announced in both forms', () => {
    const { charge, send } = start({ [PERCENT_TOPIC]: PERCENT, [FLAG_TOPIC]: FLAG })
    send(STATE, '{"battery":12,"battery_low":true}')
    expect(charge()).toEqual({ battery: 12, batteryLow: true })
  })

  it('is read by the template and topics of Z-Wave JS UI', () => {
    const topic = 'zwave/lock/battery/endpoint_0/level'
    const { charge, send } = start({
      [PERCENT_TOPIC]: { ...PERCENT, state_topic: topic, value_template: '{{ value_json.value }}' },
    })
    send(topic, '{"time":1700000000000,"value":35}')
    expect(charge()).toEqual({ battery: 35 })
  })

  it('is read in the message of a whole device', () => {
    const run = startModel(createDiscoveryModel)
    run.send('homeassistant/device/0x01/config', {
      device: DEVICE,
      origin: { name: 'Test' },
      components: {
        cover: { ...COVER, platform: 'cover' },
        battery: { ...PERCENT, platform: 'sensor' },
        voltage: { platform: 'sensor', device_class: 'voltage', state_topic: STATE },
      },
    })
    run.send(STATE, '{"battery":44}')
    const [cover] = run.model.list()
    expect(run.model.chargeOf?.(cover?.id ?? '')).toEqual({ battery: 44 })
    expect(run.notices).toEqual([])
  })

  it.each([
    ['of another class', { ...PERCENT, device_class: 'voltage' }],
    ['in volts', { ...PERCENT, unit_of_measurement: 'V' }],
    ['of other hardware', { ...PERCENT, device: { identifiers: ['other'] } }],
    ['of no hardware', { ...PERCENT, device: undefined }],
    ['with a wildcard', { ...PERCENT, state_topic: 'zigbee2mqtt/#' }],
    ['with a template that is refused', { ...PERCENT, value_template: '{{ 1 ** 9 }}' }],
    ['with a template that is none', { ...PERCENT, value_template: '{{ value' }],
  ])('%s says nothing, silently', (_name, config) => {
    const { charge, notices, send } = start({ [PERCENT_TOPIC]: config })
    send(STATE, '{"battery":70}')
    expect([charge(), notices]).toEqual([null, []])
  })

  it('is reported once for many changes, and when it is withdrawn', () => {
    const { cover, clock, events, model, send, charge } = start()
    const charged = () => events.filter(({ event }) => event === 'charged')
    for (let count = 0; count < 100; count += 1) send(STATE, `{"battery":${count}}`)
    clock.advance(1_000)
    expect(charged()).toEqual([{ event: 'charged', id: cover.id }])
    send(STATE, '{"battery":99}')
    clock.advance(60_000)
    expect(charged()).toHaveLength(1)
    send(PERCENT_TOPIC, '')
    clock.advance(1_000)
    expect(charged()).toHaveLength(2)
    expect(charge()).toBeNull()
    model.stop()
  })

  it('needs the topic of its hardware no longer than that itself', () => {
    const { wanted, send } = start()
    send(PERCENT_TOPIC, '')
    expect([...wanted]).toContain(STATE)
    send('homeassistant/cover/0x01/cover/config', '')
    expect([...wanted]).not.toContain(STATE)
  })

  it('keeps its charge when it is announced again', () => {
    const { charge, send } = start()
    send(STATE, '{"battery":70}')
    send(PERCENT_TOPIC, { ...PERCENT, name: 'Battery' })
    expect(charge()).toEqual({ battery: 70 })
  })

  it('is one of two thousand at most', () => {
    const { charge, send } = start({})
    for (let count = 0; count < 2_000; count += 1)
      send(`homeassistant/sensor/${count}/battery/config`, {
        ...PERCENT,
        device: { identifiers: [`other ${count}`] },
      })
    send(PERCENT_TOPIC, PERCENT)
    send(STATE, '{"battery":70}')
    expect(charge()).toBeNull()
  })
})
