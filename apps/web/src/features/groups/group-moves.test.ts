import type { DeviceInfo } from '@senca/contract'
import { describe, expect, it, vi } from 'vitest'
import { deviceOf } from '../device-model/testing/devices.ts'
import { endOf, type GroupMove, levelsOf, moveMembers } from './group-moves.ts'

const light = (id: string, state: object) => deviceOf({ devicetype: 'light', id, state })
const ONE = light('one', { light1Brightness: 0, light1Dimmable: true })
const BOTH = light('both', {
  light1Brightness: 0,
  light1Dimmable: true,
  light2Brightness: 1,
  light2Dimmable: true,
})
const SECOND = light('second', { light2Brightness: 0, light2Dimmable: true })

const sentFor = (move: GroupMove, members: readonly DeviceInfo[]) => {
  const commands = { move: vi.fn(), setLight: vi.fn() }
  moveMembers(move, members, commands)
  return [...commands.move.mock.calls, ...commands.setLight.mock.calls]
}

describe('a move of a group', () => {
  it('goes along the axes of its type', () => {
    expect(endOf({ devicetype: 'venetian_blind' }, 1)).toEqual({ position: 1, inclination: 1 })
    expect(endOf({ devicetype: 'pergola' }, 0)).toEqual({ inclination: 0 })
  })

  it('is sent to each member that the person may move', () => {
    const viewed = deviceOf({ id: 'viewed', permissions: ['view'] })
    expect(sentFor({ position: 0.4 }, [deviceOf({ id: 'one' }), viewed, deviceOf({ id: 'two' })])).toEqual([
      ['one', { position: 0.4 }],
      ['two', { position: 0.4 }],
    ])
  })

  it('asks each light for the lamps that it has', () => {
    expect(sentFor({ brightness: 0.5 }, [ONE, BOTH, SECOND])).toEqual([
      ['one', 'light_1', 0.5],
      ['both', 'light_1', 0.5],
      ['both', 'light_2', 0.5],
      ['second', 'light_2', 0.5],
    ])
  })

  it('turns a lamp without a dimmer on at any brightness above zero', () => {
    const mixed = light('mixed', { light1Brightness: 0, light2Brightness: 0, light1Dimmable: true })
    const switched = light('switched', { light1Brightness: 0 })
    expect(sentFor({ brightness: 0.5 }, [mixed, switched])).toEqual([
      ['mixed', 'light_1', 0.5],
      ['switched', 'light_1', 1],
      ['mixed', 'light_2', 1],
    ])
    expect(sentFor({ brightness: 0 }, [mixed, switched])).toEqual([
      ['mixed', 'light_1', 0],
      ['switched', 'light_1', 0],
      ['mixed', 'light_2', 0],
    ])
  })

  it('begins at the brightness of the lamps with a dimmer', () => {
    const mixed = light('mixed', { light1Brightness: 0.2, light2Brightness: 1, light1Dimmable: true })
    const switched = light('switched', { light1Brightness: 1 })
    expect(levelsOf([mixed, switched])).toEqual([0.2])
    expect(levelsOf([switched])).toEqual([1])
  })
})
