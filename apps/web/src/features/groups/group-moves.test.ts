import { describe, expect, it } from 'vitest'
import { deviceOf } from '../device-model/testing/devices.ts'
import { endOf, failuresOf, partsOf, retryOf } from './group-moves.ts'

const light = (id: string, state: object) => deviceOf({ devicetype: 'light', id, state })
const ONE = light('one', { light1Brightness: 0 })
const BOTH = light('both', { light1Brightness: 0, light2Brightness: 1 })
const SECOND = light('second', { light2Brightness: 0 })

const apply = (lightType: 'light_1' | 'light_2') => ({ command: 'light_apply', lightType, brightness: 0.5 })

describe('a move of a group', () => {
  it('goes along the axes of its type', () => {
    expect(partsOf(endOf({ devicetype: 'venetian_blind' }, 1), [])).toEqual([
      { command: { command: 'move', position: 100, inclination: 100 }, ids: null },
    ])
    expect(partsOf(endOf({ devicetype: 'pergola' }, 0), [])).toEqual([
      { command: { command: 'move', inclination: 0 }, ids: null },
    ])
    expect(partsOf({ position: 0.404 }, [])).toEqual([
      { command: { command: 'move', position: 40 }, ids: null },
    ])
  })

  it('asks each light for the lamps that it has', () => {
    expect(partsOf({ brightness: 0.5 }, [ONE, BOTH])).toEqual([
      { command: apply('light_1'), ids: null },
      { command: apply('light_2'), ids: ['both'] },
    ])
    expect(partsOf({ brightness: 0.5 }, [ONE, SECOND])).toEqual([
      { command: apply('light_1'), ids: ['one'] },
      { command: apply('light_2'), ids: ['second'] },
    ])
  })

  it('is tried again by the command that came to nothing, for each device once', () => {
    const [first, second] = partsOf({ brightness: 0.5 }, [ONE, BOTH])
    if (first === undefined || second === undefined) throw new Error('no parts')
    const offline = (...ids: string[]) => [
      { status: 'error' as const, error: 'device_offline', error_description: 'Offline.', device_ids: ids },
    ]
    const failures = [
      ...failuresOf(offline('both'), first.command),
      ...failuresOf([{ status: 'success', device_ids: ['one'] }, ...offline('both')], second.command),
    ]
    expect(retryOf(failures)).toEqual([
      { command: apply('light_1'), ids: ['both'] },
      { command: apply('light_2'), ids: ['both'] },
    ])
  })

  it('that was a stop is not tried again', () => {
    expect(
      retryOf(failuresOf([{ status: 'error', error: 'x', error_description: '', device_ids: ['a'] }], null)),
    ).toEqual([])
  })
})
