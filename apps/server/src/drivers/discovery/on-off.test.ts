import { describe, expect, it } from 'vitest'
import { announce } from '#testing/entities/announced.ts'

const SWITCH = { command_topic: 'c', state_topic: 's' }
const CONTACT = { state_topic: 's', device_class: 'door' }

describe('a switch', () => {
  it.each([
    [{}, 'ON', true],
    [{}, 'OFF', false],
    [{}, 'None', null],
    [{}, 'odd', null],
    [{ payload_on: 1, payload_off: 0 }, '1', true],
    [{ payload_on: true, payload_off: false, value_template: '{{ value_json.v }}' }, '{"v":true}', true],
    [{ payload_on: '{"on":1}', state_on: 'on', state_off: 'off' }, 'on', true],
    [{ state_on: '', state_off: '' }, 'ON', true],
  ])('with %j after %j is on: %s', (options, payload, on) => {
    expect(announce('switch', { ...SWITCH, ...options }, ['s', payload]).state()).toMatchObject({ on })
  })

  it.each([
    [{}, 'on', ['c ON']],
    [{ payload_off: false }, 'off', ['c False']],
    [{ command_template: '{"s":"{{ value }}"}' }, 'on', ['c {"s":"ON"}']],
    [{}, 'setBrightness', ['device_unsupported_action']],
  ] as const)('with %j is sent %s as %j', (options, action, published) => {
    expect(announce('switch', { ...SWITCH, ...options }).command(action)).toEqual(published)
  })

  it('is assumed to follow where it says nothing', () => {
    const run = announce('switch', { command_topic: 'c' })
    expect(run.entity()).toMatchObject({
      state: { on: null, assumed: true },
      limitations: [{ code: 'no_state' }],
    })
    run.command('on')
    expect(run.state()).toMatchObject({ on: true, assumed: true })
  })

  it.each([
    ['no command topic', { state_topic: 's' }],
    ['an unknown class', { ...SWITCH, device_class: 'boat' }],
  ])('is refused with %s', (_title, options) => {
    expect(announce('switch', options).codes()).toEqual(['bad_config'])
  })
})

describe('a contact', () => {
  it.each([
    [{}, ['ON'], true],
    [{}, ['OFF'], false],
    [{}, ['ON', ''], true],
    [{}, ['ON', 'odd'], true],
    [{}, ['ON', 'None'], null],
    [
      { payload_on: true, payload_off: false, value_template: '{{ value_json.contact }}' },
      ['{"contact":false}'],
      false,
    ],
    [
      { payload_on: 'True', value_template: '{{ value_json.open | is_defined }}' },
      ['{"open":true}', '{}'],
      true,
    ],
    [{ value_template: '{%if value_json.state%}ON{%else%}OFF{%endif%}' }, ['{"state":true}'], true],
  ])('with %j after %j is open: %s', (options, payloads, on) => {
    const messages = payloads.map((payload) => ['s', payload] as const)
    expect(announce('binary_sensor', { ...CONTACT, ...options }, ...messages).state()).toMatchObject({
      kind: 'contact',
      on,
    })
  })

  it('takes no command', () => {
    expect(announce('binary_sensor', CONTACT).command('on')).toEqual(['device_unsupported_action'])
  })

  it.each(['door', 'garage_door', 'window', 'opening', 'lock', undefined, null])(
    'has the class %s',
    (device_class) => {
      expect(announce('binary_sensor', { state_topic: 's', device_class }).entity().kind).toBe('contact')
    },
  )

  it.each(['motion', 'problem', 'connectivity', 'battery'])(
    'of class %s is none, without a notice',
    (device_class) => {
      const run = announce('binary_sensor', { state_topic: 's', device_class })
      expect([run.model.list(), run.codes()]).toEqual([[], []])
    },
  )

  it('is not available before its first message and after a time without one', () => {
    const run = announce('binary_sensor', { ...CONTACT, expire_after: 10 })
    expect(run.state().available).toBe(false)
    run.send('s', 'ON')
    run.clock.advance(9_000)
    expect(run.state().available).toBe(true)
    run.send('s', 'ON')
    run.clock.advance(9_000)
    expect(run.state().available).toBe(true)
    run.clock.advance(1_000)
    expect(run.state()).toMatchObject({ available: false, on: true })
    expect(run.events.at(-1)).toMatchObject({ event: 'changed' })
    run.send('s', 'OFF')
    expect(run.state()).toMatchObject({ available: true, on: false })
  })

  it('is off by itself after a time, which each message starts again', () => {
    const run = announce('binary_sensor', { ...CONTACT, off_delay: '5' }, ['s', 'ON'])
    run.clock.advance(4_000)
    run.send('s', 'ON')
    run.clock.advance(4_000)
    expect(run.state()).toMatchObject({ on: true })
    run.clock.advance(1_000)
    expect(run.state()).toMatchObject({ on: false })
    expect(run.events.at(-1)).toMatchObject({ event: 'reported', hasChanged: true })
  })

  it('has no time to run when it is gone', () => {
    const run = announce('binary_sensor', { ...CONTACT, off_delay: 5, expire_after: 5 }, ['s', 'ON'])
    run.send(run.topic, '')
    const events = run.events.length
    run.clock.advance(60_000)
    expect(run.events).toHaveLength(events)
  })

  it.each([
    ['no state topic', { device_class: 'door' }],
    ['a negative time', { ...CONTACT, expire_after: -1 }],
    ['a time that is no number', { ...CONTACT, off_delay: 'soon' }],
  ])('is refused with %s', (_title, options) => {
    expect(announce('binary_sensor', options).codes()).toEqual(['bad_config'])
  })
})
