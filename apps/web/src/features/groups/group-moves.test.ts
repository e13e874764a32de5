import { describe, expect, it } from 'vitest'
import { deviceOf } from '../device-model/testing/devices.ts'
import { endOf, failuresOf, levelsOf, partsOf, retryOf } from './group-moves.ts'

const light = (id: string, state: object) => deviceOf({ devicetype: 'light', id, state })
const ONE = light('one', { light1Brightness: 0, light1Dimmable: true })
const BOTH = light('both', {
  light1Brightness: 0,
  light1Dimmable: true,
  light2Brightness: 1,
  light2Dimmable: true,
})
const SECOND = light('second', { light2Brightness: 0, light2Dimmable: true })

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

  it('turns a lamp without a dimmer on at any brightness above zero', () => {
    const mixed = light('mixed', { light1Brightness: 0, light2Brightness: 0, light1Dimmable: true })
    const switched = light('switched', { light1Brightness: 0 })
    const turned = (lightType: 'light_1' | 'light_2', brightness: number) => ({
      ...apply(lightType),
      brightness,
    })
    expect(partsOf({ brightness: 0.5 }, [mixed, switched])).toEqual([
      { command: apply('light_1'), ids: ['mixed'] },
      { command: turned('light_1', 1), ids: ['switched'] },
      { command: turned('light_2', 1), ids: ['mixed'] },
    ])
    expect(partsOf({ brightness: 0 }, [mixed, switched])).toEqual([
      { command: turned('light_1', 0), ids: null },
      { command: turned('light_2', 0), ids: ['mixed'] },
    ])
  })

  it('begins at the brightness of the lamps with a dimmer', () => {
    const mixed = light('mixed', { light1Brightness: 0.2, light2Brightness: 1, light1Dimmable: true })
    const switched = light('switched', { light1Brightness: 1 })
    expect(levelsOf([mixed, switched])).toEqual([0.2])
    expect(levelsOf([switched])).toEqual([1])
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
