import type { DeviceCommand, DeviceState, Target } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { goalOf, judge, withPlace } from './command-goal.ts'

const state = (fields: Partial<DeviceState>): DeviceState => ({
  status: 'ready',
  position: null,
  inclination: null,
  assumed: false,
  reportedAt: null,
  ...fields,
})
const move = (position: number): DeviceCommand => ({ command: 'move', position })
const unlock: DeviceCommand = { command: 'unlock', lockType: 'motor' }
const foil: DeviceCommand = { command: 'magic_foil_apply', opacity: 1 }

describe('what a report says about a command', () => {
  it.each<[string, DeviceCommand, Partial<DeviceState>, string]>([
    ['at rest at the target', move(40), { position: 0.4 }, 'reached'],
    ['at rest within 0.02', move(40), { position: 0.42 }, 'reached'],
    ['at rest beyond 0.02', move(40), { position: 0.43 }, 'elsewhere'],
    ['at rest nobody knows where', move(40), { position: null }, 'elsewhere'],
    ['at the target, still moving', move(40), { position: 0.4, status: 'closing' }, 'inFlight'],
    ['offline', move(40), { position: 0.4, status: 'offline' }, 'inFlight'],
    [
      'one axis of two',
      { command: 'move', position: 0, inclination: 100 },
      { position: 0, inclination: 0.5 },
      'elsewhere',
    ],
    [
      'both axes',
      { command: 'move', position: 0, inclination: 100 },
      { position: 0, inclination: 1 },
      'reached',
    ],
    ['unlocked', unlock, { motorLockState: 'unlocked', motorLockLocked: false }, 'reached'],
    ['still locked', unlock, { motorLockState: 'locked', motorLockLocked: true }, 'inFlight'],
    ['jammed', unlock, { motorLockState: 'jammed', motorLockLocked: null }, 'elsewhere'],
    [
      'not locked, and no more is known',
      unlock,
      { motorLockState: 'unknown', motorLockLocked: false },
      'inFlight',
    ],
    ['not locked, from a lock without a word', unlock, { motorLockLocked: false }, 'reached'],
    ['the other lock', unlock, { magnetLockState: 'unlocked', motorLockState: 'locked' }, 'inFlight'],
    ['locked', { command: 'lock', lockType: 'magnet' }, { magnetLockState: 'locked' }, 'reached'],
    ['milky', foil, { magicFoilOpacity: 1 }, 'reached'],
    ['clear', foil, { magicFoilOpacity: 0 }, 'elsewhere'],
    ['still turning', foil, { magicFoilOpacity: 0, status: 'busy' }, 'inFlight'],
    [
      'the wrong channel',
      { command: 'light_apply', lightType: 'light_2', brightness: 1 },
      { light1Brightness: 1, light2Brightness: 0 },
      'elsewhere',
    ],
  ])('%s', (_name, command, fields, verdict) => {
    expect(judge(goalOf(command, null), state(fields))).toBe(verdict)
  })

  it('takes the saved ventilation position as the goal, and any rest where there is none', () => {
    const command: DeviceCommand = { command: 'move_to_ventilation' }
    expect(judge(goalOf(command, { position: 0.9 }), state({ position: 0.5 }))).toBe('elsewhere')
    expect(judge(goalOf(command, null), state({ position: 0.5 }))).toBe('reached')
  })
})

describe('a command as it leaves', () => {
  const ventilate: DeviceCommand = { command: 'move_to_ventilation' }
  it.each<[string, DeviceCommand, Target | null, object]>([
    ['to ventilation where nothing is kept', ventilate, null, ventilate],
    ['to the place that is kept', ventilate, { position: 0.29 }, { ...ventilate, position: 29 }],
    [
      'to a place along both axes',
      ventilate,
      { position: 1, inclination: 0.125 },
      { ...ventilate, position: 100, inclination: 12.5 },
    ],
    ['of any other kind', move(40), { position: 0.9 }, move(40)],
  ])('%s', (_name, command, ventilation, expected) => {
    expect(withPlace(command, ventilation)).toEqual(expected)
  })
})
