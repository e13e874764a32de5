import { describe, expect, it } from 'vitest'
import { announce } from '#testing/entities/announced.ts'
import { startModel } from '#testing/entities/run-entity-case.ts'
import { createDiscoveryModel } from './discovery-model.ts'

const SWITCH = { state_topic: 's', command_topic: 'c' }
const TOPIC = 'homeassistant/switch/a/config'

function nested(depth: number): string {
  return `{"command_topic":"c","x":${'['.repeat(depth)}${']'.repeat(depth)}}`
}

describe('a hostile announcement', () => {
  it.each([
    ['a forbidden key', '{"command_topic":"c","__proto__":{"state_topic":"s"}}'],
    ['a forbidden key deep inside', '{"command_topic":"c","device":{"ids":["x"],"__proto__":{}}}'],
    ['40 levels', nested(40)],
    ['10,000 levels', nested(10_000)],
    ['over 64 KiB', JSON.stringify({ ...SWITCH, name: 'x'.repeat(65_536) })],
    ['bytes that are no UTF-8', Buffer.from('{"command_topic":"c\xff"}', 'latin1')],
    ['a command topic of the broker', JSON.stringify({ command_topic: '$SYS/x' })],
    ['a control character in a topic', JSON.stringify({ command_topic: 'a\u0000b' })],
    [
      '21 topics',
      JSON.stringify({
        ...SWITCH,
        availability: Array.from({ length: 20 }, (_, index) => ({ topic: `a${index}` })),
      }),
    ],
    ['a long unique id', JSON.stringify({ ...SWITCH, unique_id: 'x'.repeat(513) })],
    [
      'many identifiers',
      JSON.stringify({ ...SWITCH, device: { ids: Array.from({ length: 21 }, (_, index) => `${index}`) } }),
    ],
  ])('with %s is refused', (_title, payload) => {
    const run = startModel(createDiscoveryModel)
    run.send(TOPIC, payload)
    expect([run.model.list(), run.notices.map(({ code }) => code)]).toEqual([[], ['bad_config']])
    expect(Object.prototype).not.toHaveProperty('state_topic')
  })

  it('of 10 MB is refused before it is read', () => {
    const run = startModel(createDiscoveryModel)
    run.send(TOPIC, Buffer.alloc(10 * 1024 * 1024, 0x7b))
    expect(run.notices.map(({ code }) => code)).toEqual(['bad_config'])
  })

  it('has the last of duplicate keys', () => {
    const run = startModel(createDiscoveryModel)
    run.send(TOPIC, '{"command_topic":"c1","name":"One","command_topic":"c2","name":"Two"}')
    expect(run.model.list()).toMatchObject([{ name: 'Two' }])
  })

  it('names that inherit from nothing are names', () => {
    expect(
      announce('switch', { ...SWITCH, constructor: 1, toString: 'x', hasOwnProperty: null }).entity().kind,
    ).toBe('switch')
  })

  it('has names without control and bidirectional characters, of at most 100', () => {
    const { name, device } = announce('switch', {
      ...SWITCH,
      name: `\u202eev\u0000il\u200b \n name\u2066${'x'.repeat(500)}`,
      device: { ids: ['x'], name: '<script>\u202e</script>' },
    }).entity()
    expect(name.startsWith('evil name')).toBe(true)
    expect(name).toHaveLength(100)
    expect(device?.name).toBe('<script></script>')
  })

  it('is not taken when there are too many', () => {
    const run = startModel(createDiscoveryModel, { maxEntities: 3 })
    for (let index = 0; index < 5; index++) {
      run.send(`homeassistant/switch/s${index}/config`, {
        state_topic: `s${index}`,
        command_topic: `c${index}`,
      })
    }
    expect(run.model.list()).toHaveLength(3)
    expect(run.notices.map(({ code }) => code)).toEqual(['too_many_entities', 'too_many_entities'])
    run.send('homeassistant/switch/s0/config', '')
    run.send('homeassistant/switch/s4/config', { state_topic: 's4', command_topic: 'c4' })
    expect(run.model.list()).toHaveLength(3)
  })

  it('is not taken when all together are too long', () => {
    const run = startModel(createDiscoveryModel)
    const long = (index: number) => ({
      state_topic: `s${index}`,
      command_topic: `c${index}`,
      x: 'x'.repeat(60_000),
    })
    for (let index = 0; index < 300; index++)
      run.model.receive({
        topic: `homeassistant/switch/s${index}/config`,
        payload: Buffer.from(JSON.stringify(long(index))),
        retained: false,
      })
    run.settle()
    const { length } = run.model.list()
    expect(length).toBeGreaterThan(250)
    expect(run.notices).toHaveLength(300 - length)
    run.send('homeassistant/switch/s0/config', '')
    run.send('homeassistant/switch/s299/config', long(299))
    expect(run.model.list()).toHaveLength(length)
  })

  describe('that uses the command topic of another device', () => {
    const lock = { command_topic: 'door/set', state_topic: 'door', device: { ids: ['door'] } }
    it.each([
      ['to publish', { command_topic: 'door/set' }, ['bad_config']],
      [
        'to publish, as another device',
        { command_topic: 'door/set', device: { ids: ['x'] } },
        ['bad_config'],
      ],
      ['to read', { command_topic: 'c', state_topic: 'door/set' }, ['bad_config']],
      ['for its availability', { command_topic: 'c', availability_topic: 'door/set' }, ['bad_config']],
      ['as the same device', { command_topic: 'door/set', device: { ids: ['door', 'x'] } }, []],
    ])('%s is refused: %j', (_title, options, codes) => {
      const run = startModel(createDiscoveryModel)
      run.send('homeassistant/lock/door/config', lock)
      run.send(TOPIC, options)
      expect(run.notices.map(({ code }) => code)).toEqual(codes)
      // The lock is announced again anyway.
      run.send('homeassistant/lock/door/config', { ...lock, name: 'Door' })
      expect(run.model.list().map(({ name }) => name)).toContain('Door')
    })
  })
})

describe('a hostile state', () => {
  it.each([
    ['bytes that are no text', Buffer.from([0xff, 0xfe])],
    ['over 64 KiB', Buffer.alloc(70_000, 0x31)],
    ['40 levels', Buffer.from('['.repeat(40) + ']'.repeat(40))],
    ['a forbidden key', Buffer.from('{"__proto__":{"position":5}}')],
  ])('of %s is not read', (_title, payload) => {
    const run = announce(
      'cover',
      { position_topic: 'p', command_topic: 'c', position_template: '{{ value_json.position }}' },
      ['p', '{"position":40}'],
    )
    run.send('p', payload)
    expect(run.state()).toMatchObject({ position: 0.6 })
  })

  it('is shown as a word of at most 64 characters', () => {
    const run = announce('switch', SWITCH, ['s', `\u202e${'x'.repeat(1000)}`])
    expect(run.state().unread).toBe('x'.repeat(64))
  })
})

describe('a hostile template', () => {
  it.each([
    ['{% for i in range(99999999) %}x{% endfor %}', 'uses a loop'],
    ['{% set x = "a" %}{{ x }}', 'sets a variable'],
    ['{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}', 'defines a macro'],
    ['{% include "x" %}', 'includes another template'],
    ['{{ 9 ** 9 ** 9 }}', 'uses a power'],
    ['{{ value ~ value }}', 'joins texts with ~'],
    ['{{ value * 99999999 }}', 'multiplies by something else than a small number'],
    ['{{ value * value }}', 'multiplies by something else than a small number'],
    ['{{ range(100000000) | list | length }}', 'uses range'],
    ['{{ states("x") }}', 'uses states'],
    ['{{ value | regex_replace("(a+)+$", "") }}', 'uses the filter regex_replace'],
  ])('%s is listed and refused', (position_template, detail) => {
    const run = announce('cover', { position_topic: 'p', command_topic: 'c', position_template }, ['p', '5'])
    expect(run.entity().limitations).toContainEqual({
      code: 'template_refused',
      part: 'position_template',
      detail,
    })
    expect(run.state()).toMatchObject({ position: null })
  })

  it.each([
    ['{{ value', 'bad_template'],
    ['{% if %}x{% endif %}', 'bad_template'],
    ['{% if value %}x', 'bad_template'],
    ['{% nothing %}', 'bad_template'],
    ['{{ value | nofilter }}', 'bad_template'],
    ['{{ value is notest }}', 'bad_template'],
    ['{{ value || value }}', 'bad_template'],
    [`{{ value }}${'x'.repeat(4096)}`, 'bad_template'],
    [`{{ ${'('.repeat(500)}1${')'.repeat(500)} }}`, 'bad_template'],
  ])('%s is refused with a notice', (position_template, code) => {
    const run = announce('cover', { position_topic: 'p', command_topic: 'c', position_template })
    expect([run.model.list(), run.codes()]).toEqual([[], [code]])
  })

  it('that was stopped passes nothing, and is off after three times in a minute until it is announced again', () => {
    const options = {
      position_topic: 'p',
      command_topic: 'c',
      position_template: '{{ value_json.p * 1000 }}{{ value_json.t * 900 }}',
    }
    const run = announce('cover', options)
    for (let time = 0; time < 2; time++) run.send('p', { p: 0.05, t: 'x'.repeat(9) })
    expect(run.entity().limitations.map(({ code }) => code)).not.toContain('template_stopped')
    run.clock.advance(60_000)
    for (let time = 0; time < 3; time++) run.send('p', { p: 0.05, t: 'x'.repeat(9) })
    expect(run.state()).toMatchObject({ position: null })
    expect(run.entity().limitations).toContainEqual({
      code: 'template_stopped',
      part: 'position_template',
      detail: 'it prints more than 4 KiB',
    })
    expect(run.notices).toMatchObject([
      { code: 'template_stopped', topic: run.topic, detail: 'position_template: it prints more than 4 KiB' },
    ])
    run.send('p', { p: 0.05, t: '' })
    expect(run.state()).toMatchObject({ position: null })
    run.send(run.topic, { ...options, name: 'Again' })
    run.send('p', { p: 0.05, t: '' })
    expect(run.state()).toMatchObject({ position: 0.5 })
  })
})
