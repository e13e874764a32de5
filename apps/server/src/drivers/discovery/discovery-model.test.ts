import { describe, expect, it } from 'vitest'
import { announce } from '#testing/entities/announced.ts'
import { startModel } from '#testing/entities/run-entity-case.ts'
import { createDiscoveryModel } from './discovery-model.ts'

const SWITCH = { state_topic: 's', command_topic: 'c' }
const DEVICE = { identifiers: ['id1'], name: 'Kitchen' }

const start = () => startModel(createDiscoveryModel)
const names = (run: ReturnType<typeof start>) => run.model.list().map(({ name }) => name)
const codes = (run: ReturnType<typeof start>) => run.notices.map(({ code }) => code)

describe('an announcement', () => {
  it.each([
    ['homeassistant/switch/a/config', 'a'],
    ['homeassistant/switch/node/a/config', 'node a'],
    ['homeassistant/switch/A_b-9/config', 'A_b-9'],
  ])('on %s has the address %s', (topic, address) => {
    const run = start()
    run.send(topic, SWITCH)
    expect(run.model.list()).toMatchObject([{ address }])
  })

  it.each([
    ['homeassistant/switch/é/config', ['bad_topic']],
    ['homeassistant/switch/a b/config', ['bad_topic']],
    ['homeassistant/switch/a/b/c/config', ['bad_topic']],
    ['homeassistant/switch/config', ['bad_topic']],
    ['homeassistant/switch//config', ['bad_topic']],
    ['homeassistant/sensor/é/config', []],
    ['homeassistant/sensor/a/config', []],
    ['homeassistant/switch/a/state', []],
    ['other/switch/a/config', []],
  ])('on %s is not taken: %j', (topic, expected) => {
    const run = start()
    run.send(topic, SWITCH)
    expect([run.model.list(), codes(run)]).toEqual([[], expected])
  })

  it('is found below another prefix', () => {
    const run = startModel((options) => createDiscoveryModel({ ...options, discoveryPrefix: 'home/x/ha' }))
    expect(run.model.filters).toEqual(['home/x/ha/+/+/config', 'home/x/ha/+/+/+/config'])
    run.send('home/x/ha/switch/a/config', SWITCH)
    expect(run.model.list()).toHaveLength(1)
  })

  it.each([
    ['not json', 'not_json'],
    ['"text"', 'not_json'],
    ['[]', 'not_json'],
    ['null', 'not_json'],
    ['{"a":1,}', 'not_json'],
    ['{"state_topic":"s"}', 'bad_config'],
    ['{"command_topic":"c","origin":"x"}', 'bad_config'],
    ['{"command_topic":"c","o":{}}', 'bad_config'],
    ['{"command_topic":"c","o":null}', 'bad_config'],
    ['{"command_topic":"c","device":{"name":"x"}}', 'bad_config'],
    ['{"command_topic":"c","device":"x"}', 'bad_config'],
    ['{"command_topic":"c","value_template":"{{ value"}', 'bad_template'],
    ['{"command_topic":"c","value_template":"{{ value | nofilter }}"}', 'bad_template'],
  ])('%s is refused as %s, and a later good one is taken', (payload, code) => {
    const run = start()
    run.send('homeassistant/switch/a/config', payload)
    expect([run.model.list(), codes(run)]).toEqual([[], [code]])
    run.send('homeassistant/switch/a/config', SWITCH)
    expect(run.model.list()).toHaveLength(1)
  })

  it('ignores what it does not know', () => {
    expect(
      announce('switch', { ...SWITCH, unheard: { of: 1 }, icon: 'mdi:x', json_attr_t: '#' }).entity().kind,
    ).toBe('switch')
  })

  it('has short and long names mixed', () => {
    const run = announce('switch', {
      stat_t: 's',
      command_topic: 'c',
      uniq_id: 'u',
      dev: { ids: 'x', mf: 'M', mdl: 'L', sw: 1.5, sa: 'Hall' },
    })
    expect(run.entity().device).toMatchObject({ manufacturer: 'M', model: 'L', sw: '1.5', area: 'Hall' })
  })

  it.each([
    ['~/set', 'base/set'],
    ['x/~', 'x/base'],
    ['~x~', 'basexbase'],
    ['x/~/y', 'x/~/y'],
    ['~', 'base'],
  ])('replaces the base of %s', (command_topic, topic) => {
    expect(announce('switch', { '~': 'base', command_topic }).command('on')).toEqual([`${topic} ON`])
  })

  it('has a base that makes a wildcard refused', () => {
    expect(announce('switch', { '~': '#', command_topic: 'a/~' }).codes()).toEqual(['bad_config'])
  })

  it('names its entity, or takes the name of the device', () => {
    expect(announce('switch', { ...SWITCH, name: 'Left', device: DEVICE }).entity().name).toBe('Left')
    expect(announce('switch', { ...SWITCH, name: null, device: DEVICE }).entity().name).toBe('Kitchen')
    expect(announce('switch', SWITCH).entity().name).toBe('one')
  })

  it.each([
    [{ enabled_by_default: 'false' }, 'off_by_default'],
    [{ encoding: '' }, 'encoding_not_supported'],
    [{ encoding: 'utf-16' }, 'encoding_not_supported'],
    [{ value_template: '{{ now() }}' }, 'template_refused'],
  ])('with %j is limited by %s', (options, code) => {
    const run = announce('switch', { ...SWITCH, ...options }, ['s', 'ON'])
    expect(run.entity().limitations.map((limitation) => limitation.code)).toContain(code)
    expect(run.state()).toMatchObject({ on: code === 'off_by_default' ? true : null })
  })

  it('reads Latin-1 where it is announced', () => {
    const run = announce('switch', { ...SWITCH, encoding: 'latin-1', state_on: 'é' })
    run.send('s', Buffer.from([0xe9]))
    expect(run.state()).toMatchObject({ on: true })
  })
})

describe('[HW7] listing', () => {
  it('waits until the topics are subscribed, and loses no state that came before', () => {
    const run = start()
    const { model, wanted } = run
    model.receive({
      topic: 'homeassistant/switch/a/config',
      payload: Buffer.from(JSON.stringify({ ...SWITCH, availability_topic: 'a' })),
      retained: true,
    })
    model.receive({ topic: 's', payload: Buffer.from('ON'), retained: false })
    expect([...wanted]).toEqual(['s', 'a'])
    model.subscribed(['s'])
    expect([model.list(), run.events]).toEqual([[], []])
    model.subscribed(['a'])
    expect(model.list()).toMatchObject([{ state: { on: true } }])
    expect(run.events).toEqual([{ event: 'appeared', id: model.list()[0]?.id }])
  })

  it('needs each topic once, as long as an entity needs it', () => {
    const run = start()
    run.send('homeassistant/switch/a/config', { ...SWITCH, availability_topic: 'bridge' })
    run.send('homeassistant/light/b/config', {
      state_topic: 's2',
      command_topic: 'c2',
      availability_topic: 'bridge',
    })
    expect([...run.wanted]).toEqual(['s', 'bridge', 's2'])
    run.send('homeassistant/switch/a/config', '')
    expect([...run.wanted]).toEqual(['bridge', 's2'])
    run.send('homeassistant/light/b/config', {
      state_topic: 's3',
      command_topic: 'c2',
      availability_topic: 'bridge',
    })
    expect([...run.wanted]).toEqual(['bridge', 's3'])
  })
})

describe('[HW39] reports', () => {
  it('are live or retained, and say whether they changed something', () => {
    const run = announce('switch', SWITCH)
    const { id } = run.entity()
    run.events.length = 0
    run.send('s', 'ON', true)
    expect(run.state().reportedAt).toBeNull()
    run.send('s', 'ON')
    const reportedAt = run.clock.now()
    run.clock.advance(1000)
    run.send('s', 'ON', true)
    expect(run.state().reportedAt).toEqual(reportedAt)
    run.send('s', 'OFF', true)
    expect(run.state().reportedAt).toBeNull()
    expect(run.events).toEqual([
      { event: 'reported', id, isLive: false, hasChanged: true },
      { event: 'reported', id, isLive: true, hasChanged: false },
      { event: 'reported', id, isLive: false, hasChanged: false },
      { event: 'reported', id, isLive: false, hasChanged: true },
    ])
  })
})

describe('an update', () => {
  const TOPIC = 'homeassistant/switch/a/config'

  it('on the same topic keeps id and state', () => {
    const run = start()
    run.send(TOPIC, { ...SWITCH, unique_id: 'u', name: 'Old' })
    run.send('s', 'ON')
    const [before] = run.model.list()
    run.send(TOPIC, { ...SWITCH, unique_id: 'u', name: 'New', payload_on: 'YES' })
    expect(run.model.list()).toMatchObject([{ id: before?.id, name: 'New', state: { on: true } }])
    expect(run.events.at(-1)).toEqual({ event: 'changed', id: before?.id })
  })

  it('that is the same changes nothing', () => {
    const run = start()
    run.send(TOPIC, SWITCH)
    const { length } = run.events
    run.send(TOPIC, SWITCH)
    expect(run.events).toHaveLength(length)
  })

  it('that is bad leaves the entity as it was', () => {
    const run = start()
    run.send(TOPIC, { ...SWITCH, name: 'Good' })
    run.send(TOPIC, { name: 'Bad' })
    expect([names(run), codes(run)]).toEqual([['Good'], ['bad_config']])
  })

  it('with another unique id is another entity', () => {
    const run = start()
    run.send(TOPIC, { ...SWITCH, unique_id: 'u1' })
    const [before] = run.model.list()
    run.send(TOPIC, { ...SWITCH, unique_id: 'u2' })
    const [after] = run.model.list()
    expect(run.model.list()).toHaveLength(1)
    expect(after?.id).not.toBe(before?.id)
    expect(run.events).toContainEqual({ event: 'gone', id: before?.id })
  })

  it('has a stable id of 22 characters, per source and component', () => {
    const id = (component: string, options: object) => announce(component, options).entity().id
    const unique = { ...SWITCH, unique_id: 'u' }
    expect(id('switch', unique)).toMatch(/^[\w-]{22}$/)
    expect(id('switch', unique)).toBe(id('switch', { ...unique, name: 'x' }))
    expect(id('switch', unique)).not.toBe(id('light', unique))
    expect(id('switch', SWITCH)).toBe(id('switch', SWITCH))
  })
})

describe('a withdrawal', () => {
  const TOPIC = 'homeassistant/switch/a/config'

  it('is an empty payload, once or again', () => {
    const run = start()
    run.send(TOPIC, SWITCH)
    const [entity] = run.model.list()
    run.send(TOPIC, '')
    run.send(TOPIC, '')
    expect(run.model.list()).toEqual([])
    expect(run.events.filter(({ event }) => event === 'gone')).toEqual([{ event: 'gone', id: entity?.id }])
    run.send(TOPIC, SWITCH)
    expect(run.model.list()).toMatchObject([{ id: entity?.id, state: { on: null } }])
  })

  it('[HW23] leaves a kept entity, which works again when it is announced again', () => {
    const run = start()
    run.send(TOPIC, { ...SWITCH, unique_id: 'u' })
    run.send('s', 'ON')
    const id = run.model.list()[0]?.id ?? ''
    run.model.keep(id, true)
    run.send(TOPIC, '')
    expect(run.model.find(id)).toMatchObject({ announced: false, state: { available: false, on: true } })
    expect(run.model.find(id)?.limitations.map(({ code }) => code)).toEqual(['not_announced'])
    expect(run.model.commandsFor(id, 'on')).toMatchObject({ error: 'device_offline' })
    expect([...run.wanted]).toEqual([])
    run.send('homeassistant/switch/elsewhere/config', { ...SWITCH, unique_id: 'u' })
    expect(run.model.find(id)).toMatchObject({
      announced: true,
      address: 'elsewhere',
      state: { available: true, on: true },
    })
    run.send('homeassistant/switch/elsewhere/config', '')
    run.model.keep(id, false)
    expect(run.model.list()).toEqual([])
    expect(run.events.at(-1)).toEqual({ event: 'gone', id })
  })

  it('[HW23] is no more known than its announcement, which is restored', () => {
    const run = start()
    run.send(TOPIC, { ...SWITCH, unique_id: 'u' })
    const id = run.model.list()[0]?.id ?? ''
    const kept = run.model.announcementOf(id)
    const restarted = start()
    if (kept !== null) restarted.model.restore(kept)
    restarted.settle()
    expect(restarted.model.find(id)).toMatchObject({ id, announced: true })
  })
})

describe('one unique id on two topics', () => {
  const send = (run: ReturnType<typeof start>, object: string, options: object | '') =>
    run.send(
      `homeassistant/switch/${object}/config`,
      options === '' ? '' : { ...SWITCH, unique_id: 'u', ...options },
    )

  it('belongs to the first, and to the other when the first is withdrawn', () => {
    const run = start()
    send(run, 'a', { name: 'First' })
    send(run, 'b', { name: 'Second' })
    expect([names(run), codes(run)]).toEqual([['First'], ['duplicate_unique_id']])
    send(run, 'a', '')
    expect(names(run)).toEqual(['Second'])
    send(run, 'b', '')
    expect(names(run)).toEqual([])
  })

  it('belongs to nobody when the other was withdrawn first', () => {
    const run = start()
    send(run, 'a', {})
    send(run, 'b', {})
    send(run, 'b', '')
    send(run, 'a', '')
    expect(names(run)).toEqual([])
  })

  it('moves to the other topic by migration, with its state', () => {
    const run = start()
    send(run, 'a', { name: 'Old' })
    run.send('s', 'ON')
    const [before] = run.model.list()
    run.send('homeassistant/switch/a/config', { migr_discvry: true })
    run.send('homeassistant/device/d/config', {
      dev: DEVICE,
      o: { name: 'x' },
      cmps: { k: { p: 'switch', ...SWITCH, unique_id: 'u', name: 'New' } },
    })
    run.send('homeassistant/switch/a/config', '')
    expect(run.model.list()).toMatchObject([
      { id: before?.id, name: 'New', address: 'd k', state: { on: true } },
    ])
    expect([codes(run), run.events.some(({ event }) => event === 'gone')]).toEqual([[], false])
  })

  it('moves back by migration', () => {
    const run = start()
    run.send('homeassistant/device/d/config', {
      dev: DEVICE,
      o: { name: 'x' },
      cmps: { k: { p: 'switch', ...SWITCH, unique_id: 'u' } },
    })
    run.send('homeassistant/device/d/config', { migrate_discovery: true })
    send(run, 'a', { name: 'Single' })
    run.send('homeassistant/device/d/config', '')
    expect(names(run)).toEqual(['Single'])
  })
})

describe('the message of a whole device', () => {
  const TOPIC = 'homeassistant/device/d/config'
  const component = (letter: string, more: object = {}) => ({
    p: 'switch',
    unique_id: letter,
    name: letter,
    state_topic: `${letter}/s`,
    command_topic: `${letter}/c`,
    ...more,
  })
  const device = (cmps: object, more: object = {}) => ({ dev: DEVICE, o: { name: 'x' }, cmps, ...more })

  it('announces its components, which share the device', () => {
    const run = start()
    run.send(TOPIC, device({ a: component('a'), b: component('b'), t: { p: 'sensor', unique_id: 't' } }))
    expect(run.model.list().map(({ address }) => address)).toEqual(['d a', 'd b'])
    expect(new Set(run.model.list().map((entity) => entity.device?.key)).size).toBe(1)
  })

  it('has addresses with its node', () => {
    const run = start()
    run.send('homeassistant/device/node/d/config', device({ a: component('a') }))
    expect(run.model.list()).toMatchObject([{ address: 'node d a' }])
  })

  it('keeps what it leaves out, removes what is nothing but a platform, and ends as a whole', () => {
    const run = start()
    run.send(TOPIC, device({ a: component('a'), b: component('b'), c: component('c') }))
    run.send(TOPIC, device({ a: component('a', { name: 'A' }) }))
    expect(names(run).toSorted()).toEqual(['A', 'b', 'c'])
    run.send(TOPIC, device({ b: { p: 'switch' } }))
    expect(names(run).toSorted()).toEqual(['A', 'c'])
    run.send(TOPIC, '')
    expect(names(run)).toEqual([])
  })

  it('shares options with its components, whose own win', () => {
    const run = start()
    const shared = { availability_topic: 'av', qos: 2, state_topic: 'shared', payload_available: 'up' }
    run.send(
      TOPIC,
      device(
        { a: component('a'), b: component('b', { state_topic: undefined, avty: { t: 'own' } }) },
        shared,
      ),
    )
    run.send('av', 'up')
    run.send('shared', 'ON')
    expect(run.model.list().map(({ state }) => ({ ...state }))).toMatchObject([
      { available: true, on: null },
      { available: false, on: true },
    ])
    expect(run.model.commandsFor(run.model.list()[0]?.id ?? '', 'on')).toMatchObject({
      messages: [{ qos: 1 }],
    })
  })

  it('has a component of another kind under the same key replaced', () => {
    const run = start()
    run.send(TOPIC, device({ a: component('a') }))
    run.send(TOPIC, device({ a: component('a', { p: 'light' }) }))
    expect(run.model.list().map(({ kind }) => kind)).toEqual(['light'])
  })

  it('has bad components left out, the others taken', () => {
    const run = start()
    run.send(
      TOPIC,
      device({
        a: component('a', { command_topic: '#' }),
        b: component('b'),
        c: component('c', { unique_id: undefined }),
      }),
    )
    expect([names(run), codes(run).toSorted()]).toEqual([['b'], ['bad_config', 'bad_config']])
  })

  it.each([
    ['without a device', { o: { name: 'x' }, cmps: {} }],
    ['without an origin', { dev: DEVICE, cmps: {} }],
    ['without the name of its origin', { dev: DEVICE, o: {}, cmps: {} }],
    ['without components', { dev: DEVICE, o: { name: 'x' } }],
    ['with a list of components', device([])],
    ['with a component that is no object', device({ a: 1 })],
    ['with a component without a platform', device({ a: { unique_id: 'a', command_topic: 'c' } })],
    [
      'with 201 components',
      device(Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`k${index}`, { p: 'switch' }]))),
    ],
  ])('%s is refused', (_title, payload) => {
    const run = start()
    run.send(TOPIC, payload)
    expect([names(run), codes(run)]).toEqual([[], ['bad_config']])
  })
})
