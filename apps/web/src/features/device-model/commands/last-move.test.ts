import type { DeviceCommand, DeviceInfo } from '@senca/contract'
import { describe, expect, it, vi } from 'vitest'
import { gateway, settle } from '#core/testing/fakes.ts'
import { deviceOf } from '../testing/devices.ts'
import { createLastMove } from './last-move.ts'

const toClosed: DeviceCommand = { command: 'move', position: 100 }

function setUp(...given: DeviceInfo[]) {
  const home = new Map(given.map((device) => [device.id, device]))
  const send = (id: string, command = toClosed, answer = Promise.resolve(true)) =>
    lastMove.sent(id, command, answer, (isTaken) => isTaken)
  const move = vi.fn((id: string) => send(id))
  const setLight = vi.fn()
  const lastMove = createLastMove({ stateOf: (id) => home.get(id), move, setLight })
  const put = (id: string, state: Partial<DeviceInfo['state']>) => {
    const device = home.get(id)
    if (device !== undefined) home.set(id, { ...device, state: { ...device.state, ...state } })
  }
  return {
    lastMove,
    move,
    setLight,
    send,
    put,
    home,
    devices: () => lastMove.store.getState().devices,
  }
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

  it('is undone along the main axis of a blind that moves one axis at a time', async () => {
    const blind = { devicetype: 'venetian_blind', state: { position: 0.31, inclination: 0.6 } } as const
    const first = deviceOf({ ...blind, id: 'first', version: 1 })
    const { send, devices } = setUp(first, deviceOf({ ...blind, id: 'second' }))
    send('first')
    send('second')
    await settle()
    expect(devices()).toEqual([
      { id: 'first', before: { position: 0.31 } },
      { id: 'second', before: { position: 0.31, inclination: 0.6 } },
    ])
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

  it('leaves out devices whose position was unknown, whose command was refused, or that are deleted [CM19]', async () => {
    const { send, lastMove, move, home } = setUp(
      ...['known', 'refused', 'lost', 'gone'].map((id) => shade(id, 0.2)),
      shade('unknown', null),
    )
    const refused = gateway<boolean>()
    send('known')
    send('unknown')
    send('refused', toClosed, refused.promise)
    send('lost', toClosed, Promise.reject(new Error('The server is away')))
    send('gone')
    refused.open(false)
    home.delete('gone')
    await settle()
    lastMove.undo()
    expect(move.mock.calls).toEqual([['known', { position: 0.2 }]])
  })

  it('switches each lamp back to what it was', async () => {
    const light = deviceOf({ id: 'a', state: { light1Brightness: 0.4, light2Brightness: 0 } })
    const { send, lastMove, move, setLight } = setUp(light)
    send('a', { command: 'light_apply', lightType: 'light_1', brightness: 1 })
    send('a', { command: 'light_apply', lightType: 'light_2', brightness: 1 })
    await settle()
    expect(lastMove.undo()).toBe(2)
    expect(move).not.toHaveBeenCalled()
    expect(setLight.mock.calls).toEqual([
      ['a', 'light_1', 0.4],
      ['a', 'light_2', 0],
    ])
  })

  it('replaces the move before it also where nothing of it can be undone', async () => {
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
    ['a lamp that is not known never', { command: 'light_apply', lightType: 'light_1', brightness: 1 }, []],
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
