import { describe, expect, it } from 'vitest'
import { announce } from '#testing/entities/announced.ts'

const LOCK = { state_topic: 's', command_topic: 'c' }
const SILENT = { command_topic: 'c' }

describe('the state of a lock', () => {
  it.each([
    ['LOCKED', 'locked'],
    ['UNLOCKED', 'unlocked'],
    ['LOCKING', 'locking'],
    ['UNLOCKING', 'unlocking'],
    ['JAMMED', 'jammed'],
    ['OPEN', 'open'],
    ['OPENING', 'opening'],
    ['None', 'unknown'],
  ])('is by its word %s', (word, lockState) => {
    expect(announce('lock', LOCK, ['s', 'LOCKING'], ['s', word]).state()).toMatchObject({
      lockState,
      unread: null,
    })
  })

  it('[HW33] stays by a word that is not configured, which is said', () => {
    const run = announce('lock', LOCK, ['s', 'LOCKED'], ['s', 'not_fully_locked'])
    expect(run.state()).toMatchObject({ lockState: 'locked', unread: 'not_fully_locked' })
    run.send('s', 'UNLOCKED')
    expect(run.state()).toMatchObject({ lockState: 'unlocked', unread: null })
  })

  it.each([
    [
      { state_locked: 255, state_unlocked: 0, value_template: '{{ value_json.value }}' },
      '{"value": 255}',
      'locked',
    ],
    [{ state_locked: 'LOCK', value_template: '{{ value_json.state }}' }, '{"state": "LOCK"}', 'locked'],
    [{ value_template: '{{ value_json.state }}' }, '{"state": null}', 'unknown'],
    [{ value_template: '{{ value_json.state }}' }, '{}', 'unlocked'],
    [{ value_template: '{{ value_json.state }}' }, 'LOCKED', 'locked'],
    [{ payload_reset: 'gone' }, 'gone', 'unknown'],
    [{}, '', 'unlocked'],
    [{ state_locked: true }, 'True', 'locked'],
  ])('with %j after %j is %s', (options, payload, lockState) => {
    const first = 'value_template' in options ? '{"state":"UNLOCKED","value":0}' : 'UNLOCKED'
    const run = announce('lock', { ...LOCK, ...options }, ['s', first])
    run.send('s', payload)
    expect(run.state()).toMatchObject({ lockState })
  })
})

describe('the commands of a lock', () => {
  it.each([
    [LOCK, ['lock', 'unlock']],
    [{ ...LOCK, payload_open: 'OPEN' }, ['lock', 'unlock', 'unlatch']],
    [{ ...LOCK, command_template: '{{ now() }}' }, []],
  ])('of %j are %j', (options, can) => {
    expect(announce('lock', options).entity().can).toEqual(can)
  })

  it.each([
    [LOCK, 'lock', undefined, ['c LOCK']],
    [LOCK, 'unlock', undefined, ['c UNLOCK']],
    [LOCK, 'unlatch', undefined, ['device_unsupported_action']],
    [{ ...LOCK, payload_open: 'OPEN' }, 'unlatch', undefined, ['c OPEN']],
    [{ ...LOCK, payload_lock: 255 }, 'lock', undefined, ['c 255']],
    [LOCK, 'lock', 1234, ['bad_command_value']],
    [LOCK, 'lock', 'a\u0000b', ['bad_command_value']],
    [LOCK, 'lock', '', ['bad_command_value']],
    [LOCK, 'lock', 'x'.repeat(33), ['bad_command_value']],
    [{ ...LOCK, command_template: '{"{{ value }}":"{{ code }}"}' }, 'lock', '12', ['c {"LOCK":"12"}']],
    [{ ...LOCK, command_template: '{{ value }},{{ code }}' }, 'lock', undefined, ['c LOCK,']],
    [{ ...LOCK, code_format: '^\\d{4}$' }, 'lock', undefined, ['device_unsupported_action']],
    [{ ...LOCK, code_format: '^\\d{4}$' }, 'lock', '1234', ['c LOCK']],
    [{ ...LOCK, code_format: '^\\d{4}$' }, 'lock', '123', ['bad_command_value']],
    [{ ...LOCK, code_format: '^\\d{4}$' }, 'lock', '12a4', ['bad_command_value']],
    [{ ...LOCK, code_format: '^\\d{4,6}$' }, 'lock', '12345', ['c LOCK']],
    [{ ...LOCK, code_format: '^\\d{4,6}$' }, 'lock', '1234567', ['bad_command_value']],
    // Another expression is not run, however it is written.
    [{ ...LOCK, code_format: '^(a+)+$' }, 'lock', `${'a'.repeat(31)}!`, ['c LOCK']],
    [LOCK, 'open', undefined, ['device_unsupported_action']],
  ] as const)('of %j: %s %j publishes %j', (options, action, value, published) => {
    expect(announce('lock', options).command(action, value)).toEqual(published)
  })

  it('need a code that is announced', () => {
    const codes = announce('lock', { ...LOCK, code_format: '^\\d{4}$' })
      .entity()
      .limitations.map(({ code }) => code)
    expect(codes).toEqual(['code_required'])
  })
})

describe('an optimistic lock', () => {
  it('starts unlocked, and is assumed to follow', () => {
    const run = announce('lock', { ...SILENT, payload_open: 'OPEN' })
    expect(run.entity()).toMatchObject({
      confirmation: 'none',
      state: { lockState: 'unlocked', assumed: true },
    })
    run.command('lock')
    expect(run.state()).toMatchObject({ lockState: 'locked', assumed: true })
    run.command('unlatch')
    expect(run.state()).toMatchObject({ lockState: 'open' })
    run.command('unlock')
    expect(run.state()).toMatchObject({ lockState: 'unlocked' })
  })

  it('is none where it says its state', () => {
    const run = announce('lock', LOCK)
    run.command('lock')
    expect(run.state()).toMatchObject({ lockState: 'unknown', assumed: false })
  })
})

it.each([
  ['no command topic', { state_topic: 's' }],
  ['a wildcard', { command_topic: '+' }],
  ['a code format that is no text', { ...LOCK, code_format: 4 }],
])('a lock is refused with %s', (_title, options) => {
  const run = announce('lock', options)
  expect(run.codes()).toEqual(['bad_config'])
})
