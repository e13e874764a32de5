import type { CommandResult, DeviceCommand, DeviceInfo } from '@senca/contract'
import { describe, expect, it, vi } from 'vitest'
import { fakeClock, gateway, settle } from '#core/testing/fakes.ts'
import { createLastMove } from './last-move.ts'
import { success } from './testing/commands.ts'
import { deviceOf } from './testing/devices.ts'

const toClosed: DeviceCommand = { command: 'move', position: 100 }

function setUp(...given: DeviceInfo[]) {
  const home = new Map(given.map((device) => [device.id, device]))
  const clock = fakeClock()
  const move = vi.fn((id: string) => lastMove.sent(id, toClosed, Promise.resolve(success(id))))
  const lastMove = createLastMove({ clock, stateOf: (id) => home.get(id), move })
  const send = (id: string, command = toClosed, answer = Promise.resolve(success(id))) =>
    lastMove.sent(id, command, answer)
  const put = (id: string, state: Partial<DeviceInfo['state']>) => {
    const device = home.get(id)
    if (device !== undefined) home.set(id, { ...device, state: { ...device.state, ...state } })
  }
  return { lastMove, clock, move, send, put, home, devices: () => lastMove.store.getState().devices }
}

const shade = (id: string, position: number | null) => deviceOf({ id, state: { position } })

describe('the last move', () => {
  it('is what was sent in one turn, with where each device was', async () => {
    const { send, devices } = setUp(shade('a', 0.31), shade('b', 0.5))
    send('a')
    send('b')
    await settle()
    expect(devices()).toEqual([
      { id: 'a', before: { position: 0.31 } },
      { id: 'b', before: { position: 0.5 } },
    ])
    send('b')
    await settle()
    expect(devices()).toEqual([{ id: 'b', before: { position: 0.5 } }])
  })

  it('can be undone for six seconds', async () => {
    const { send, clock, devices } = setUp(shade('a', 0.31))
    send('a')
    await clock.advance(5_999)
    expect(devices()).toHaveLength(1)
    await clock.advance(1)
    expect(devices()).toEqual([])
  })

  it('is undone once, by commands that cannot be undone', async () => {
    const { send, lastMove, move, devices } = setUp(shade('a', 0.31), shade('b', 0))
    send('a')
    send('b')
    await settle()
    expect(lastMove.undo()).toBe(2)
    expect(move.mock.calls).toEqual([
      ['a', { position: 0.31 }],
      ['b', { position: 0 }],
    ])
    await settle()
    expect(devices()).toEqual([])
    expect(lastMove.undo()).toBe(0)
    expect(move).toHaveBeenCalledTimes(2)
  })

  it('leaves out what was in a place that is not known, was refused, or is gone', async () => {
    const { send, lastMove, move, home } = setUp(
      ...['known', 'refused', 'lost', 'gone'].map((id) => shade(id, 0.2)),
      shade('unknown', null),
    )
    const refused = gateway<CommandResult[]>()
    send('known')
    send('unknown')
    send('refused', toClosed, refused.promise)
    send('lost', toClosed, Promise.reject(new Error('The server is away')))
    send('gone')
    refused.open([
      { status: 'error', device_ids: ['refused'], error: 'device_offline', error_description: '' },
    ])
    home.delete('gone')
    await settle()
    lastMove.undo()
    expect(move.mock.calls).toEqual([['known', { position: 0.2 }]])
  })

  it('takes the place of the one before also where nothing of it can be undone', async () => {
    const { send, devices } = setUp(shade('a', 0.2), shade('unknown', null))
    send('a')
    await settle()
    send('unknown')
    await settle()
    expect(devices()).toEqual([])
  })

  it('goes back to where the way began, also when it was corrected on the way', async () => {
    const { send, put, devices } = setUp(shade('a', 0.2))
    send('a')
    await settle()
    put('a', { status: 'closing', position: 0.4 })
    send('a', { command: 'move', position: 60 })
    await settle()
    expect(devices()).toEqual([{ id: 'a', before: { position: 0.2 } }])
  })

  it.each<[string, DeviceCommand, unknown[]]>([
    ['a move of a blind its tilt too', toClosed, [{ id: 'a', before: { position: 0.2, inclination: 0.4 } }]],
    [
      'the ventilation position too',
      { command: 'move_to_ventilation' },
      [{ id: 'a', before: { position: 0.2, inclination: 0.4 } }],
    ],
    [
      'a turn its tilt alone',
      { command: 'move', inclination: 80 },
      [{ id: 'a', before: { inclination: 0.4 } }],
    ],
    ['an unlocking never', { command: 'unlock', lockType: 'motor' }, []],
    ['a light not', { command: 'light_apply', lightType: 'light_1', brightness: 1 }, []],
  ])('undoes of %s', async (_, command, expected) => {
    const blind = deviceOf({
      id: 'a',
      devicetype: 'venetian_blind',
      state: { position: 0.2, inclination: 0.4 },
    })
    const { send, devices } = setUp(blind)
    send('a', command)
    await settle()
    expect(devices()).toEqual(expected)
  })
})
