import { describe, expect, it } from 'vitest'
import { mergeOutcomes } from './outcomes.ts'
import { commandResultsSchema } from './results.ts'

describe('merging the results of commands', () => {
  it('says the same thing once [CM4]', () => {
    expect(
      mergeOutcomes([
        { deviceId: 'a', ok: true },
        { deviceId: 'b', ok: false, error: 'device_offline' },
        { deviceId: 'c', ok: true },
        { deviceId: 'd', ok: false, error: 'device_offline' },
        { deviceId: 'e', ok: false, error: 'device_busy' },
      ]),
    ).toEqual([
      { status: 'success', device_ids: ['a', 'c'] },
      {
        status: 'error',
        error: 'device_offline',
        error_description: expect.any(String),
        device_ids: ['b', 'd'],
      },
      { status: 'error', error: 'device_busy', error_description: expect.any(String), device_ids: ['e'] },
    ])
  })

  it('keeps what nobody confirmed apart from success and errors [HW38]', () => {
    expect(
      mergeOutcomes([
        { deviceId: 'a', ok: true },
        { deviceId: 'b', ok: null },
        { deviceId: 'c', ok: false, error: 'device_request_timeout', detail: 'may_still_happen' },
        { deviceId: 'd', ok: null },
        { deviceId: 'e', ok: null, reached: { position: 0.4 } },
      ]),
    ).toMatchObject([
      { status: 'success', device_ids: ['a'] },
      { status: 'unconfirmed', device_ids: ['b', 'd'] },
      { status: 'error', error_detail: 'may_still_happen', device_ids: ['c'] },
      { status: 'unconfirmed', device_ids: ['e'], position: 0.4 },
    ])
  })

  it('keeps places apart that differ [CM4]', () => {
    expect(
      mergeOutcomes([
        { deviceId: 'a', ok: true, reached: { position: 0.3 } },
        { deviceId: 'b', ok: true, reached: { position: 0.6 } },
        { deviceId: 'c', ok: true, reached: { position: 0.3 } },
      ]),
    ).toEqual([
      { status: 'success', device_ids: ['a', 'c'], position: 0.3 },
      { status: 'success', device_ids: ['b'], position: 0.6 },
    ])
  })

  it('names a device once, also when it was asked twice', () => {
    const twice = { deviceId: 'a', ok: false, error: 'multiple_command_values' } as const
    expect(mergeOutcomes([twice, twice])).toEqual([expect.objectContaining({ device_ids: ['a'] })])
  })

  it('makes what the contract describes', () => {
    const merged = mergeOutcomes([
      {
        deviceId: 'a',
        ok: false,
        error: 'device_update_failed',
        reached: { position: 0.41, inclination: null },
      },
    ])
    expect(commandResultsSchema.parse(merged)).toEqual(merged)
    expect(mergeOutcomes([])).toEqual([])
  })
})
