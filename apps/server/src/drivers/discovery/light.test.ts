import { describe, expect, it } from 'vitest'
import { announce } from '#testing/entities/announced.ts'

const PLAIN = { command_topic: 'c', state_topic: 's' }
const DIMMER = { ...PLAIN, brightness_command_topic: 'bc', brightness_state_topic: 'bs' }
const JSON_LIGHT = { schema: 'json', command_topic: 'c', state_topic: 's', brightness: true }
const TEMPLATE = {
  schema: 'template',
  command_topic: 'c',
  state_topic: 's',
  command_on_template: 'on,{{ brightness|d }}',
  command_off_template: 'off',
  state_template: '{{ value.split(",")[0] }}',
  brightness_template: '{{ value.split(",")[1] }}',
}

describe('the state of a light', () => {
  it.each([
    [PLAIN, [['s', 'ON']], { on: true, brightness: null }],
    [PLAIN, [['s', 'OFF']], { on: false }],
    [
      PLAIN,
      [
        ['s', 'ON'],
        ['s', ''],
      ],
      { on: true },
    ],
    [
      PLAIN,
      [
        ['s', 'ON'],
        ['s', 'None'],
      ],
      { on: null },
    ],
    [
      PLAIN,
      [
        ['s', 'ON'],
        ['s', 'odd'],
      ],
      { on: true, unread: 'odd' },
    ],
    [
      { ...PLAIN, payload_on: 1, state_value_template: '{{ value_json.p }}' },
      [['s', '{"p":1}']],
      { on: true },
    ],
    [DIMMER, [['bs', '51']], { brightness: 0.2 }],
    [
      DIMMER,
      [
        ['bs', '51'],
        ['bs', '0'],
      ],
      { brightness: 0.2 },
    ],
    [
      DIMMER,
      [
        ['bs', '51'],
        ['bs', 'x'],
      ],
      { brightness: 0.2, unread: 'x' },
    ],
    [{ ...DIMMER, brightness_scale: 100 }, [['bs', '40']], { brightness: 0.4 }],
    [{ ...DIMMER, brightness_scale: 100 }, [['bs', '200']], { brightness: 1 }],
    [
      { ...DIMMER, brightness_value_template: '{{ value_json.b }}' },
      [['bs', '{"b":"255"}']],
      { brightness: 1 },
    ],
    [JSON_LIGHT, [['s', '{"state":"ON","brightness":51}']], { on: true, brightness: 0.2 }],
    [JSON_LIGHT, [['s', '{"state":"OFF"}']], { on: false }],
    [
      JSON_LIGHT,
      [
        ['s', '{"state":"ON"}'],
        ['s', '{"state":null}'],
      ],
      { on: null },
    ],
    [
      JSON_LIGHT,
      [
        ['s', '{"state":"ON","brightness":51}'],
        ['s', '{"state":"ON","brightness":0}'],
      ],
      { brightness: 0.2 },
    ],
    [
      JSON_LIGHT,
      [
        ['s', '{"state":"ON","brightness":51}'],
        ['s', '{"state":"ON","brightness":null}'],
      ],
      { brightness: 0.2 },
    ],
    [
      JSON_LIGHT,
      [
        ['s', '{"state":"ON"}'],
        ['s', 'ON'],
      ],
      { on: true, unread: 'ON' },
    ],
    [
      JSON_LIGHT,
      [
        ['s', '{"state":"ON"}'],
        ['s', '{"state":"dim"}'],
      ],
      { on: true },
    ],
    [{ ...JSON_LIGHT, brightness_scale: 254 }, [['s', '{"state":"ON","brightness":254}']], { brightness: 1 }],
    [{ ...JSON_LIGHT, brightness: false }, [['s', '{"state":"ON","brightness":51}']], { brightness: null }],
    [TEMPLATE, [['s', 'on,51']], { on: true, brightness: 0.2 }],
    [TEMPLATE, [['s', 'off,0']], { on: false, brightness: null }],
    [
      TEMPLATE,
      [
        ['s', 'on,51'],
        ['s', 'on,x'],
      ],
      { on: true, brightness: 0.2 },
    ],
    [
      TEMPLATE,
      [
        ['s', 'on,51'],
        ['s', 'None,51'],
      ],
      { on: null },
    ],
    [
      TEMPLATE,
      [
        ['s', 'on,51'],
        ['s', 'odd,102'],
      ],
      { on: true, brightness: 0.4 },
    ],
  ] as const)('of %j after %j is %j', (options, messages, state) => {
    const brightness = 'brightness' in state ? state.brightness : undefined
    const others = Object.entries(state).filter(([name]) => name !== 'brightness')
    const actual = announce('light', options, ...messages).state()
    expect(actual).toMatchObject(Object.fromEntries(others))
    if (typeof brightness === 'number')
      expect(actual).toMatchObject({ brightness: expect.closeTo(brightness, 2) })
    if (brightness === null) expect(actual).toMatchObject({ brightness: null })
  })
})

describe('the commands of a light', () => {
  it.each([
    [PLAIN, 'on', undefined, ['c ON']],
    [PLAIN, 'off', undefined, ['c OFF']],
    [PLAIN, 'setBrightness', 0.5, ['device_unsupported_action']],
    [PLAIN, 'open', undefined, ['device_unsupported_action']],
    [DIMMER, 'setBrightness', 0.2, ['bc 51', 'c ON']],
    [DIMMER, 'setBrightness', 0, ['bc 1', 'c ON']],
    [DIMMER, 'setBrightness', 0.001, ['bc 1', 'c ON']],
    [DIMMER, 'setBrightness', 2, ['bad_command_value']],
    [DIMMER, 'setBrightness', 'full', ['bad_command_value']],
    [{ ...DIMMER, on_command_type: 'first' }, 'setBrightness', 0.2, ['c ON', 'bc 51']],
    [{ ...DIMMER, on_command_type: 'first' }, 'on', undefined, ['c ON']],
    [{ ...DIMMER, on_command_type: 'brightness' }, 'setBrightness', 0.2, ['bc 51']],
    [{ ...DIMMER, on_command_type: 'brightness' }, 'on', undefined, ['bc 255']],
    [{ ...DIMMER, on_command_type: 'brightness' }, 'off', undefined, ['c OFF']],
    [{ ...DIMMER, brightness_scale: 100 }, 'setBrightness', 0.4, ['bc 40', 'c ON']],
    [{ ...DIMMER, brightness_scale: 99 }, 'setBrightness', 1, ['bc 99', 'c ON']],
    [
      { ...DIMMER, brightness_command_template: '{"b":{{ value }}}' },
      'setBrightness',
      1,
      ['bc {"b":255}', 'c ON'],
    ],
    [JSON_LIGHT, 'on', undefined, ['c {"state":"ON"}']],
    [JSON_LIGHT, 'off', undefined, ['c {"state":"OFF"}']],
    [JSON_LIGHT, 'setBrightness', 0.2, ['c {"state":"ON","brightness":51}']],
    [{ ...JSON_LIGHT, brightness_scale: 254 }, 'setBrightness', 1, ['c {"state":"ON","brightness":254}']],
    [JSON_LIGHT, 'setBrightness', 0, ['c {"state":"ON","brightness":1}']],
    [{ ...JSON_LIGHT, brightness: false }, 'setBrightness', 1, ['device_unsupported_action']],
    [TEMPLATE, 'on', undefined, ['c on,']],
    [TEMPLATE, 'setBrightness', 0.2, ['c on,51']],
    [TEMPLATE, 'setBrightness', 0, ['c on,1']],
    [TEMPLATE, 'off', undefined, ['c off']],
  ] as const)('of %j: %s %j publishes %j', (options, action, value, published) => {
    expect(announce('light', options).command(action, value)).toEqual(published)
  })

  it('that switch on by brightness send the last one', () => {
    const run = announce('light', { ...DIMMER, on_command_type: 'brightness' }, ['bs', '51'])
    expect(run.command('on')).toEqual(['bc 51'])
  })

  it.each([
    [{ supported_color_modes: ['onoff'] }, false],
    [{ supported_color_modes: ['brightness'] }, true],
    [{ supported_color_modes: ['color_temp', 'xy'] }, true],
    [{ brightness: true }, true],
    [{}, false],
  ])('of a json light with %j dim: %s', (options, dims) => {
    const { can } = announce('light', { schema: 'json', command_topic: 'c', ...options }).entity()
    expect(can.includes('setBrightness')).toBe(dims)
  })
})

describe('an optimistic light', () => {
  it.each([
    [{ command_topic: 'c' }, 'on', undefined, { assumed: true, on: true }],
    [{ command_topic: 'c' }, 'off', undefined, { assumed: true, on: false }],
    [
      { schema: 'json', command_topic: 'c', brightness: true },
      'setBrightness',
      0.2,
      { on: true, brightness: 0.2 },
    ],
    [{ ...TEMPLATE, state_topic: undefined }, 'on', undefined, { assumed: true, on: true }],
    [{ ...TEMPLATE, state_template: undefined }, 'on', undefined, { assumed: true, on: true }],
    // The brightness alone is assumed where only it is not said.
    [
      { ...PLAIN, brightness_command_topic: 'bc' },
      'setBrightness',
      0.2,
      { assumed: false, on: null, brightness: 0.2 },
    ],
    [DIMMER, 'setBrightness', 0.2, { assumed: false, on: null, brightness: null }],
  ] as const)('%j after %s %j is %j', (options, action, value, state) => {
    const run = announce('light', options)
    run.command(action, value)
    expect(run.state()).toMatchObject(state)
  })
})

it.each([
  ['no command topic', { state_topic: 's' }],
  ['an unknown schema', { schema: 'odd', command_topic: 'c' }],
  ['no templates', { schema: 'template', command_topic: 'c' }],
  ['half of its templates', { schema: 'template', command_topic: 'c', command_on_template: 'on' }],
  ['an unknown way to switch on', { ...PLAIN, on_command_type: 'odd' }],
  ['a scale of zero', { ...PLAIN, brightness_scale: 0 }],
  [
    'colour modes that stand alone',
    { schema: 'json', command_topic: 'c', supported_color_modes: ['onoff', 'rgb'] },
  ],
  [
    'brightness beside a colour mode',
    { schema: 'json', command_topic: 'c', supported_color_modes: ['brightness', 'rgb'] },
  ],
  ['an unknown colour mode', { schema: 'json', command_topic: 'c', supported_color_modes: ['odd'] }],
  ['no colour mode', { schema: 'json', command_topic: 'c', supported_color_modes: [] }],
  ['white without a colour', { schema: 'json', command_topic: 'c', supported_color_modes: ['white'] }],
])('a light is refused with %s', (_title, options) => {
  expect(announce('light', options).codes()).toEqual(['bad_config'])
})
