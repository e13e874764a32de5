import { describe, expect, it } from 'vitest'
import { announce } from '#testing/entities/announced.ts'

const ENTITY = { state_topic: 's', command_topic: 'c' }
const TWO = [{ topic: 'a1' }, { topic: 'a2' }]

describe('availability', () => {
  it.each([
    ['none is configured', {}, [], true],
    ['nothing was said', { availability_topic: 'a' }, [], false],
    ['the topic says so', { availability_topic: 'a' }, [['a', 'online']], true],
    [
      'the topic says no',
      { availability_topic: 'a' },
      [
        ['a', 'online'],
        ['a', 'offline'],
      ],
      false,
    ],
    [
      'another word',
      { availability_topic: 'a' },
      [
        ['a', 'online'],
        ['a', 'odd'],
      ],
      true,
    ],
    [
      'an empty word',
      { availability_topic: 'a' },
      [
        ['a', 'online'],
        ['a', ''],
      ],
      true,
    ],
    [
      'own words',
      { availability_topic: 'a', payload_available: true, payload_not_available: 0 },
      [['a', 'True']],
      true,
    ],
    [
      'own words, no',
      { availability_topic: 'a', payload_available: true, payload_not_available: 0 },
      [
        ['a', 'True'],
        ['a', '0'],
      ],
      false,
    ],
    [
      'a template',
      { availability_topic: 'a', availability_template: '{{ value_json.s }}' },
      [['a', '{"s":"online"}']],
      true,
    ],
    [
      'a template over plain text',
      { availability_topic: 'a', availability_template: '{{ value_json.s }}' },
      [['a', 'online']],
      true,
    ],
    ['one object', { availability: { topic: 'a', payload_available: 'true' } }, [['a', 'true']], true],
    [
      'short names',
      { avty: { t: 'a', pl_avail: 'Online', val_tpl: '{{ value }}' } },
      [['a', 'Online']],
      true,
    ],
    ['a state alone', { availability_topic: 'a' }, [['s', 'ON']], false],
    ['one topic for both', { availability_topic: 's', payload_available: 'ON' }, [['s', 'ON']], true],
    [
      'the latest',
      { availability: TWO },
      [
        ['a1', 'online'],
        ['a2', 'offline'],
      ],
      false,
    ],
    [
      'the latest, yes',
      { availability: TWO },
      [
        ['a2', 'offline'],
        ['a1', 'online'],
      ],
      true,
    ],
    ['all, one missing', { availability: TWO, availability_mode: 'all' }, [['a1', 'online']], false],
    [
      'all',
      { availability: TWO, availability_mode: 'all' },
      [
        ['a1', 'online'],
        ['a2', 'online'],
      ],
      true,
    ],
    [
      'all, one no',
      { availability: TWO, availability_mode: 'all' },
      [
        ['a1', 'online'],
        ['a2', 'online'],
        ['a1', 'offline'],
      ],
      false,
    ],
    [
      'any',
      { availability: TWO, availability_mode: 'any' },
      [
        ['a1', 'online'],
        ['a2', 'offline'],
      ],
      true,
    ],
    [
      'any, none',
      { availability: TWO, availability_mode: 'any' },
      [
        ['a1', 'online'],
        ['a1', 'offline'],
      ],
      false,
    ],
    ['an empty list', { availability: [] }, [], true],
    ['base topic', { '~': 'x/', avty_t: '~lwt' }, [['x/lwt', 'online']], true],
  ] as const)('by %s', (_title, options, messages, isAvailable) => {
    expect(announce('switch', { ...ENTITY, ...options }, ...messages).state().available).toBe(isAvailable)
  })

  it.each([
    ['both forms', { availability_topic: 'a', availability: TWO }],
    ['an unknown mode', { availability: TWO, availability_mode: 'most' }],
    ['an entry without a topic', { availability: [{ payload_available: 'x' }] }],
    ['a wildcard', { availability: [{ topic: 'a/+' }] }],
    ['a word', { availability: 'online' }],
    ['eleven entries', { availability: Array.from({ length: 11 }, (_, index) => ({ topic: `a${index}` })) }],
  ])('refuses an entity with %s', (_title, options) => {
    expect(announce('switch', { ...ENTITY, ...options }).codes()).toEqual(['bad_config'])
  })

  it('keeps what its topics said when the entity is announced again', () => {
    const run = announce(
      'switch',
      { ...ENTITY, availability: TWO, availability_mode: 'all' },
      ['a1', 'online'],
      ['a2', 'online'],
    )
    run.send(run.topic, { ...ENTITY, availability: TWO, availability_mode: 'all', name: 'New' })
    expect(run.entity()).toMatchObject({ name: 'New', state: { available: true } })
    run.send(run.topic, { ...ENTITY, availability: [...TWO, { topic: 'a3' }], availability_mode: 'all' })
    expect(run.state().available).toBe(false)
    run.send('a3', 'online')
    expect(run.state().available).toBe(true)
  })

  it('changes are reported, without a word about the state', () => {
    const run = announce('switch', { ...ENTITY, availability_topic: 'a' }, ['a', 'online'])
    expect(run.events.at(-1)).toMatchObject({ event: 'changed' })
    const { length } = run.events
    run.send('a', 'online')
    expect(run.events).toHaveLength(length)
    expect(run.state().reportedAt).toBeNull()
  })
})
