import { describe, expect, it } from 'vitest'
import { capabilitiesNeeded, endTarget, parseCommand, targetOfMove } from './commands.ts'

describe('reading a command', () => {
  it.each([
    [{ command: 'move', position: 30 }],
    [{ command: 'move', inclination: 12.5 }],
    [{ command: 'move', position: 0, inclination: 100 }],
    [{ command: 'move_to_ventilation' }],
    [{ command: 'unlock', lockType: 'motor' }],
    [{ command: 'unlock', lockType: 'magnet', unlockDuration: 60 }],
    [{ command: 'lock', lockType: 'motor' }],
    [{ command: 'light_apply', lightType: 'light_2', brightness: 0.4 }],
    [{ command: 'magic_foil_apply', opacity: 1 }],
  ])('%j is taken as it is', (raw) => {
    expect(parseCommand(raw)).toEqual({ ok: true, command: raw })
  })

  it.each([
    ['no command', {}, 'invalid_command', 'command'],
    ['a command that is no text', { command: 7 }, 'bad_command_type', 'command'],
    ['an unknown command', { command: 'explode' }, 'invalid_command', 'command'],
    ['a name from the prototype', { command: 'constructor' }, 'invalid_command', 'command'],
    ['a key that no command has', { command: 'move', position: 1, speed: 3 }, 'bad_command_key', 'speed'],
    ['a key of another command', { command: 'move', position: 1, opacity: 1 }, 'invalid_command', 'opacity'],
    ['a number as text', { command: 'move', position: '30' }, 'bad_command_type', 'position'],
    ['null for a number', { command: 'move', position: null }, 'bad_command_type', 'position'],
    ['a position over 100', { command: 'move', position: 100.1 }, 'bad_command_value', 'position'],
    ['a position under 0', { command: 'move', position: -1 }, 'bad_command_value', 'position'],
    [
      'a position that is no number',
      { command: 'move', position: Number.NaN },
      'bad_command_value',
      'position',
    ],
    ['a move to nowhere', { command: 'move' }, 'invalid_command', 'position'],
    ['a lock of no kind', { command: 'unlock', lockType: 'window' }, 'bad_command_value', 'lockType'],
    ['an unlock of nothing', { command: 'unlock' }, 'invalid_command', 'lockType'],
    [
      'an unlock for no time',
      { command: 'unlock', lockType: 'motor', unlockDuration: 0 },
      'bad_command_value',
      'unlockDuration',
    ],
    [
      'an unlock for half a second',
      { command: 'unlock', lockType: 'motor', unlockDuration: 1.5 },
      'bad_command_value',
      'unlockDuration',
    ],
    [
      'a brightness in percent',
      { command: 'light_apply', lightType: 'door', brightness: 100 },
      'bad_command_value',
      'brightness',
    ],
    [
      'a truth for a brightness',
      { command: 'light_apply', lightType: 'door', brightness: true },
      'bad_command_type',
      'brightness',
    ],
  ])('%s is refused [CM2]', (_name, raw, error, key) => {
    expect(parseCommand(raw)).toEqual({ ok: false, error, key })
  })
})

describe('what a command needs of a device', () => {
  it.each([
    [{ command: 'move', position: 1 }, ['setPosition']],
    [{ command: 'move', position: 0 }, ['open']],
    [{ command: 'move', position: 100 }, ['close']],
    [{ command: 'move', inclination: 1 }, ['setTilt']],
    [{ command: 'move', position: 1, inclination: 1 }, ['setPositionAndTilt']],
    [{ command: 'unlock', lockType: 'magnet' }, ['unlockMagnet']],
    [{ command: 'lock', lockType: 'motor' }, ['lockMotor']],
    [{ command: 'unlock', lockType: 'motor' }, ['unlockMotor']],
    [{ command: 'light_apply', lightType: 'door', brightness: 1 }, ['setDoorLight']],
    [{ command: 'light_apply', lightType: 'light_1', brightness: 1 }, ['setLight1']],
    [{ command: 'magic_foil_apply', opacity: 0 }, ['setFoil']],
    [{ command: 'move_to_ventilation' }, ['moveToVentilation']],
  ] as const)('%j needs %j', (command, needs) => {
    expect(capabilitiesNeeded(command)).toEqual(needs)
  })
})

describe('targets', () => {
  it('come as 0..100 and are kept as 0..1', () => {
    expect(targetOfMove({ position: 29, inclination: 100 })).toEqual({ position: 0.29, inclination: 1 })
    expect(targetOfMove({ inclination: 0 })).toEqual({ inclination: 0 })
  })

  it('open and close along the axes that a device has', () => {
    expect(endTarget(['open', 'close', 'stop', 'setPosition', 'setTilt'], 1)).toEqual({
      position: 1,
      inclination: 1,
    })
    expect(endTarget(['open', 'close', 'stop', 'setTilt'], 0)).toEqual({ inclination: 0 })
    expect(endTarget(['setDoorLight'], 0)).toEqual({})
  })
})
