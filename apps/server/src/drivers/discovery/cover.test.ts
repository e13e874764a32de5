import { describe, expect, it } from 'vitest'
import { announce } from '#testing/entities/announced.ts'

const STATE = { state_topic: 's', command_topic: 'c' }
const POSITION = { position_topic: 'p', command_topic: 'c', set_position_topic: 'sp' }
const TILT = { tilt_command_topic: 'tc', tilt_status_topic: 'ts' }

describe('the state of a cover', () => {
  it.each([
    ['open', { closed: false, moving: 'none' }],
    ['closed', { closed: true, moving: 'none' }],
    ['opening', { closed: false, moving: 'opening' }],
    ['closing', { closed: false, moving: 'closing' }],
    ['stopped', { closed: false, moving: 'none' }],
    ['None', { closed: null, moving: 'none' }],
    ['', { closed: null }],
    ['elsewhere', { closed: null, unread: 'elsewhere' }],
  ])('is by its word %j', (word, state) => {
    expect(announce('cover', STATE, ['s', word]).state()).toMatchObject(state)
  })

  it.each([
    [['closing', 'stopped'], true],
    [['closed', 'stopped'], true],
    [['closing', 'stopped', 'stopped'], true],
    [['opening', 'stopped'], false],
    [['open', 'stopped'], false],
    [['closed', 'opening', 'stopped'], false],
  ])('after %j without a position is closed: %s', (words, closed) => {
    const messages = words.map((word) => ['s', word] as const)
    expect(announce('cover', STATE, ...messages).state()).toMatchObject({ closed, moving: 'none' })
  })

  it.each([
    [
      { state_topic: 's', ...POSITION },
      [
        ['p', '0'],
        ['s', 'stopped'],
      ],
      { closed: true },
    ],
    [
      { state_topic: 's', ...POSITION },
      [
        ['p', '1'],
        ['s', 'stopped'],
      ],
      { closed: false },
    ],
    // The state topic decides, whatever the position says.
    [
      { state_topic: 's', ...POSITION },
      [
        ['s', 'open'],
        ['p', '0'],
      ],
      { closed: false, position: 1 },
    ],
    [
      { state_topic: 's', ...POSITION },
      [
        ['p', '100'],
        ['s', 'closed'],
      ],
      { closed: true, position: 0 },
    ],
    // One message with both: the position is read first.
    [
      {
        command_topic: 'c',
        state_topic: 's',
        position_topic: 's',
        value_template: '{{ value_json.state }}',
        position_template: '{{ value_json.position }}',
      },
      [['s', { state: 'stopped', position: 0 }]],
      { closed: true, position: 1 },
    ],
  ] as const)('of %j after %j is %j', (options, messages, state) => {
    expect(announce('cover', options, ...messages).state()).toMatchObject(state)
  })

  it('compares numbers and booleans of the announcement by their text', () => {
    const options = { ...STATE, state_open: 255, state_closed: 0, state_opening: true, state_closing: 1.5 }
    const stateAt = (word: string) => announce('cover', options, ['s', word]).state()
    expect(stateAt('255')).toMatchObject({ closed: false })
    expect(stateAt('0')).toMatchObject({ closed: true })
    expect(stateAt('True')).toMatchObject({ moving: 'opening' })
    expect(stateAt('1.5')).toMatchObject({ moving: 'closing' })
  })
})

describe('the position of a cover', () => {
  it.each([
    [{}, '37', 37],
    [{}, '37.9', 37],
    [{}, ' 37 ', 37],
    [{}, '1e1', 10],
    [{}, '-5', 0],
    [{}, '120', 100],
    [{ position_open: 0, position_closed: 100 }, '30', 70],
    [{ position_open: 99 }, '98', 98],
    [{ position_open: 255, position_closed: 0 }, '128', 50],
    [{ position_open: '10', position_closed: '20' }, '15', 50],
    [{ position_template: '{{ value_json.pos }}' }, '{"pos": 40}', 40],
    [{ position_template: '{{ {"position": value_json.p, "tilt_position": 3} | tojson }}' }, '{"p": 40}', 40],
  ])('with %j at %j is %s per cent open', (options, payload, percent) => {
    const { closed, position } = coverState(
      announce('cover', { ...POSITION, ...options }, ['p', payload]).state(),
    )
    expect(position).toBeCloseTo(1 - percent / 100, 5)
    expect(closed).toBe(percent === 0)
  })

  it.each(['', 'nan', 'inf', 'far', '[50]', '{"tilt_position": 5}', 'None', '1_'])(
    'ignores %j',
    (payload) => {
      expect(announce('cover', POSITION, ['p', '40'], ['p', payload]).state()).toMatchObject({
        position: 0.6,
      })
    },
  )

  it('is unknown before the first message', () => {
    expect(announce('cover', POSITION).state()).toMatchObject({
      position: null,
      closed: null,
      reportedAt: null,
    })
  })
})

const coverState = (state: object) => {
  if (!('position' in state && 'closed' in state)) throw new Error('no cover')
  return state
}

describe('the tilt of a cover', () => {
  it.each([
    [{}, '75', 75],
    [{}, '75.5', 76],
    [{}, '76.5', 76],
    [{ tilt_min: 0, tilt_max: 50 }, '25', 50],
    [{ tilt_min: 50, tilt_max: 0 }, '10', 80],
    [{ tilt_min: -90, tilt_max: 90 }, '0', 50],
    [{ tilt_status_template: '{{ value_json.tilt }}' }, '{"tilt": 20}', 20],
  ])('with %j at %j is %s per cent open', (options, payload, percent) => {
    const state = announce('cover', { ...TILT, ...options }, ['ts', payload]).state()
    expect(state).toMatchObject({ inclination: expect.closeTo(1 - percent / 100, 5) })
  })

  it.each(['-1', '101', 'x', '', 'nan'])('ignores %j', (payload) => {
    expect(announce('cover', TILT, ['ts', '40'], ['ts', payload]).state()).toMatchObject({ inclination: 0.6 })
  })

  it('comes with the position where a template prints both', () => {
    const options = { ...POSITION, tilt_command_topic: 'tc', position_template: '{{ value_json | to_json }}' }
    const run = announce('cover', options, ['p', { position: 10, tilt_position: 30 }])
    expect(run.state()).toMatchObject({ position: 0.9, inclination: 0.7 })
    // From then on the tilt is not assumed after a command.
    run.command('setTilt', 0)
    expect(run.state()).toMatchObject({ inclination: 0.7 })
  })
})

describe('the commands of a cover', () => {
  it.each([
    [STATE, ['open', 'close', 'stop']],
    [{ ...STATE, payload_stop: null }, ['open', 'close']],
    [{ ...STATE, payload_open: null, payload_close: null }, ['stop']],
    [{ state_topic: 's' }, []],
    [POSITION, ['open', 'close', 'stop', 'setPosition']],
    [TILT, ['setTilt']],
    [{ ...POSITION, ...TILT }, ['open', 'close', 'stop', 'setPosition', 'setTilt']],
    [{ ...POSITION, set_position_template: '{% for x in [1] %}{% endfor %}' }, ['open', 'close', 'stop']],
  ])('of %j are %j', (options, can) => {
    expect(announce('cover', options).entity().can).toEqual(can)
  })

  it.each([
    [STATE, 'open', undefined, ['c OPEN']],
    [STATE, 'close', undefined, ['c CLOSE']],
    [STATE, 'stop', undefined, ['c STOP']],
    [{ ...STATE, payload_open: 99, payload_close: false }, 'close', undefined, ['c False']],
    [{ ...STATE, payload_stop: null }, 'stop', undefined, ['device_unsupported_action']],
    [POSITION, 'setPosition', 0.65, ['sp 35']],
    [{ ...POSITION, position_open: 0, position_closed: 100 }, 'setPosition', 0.65, ['sp 65']],
    [{ ...POSITION, position_open: 99 }, 'setPosition', 0.5, ['sp 50']],
    [{ ...POSITION, position_open: 255 }, 'setPosition', 0.5, ['sp 128']],
    [
      { ...POSITION, set_position_template: '{ "position": {{ position }} }' },
      'setPosition',
      0.65,
      ['sp { "position": 35 }'],
    ],
    [
      {
        ...POSITION,
        position_open: 255,
        set_position_template: '{{ value }}/{{ position }}/{{ position_open }}/{{ position_closed }}',
      },
      'setPosition',
      0,
      ['sp 255/100/255/0'],
    ],
    [{ ...POSITION, set_position_template: '{{ missing.x }}' }, 'setPosition', 0, ['device_update_failed']],
    [POSITION, 'setPosition', 1.1, ['bad_command_value']],
    [POSITION, 'setPosition', '0.5', ['bad_command_value']],
    [POSITION, 'setPosition', undefined, ['bad_command_value']],
    [STATE, 'setPosition', 0.5, ['device_unsupported_action']],
    [TILT, 'setTilt', 0.25, ['tc 75']],
    [{ ...TILT, tilt_min: 0, tilt_max: 50 }, 'setTilt', 0.5, ['tc 25']],
    [{ ...TILT, tilt_opened_value: 400, tilt_closed_value: 125 }, 'openTilt', undefined, ['tc 400']],
    [{ ...TILT, tilt_opened_value: 400, tilt_closed_value: 125 }, 'closeTilt', undefined, ['tc 125']],
    [
      { ...TILT, tilt_command_template: '{{ tilt_position }}:{{ tilt_min }}:{{ tilt_max }}' },
      'setTilt',
      0.5,
      ['tc 50:0:100'],
    ],
    [
      { ...TILT, tilt_command_template: '{"t":{{ tilt_position }}}', tilt_opened_value: 80 },
      'openTilt',
      undefined,
      ['tc {"t":80}'],
    ],
    [STATE, 'setTilt', 0.5, ['device_unsupported_action']],
    [STATE, 'on', undefined, ['device_unsupported_action']],
    [STATE, 'lock', undefined, ['device_unsupported_action']],
  ] as const)('of %j: %s %j publishes %j', (options, action, value, published) => {
    expect(announce('cover', options).command(action, value)).toEqual(published)
  })

  it('have the announced quality of service, at most 1', () => {
    for (const [qos, sent] of [
      [0, 0],
      [1, 1],
      [2, 1],
      ['2', 1],
    ] as const) {
      const run = announce('cover', { ...STATE, qos, retain: true })
      expect(run.model.commandsFor(run.entity().id, 'open')).toEqual({
        messages: [{ topic: 'c', payload: 'OPEN', qos: sent }],
        command: null,
      })
    }
  })

  it('are not sent while the cover is not available', () => {
    const run = announce('cover', { ...STATE, availability_topic: 'a' })
    expect(run.command('open')).toEqual(['device_offline'])
    run.send('a', 'online')
    expect(run.command('open')).toEqual(['c OPEN'])
  })
})

describe('an optimistic cover', () => {
  it.each([
    [{ command_topic: 'c' }, true],
    [{ tilt_command_topic: 'tc' }, true],
    [{ command_topic: 'c', optimistic: true, state_topic: 's' }, true],
    [{ command_topic: 'c', optimistic: 'yes', state_topic: 's' }, true],
    [STATE, false],
    [POSITION, false],
    [{ position_topic: 'p' }, false],
    [TILT, false],
  ])('%j is one: %s', (options, assumed) => {
    const entity = announce('cover', options).entity()
    expect(entity.state.assumed).toBe(assumed)
    expect(entity.confirmation).toBe(assumed ? 'none' : 'reported')
  })

  it.each([
    [{ command_topic: 'c' }, 'open', undefined, { closed: false, position: null }],
    [{ command_topic: 'c' }, 'close', undefined, { closed: true, position: null }],
    [{ ...POSITION, optimistic: true }, 'open', undefined, { closed: false, position: 0 }],
    [{ ...POSITION, optimistic: true }, 'close', undefined, { closed: true, position: 1 }],
    [{ ...POSITION, optimistic: true }, 'setPosition', 0.3, { closed: false, position: 0.3 }],
    [{ ...POSITION, optimistic: true }, 'setPosition', 1, { closed: true, position: 1 }],
    [
      { ...POSITION, optimistic: true, position_open: 0, position_closed: 100 },
      'setPosition',
      0.3,
      { closed: false },
    ],
    [{ command_topic: 'c' }, 'stop', undefined, { closed: null }],
    [{ tilt_command_topic: 'tc' }, 'setTilt', 0.3, { inclination: 0.3 }],
    [{ ...TILT, tilt_optimistic: true, tilt_opened_value: 80 }, 'openTilt', undefined, { inclination: 0.2 }],
    [TILT, 'setTilt', 0.3, { inclination: null }],
    [STATE, 'open', undefined, { closed: null }],
  ] as const)('%j after %s %j is %j', (options, action, value, state) => {
    const run = announce('cover', options)
    run.command(action, value)
    expect(run.state()).toMatchObject(state)
  })
})

describe('a cover is refused', () => {
  it.each([
    ['a position to set without one that is said', { set_position_topic: 'sp' }],
    ['a state template without a topic', { command_topic: 'c', value_template: '{{ value }}' }],
    ['a position template without a topic', { command_topic: 'c', position_template: '{{ value }}' }],
    [
      'a set position template without a topic',
      { position_topic: 'p', set_position_template: '{{ value }}' },
    ],
    ['a tilt template without a topic', { command_topic: 'c', tilt_command_template: '{{ value }}' }],
    ['a tilt status template without a topic', { command_topic: 'c', tilt_status_template: '{{ value }}' }],
    ['an unknown class', { command_topic: 'c', device_class: 'boat' }],
    ['a wildcard', { command_topic: 'c/#' }],
    ['a wildcard in a state topic', { state_topic: 's/+' }],
    ['a topic of the broker', { state_topic: '$SYS/broker' }],
    ['an empty topic', { command_topic: '' }],
    ['a topic of 513 bytes', { command_topic: 'c'.repeat(513) }],
    ['a topic of 33 levels', { command_topic: 'c/'.repeat(33) }],
    ['a quality of service of 3', { command_topic: 'c', qos: 3 }],
    ['a word for a number', { position_topic: 'p', position_open: 'far' }],
    ['a list for a word', { command_topic: 'c', payload_open: ['OPEN'] }],
    ['one value for open and closed', { position_topic: 'p', position_open: 5, position_closed: 5 }],
    ['no boolean', { command_topic: 'c', optimistic: 'perhaps' }],
    ['an unknown category', { command_topic: 'c', entity_category: 'odd' }],
  ])('with %s', (_title, options) => {
    const run = announce('cover', options)
    expect(run.model.list()).toEqual([])
    expect(run.codes()).toEqual(['bad_config'])
  })
})
