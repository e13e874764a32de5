import { type CommandResult, type DeviceInfo, type GuestLink, guestLinkSchema } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { ApiFailure, NetworkFailure } from '#core/failures.ts'
import { fakeClock, settle } from '#core/testing/fakes.ts'
import { deviceOf } from '#features/devices/testing/devices.ts'
import { createGuest } from './guest.ts'

const HOUR_MS = 3_600_000

const refused = (key?: string) =>
  new ApiFailure(403, {
    error: 'insufficient_permission',
    error_description: 'Not allowed.',
    ...(key === undefined ? {} : { key }),
  })

interface Server {
  link: GuestLink
  devices: Record<string, DeviceInfo>
  /** What every call is answered with instead. */
  failure: Error | null
  results: CommandResult[]
  asked: string[]
  /** Keeps back the next answers of a call, which are made by then, until the returned function is called. */
  hold(name: string): () => void
}

function setUp(given: object = {}, token: string | null = 'token') {
  const clock = fakeClock()
  const link: GuestLink = guestLinkSchema.parse({
    token: 'token',
    name: null,
    state: 'active',
    devices: ['roller'],
    deviceSpecifiers: {},
    multiUse: true,
    maxUses: null,
    uses: 0,
    startsAt: clock.isoIn(-HOUR_MS),
    expiresAt: clock.isoIn(HOUR_MS),
    windows: [],
    timeZone: 'UTC',
    actions: {},
    limits: {},
    hasPin: false,
    ...given,
  })
  const held = new Map<string, Promise<void>>()
  const server: Server = {
    link,
    devices: { roller: deviceOf({ id: 'roller', state: { position: 1 } }) },
    failure: null,
    results: [{ status: 'success', device_ids: ['roller'] }],
    asked: [],
    hold(name) {
      let release = () => {}
      held.set(
        name,
        new Promise((resolve) => {
          release = () => resolve()
        }),
      )
      return () => {
        held.delete(name)
        release()
      }
    },
  }
  const answer = async <T>(name: string, value: () => T): Promise<T> => {
    server.asked.push(name)
    if (server.failure !== null) throw server.failure
    const answered = value()
    await held.get(name)
    return answered
  }
  const sockets: string[] = []
  const pins: (string | null)[] = []
  const eyes = { areOpen: true }
  const guest = createGuest({
    token,
    clock,
    isSeen: () => eyes.areOpen,
    api: {
      info: (terms) => answer(`info ${terms.pin ?? '-'}`, () => server.link),
      devices: () => answer('devices', () => server.devices),
      act: (_terms, id, action) => answer(`act ${id} ${action.command}`, () => server.results),
      stop: (_terms, id) => answer(`stop ${id}`, () => server.results),
    },
    realtime: {
      connect: (key) => sockets.push(`connect ${key}`),
      closeAll: () => sockets.push('close'),
      status: () => null,
    },
    keepPin: (pin) => pins.push(pin),
  })
  return { guest, server, clock, sockets, pins, eyes, page: () => guest.store.getState().page }
}

describe('a link', () => {
  it('that is good shows its devices and listens', async () => {
    const { guest, page, sockets } = setUp()
    await guest.load()
    expect(page()).toEqual({ name: 'open' })
    expect(Object.keys(guest.store.getState().devices)).toEqual(['roller'])
    expect(sockets).toEqual(['connect token'])
  })

  it('that is over by a clock which nobody corrects is asked for at leisure', async () => {
    const { guest, clock, server } = setUp({ expiresAt: '2020-01-01T00:00:00Z' })
    await guest.load()
    server.asked.length = 0
    for (let second = 0; second < 10; second += 1) await clock.advance(1_000)
    expect(server.asked.filter((name) => name.startsWith('info'))).toHaveLength(2)
  })

  it('without a token is not recognized, and nobody is asked', async () => {
    const { guest, page, server } = setUp({}, null)
    await guest.load()
    expect(page()).toEqual({ name: 'notRecognized' })
    expect(server.asked).toEqual([])
  })

  it('that begins later opens by itself', async () => {
    const { guest, page, server, clock } = setUp({ state: 'upcoming' })
    server.link = { ...server.link, startsAt: clock.isoIn(90_000) }
    await guest.load()
    expect(page()).toEqual({ name: 'upcoming' })
    server.link = { ...server.link, state: 'active' }
    await clock.advance(90_000)
    expect(page()).toEqual({ name: 'open' })
  })

  it('that ends while it is looked at says so at once, and hears no more', async () => {
    const { guest, page, server, clock, sockets } = setUp()
    await guest.load()
    server.failure = refused()
    await clock.advance(HOUR_MS + 1_000)
    expect(page()).toEqual({ name: 'expired' })
    expect(guest.store.getState().devices).toEqual({})
    expect(sockets.at(-1)).toBe('close')
  })

  it('that its owner pauses says so, and comes back by itself within a minute once that is over', async () => {
    const { guest, page, server, clock } = setUp({ expiresAt: '2026-07-01T00:00:00Z' })
    await guest.load()
    server.failure = refused('frozen')
    await guest.load()
    expect(page()).toEqual({ name: 'paused' })
    server.asked.length = 0
    await clock.advance(HOUR_MS)
    expect(server.asked).toHaveLength(61)
    server.failure = null
    await clock.advance(60_000)
    expect(page()).toEqual({ name: 'open' })
  })

  it('that is refused twice in one moment is asked for again no later than after one refusal', async () => {
    const { guest, page, server, clock } = setUp()
    await guest.load()
    server.failure = refused('frozen')
    await guest.load()
    guest.heard([{ subject: 'device.deleted', data: { deviceId: 'roller' } }])
    await settle()
    expect(server.asked.filter((name) => name.startsWith('info'))).toHaveLength(3)
    server.failure = null
    await clock.advance(15_000)
    expect(page()).toEqual({ name: 'open' })
  })

  it('that is over is not asked for again until the guest comes back to it', async () => {
    const { guest, page, server, clock } = setUp()
    server.failure = refused()
    await guest.load()
    server.asked.length = 0
    await clock.advance(24 * HOUR_MS)
    expect(server.asked).toHaveLength(0)
    server.failure = null
    guest.returned()
    await settle()
    expect(page()).toEqual({ name: 'open' })
  })

  it('that is paused is not asked for while nobody looks', async () => {
    const { guest, server, clock, eyes } = setUp()
    server.failure = refused('frozen')
    await guest.load()
    server.asked.length = 0
    eyes.areOpen = false
    await clock.advance(24 * HOUR_MS)
    expect(server.asked).toHaveLength(0)
  })

  it('outside of its hours opens with the minute in which they begin', async () => {
    const { guest, page, server, clock } = setUp()
    server.failure = refused('windows')
    await guest.load()
    expect(page()).toEqual({ name: 'closed' })
    await clock.advance(10 * 60_000)
    server.failure = null
    await clock.advance(60_000)
    expect(page()).toEqual({ name: 'open' })
  })

  it('asks for its PIN, and keeps it only as long as it is right', async () => {
    const { guest, page, server, pins } = setUp({ hasPin: true })
    server.failure = refused('pin')
    await guest.load()
    expect(page()).toEqual({ name: 'pin', fault: null })
    await guest.enterPin('1111')
    expect(page()).toEqual({ name: 'pin', fault: 'wrong' })
    server.failure = null
    await guest.enterPin('2222')
    expect(page()).toEqual({ name: 'open' })
    expect(server.asked).toEqual(['info -', 'devices', 'info 1111', 'info 2222', 'devices'])
    expect(pins).toEqual([null, '1111', null, '2222'])
  })

  it('that cannot be asked after stays open once it was, and says so before', async () => {
    const { guest, page, server } = setUp()
    server.failure = new NetworkFailure('gone')
    await guest.load()
    expect(page().name).toBe('failed')
    server.failure = null
    await guest.load()
    server.failure = new NetworkFailure('gone')
    await guest.load()
    expect(page().name).toBe('open')
  })
})

describe('a use', () => {
  it('is asked for as an action, and its result is put on the card', async () => {
    const { guest, server } = setUp()
    await guest.load()
    server.results = [{ status: 'success', device_ids: ['roller'], position: 0.5 }]
    guest.commands.move('roller', { position: 0.5 })
    await settle()
    expect(server.asked).toContain('act roller move')
    expect(guest.store.getState().devices.roller?.state.position).toBe(0.5)
  })

  it('of a link with a number of them is counted at once and asked after', async () => {
    const { guest, server } = setUp({ maxUses: 3 })
    await guest.load()
    guest.commands.move('roller', { position: 0.5 })
    await settle()
    expect(server.asked.slice(2)).toEqual(['act roller move', 'info -', 'devices'])
  })

  it('that was the last shows the link as used, not as expired', async () => {
    const { guest, server, page } = setUp({ maxUses: 2, uses: 1 })
    await guest.load()
    guest.commands.move('roller', { position: 0.5 })
    server.failure = refused()
    await settle()
    expect(page()).toEqual({ name: 'used' })
  })

  it('that fails counts for nothing', async () => {
    const { guest, server } = setUp({ maxUses: 2, uses: 1 })
    await guest.load()
    server.results = [
      { status: 'error', error: 'device_offline', error_description: '', device_ids: ['roller'] },
    ]
    guest.commands.move('roller', { position: 0.5 })
    await settle()
    expect(guest.store.getState().link?.uses).toBe(1)
    expect(guest.commands.store.getState().byDevice.roller?.move?.phase).toBe('failed')
  })

  it('that is refused tells what became of the link', async () => {
    const { guest, server, page } = setUp()
    await guest.load()
    server.failure = refused()
    guest.commands.stop('roller')
    await settle()
    expect(page()).toEqual({ name: 'expired' })
  })
})

describe('without a socket', () => {
  const follow = async () => {
    const made = setUp()
    await made.guest.load()
    const line = { isLive: false }
    made.guest.followByCalls(() => line.isLive)
    made.server.asked.length = 0
    const asked = () => made.server.asked.filter((name) => name === 'devices').length
    return { ...made, line, asked }
  }

  it('what rests is asked for now and then', async () => {
    const { clock, asked } = await follow()
    await clock.advance(9_000)
    expect(asked()).toBe(0)
    await clock.advance(1_000)
    expect(asked()).toBe(1)
  })

  it('what moves is followed closely, until it rests', async () => {
    const { guest, server, clock, asked } = await follow()
    const moving = deviceOf({ id: 'roller', state: { position: 0.5, status: 'closing' } })
    server.devices = { roller: { ...moving, totalStateUpdates: 99 } }
    await clock.advance(10_000)
    await clock.advance(2_000)
    await clock.advance(2_000)
    expect(asked()).toBe(3)
    expect(guest.store.getState().devices.roller?.state.position).toBe(0.5)
  })

  it('is nothing asked while nobody looks, or once there is one', async () => {
    const { clock, asked, eyes, line } = await follow()
    eyes.areOpen = false
    await clock.advance(60_000)
    eyes.areOpen = true
    line.isLive = true
    await clock.advance(60_000)
    expect(asked()).toBe(0)
  })

  it('what is shown is known as long as it can be asked for', async () => {
    const { guest, server, clock } = await follow()
    guest.lost()
    expect(guest.store.getState().isReached).toBe(false)
    await clock.advance(10_000)
    expect(guest.store.getState().isReached).toBe(true)
    server.failure = new NetworkFailure('gone')
    await clock.advance(10_000)
    expect(guest.store.getState()).toMatchObject({ isReached: false, page: { name: 'open' } })
  })
})

describe('what was had by calls', () => {
  it('is known for a while after the last of them, also where nobody looks', async () => {
    const { guest, clock, eyes } = setUp()
    guest.followByCalls(() => false)
    await guest.load()
    await clock.advance(60_000)
    expect(guest.store.getState().isReached).toBe(true)
    eyes.areOpen = false
    await clock.advance(20_000)
    expect(guest.store.getState().isReached).toBe(false)
  })
})

describe('what is heard', () => {
  it('is put on the cards, newer over older', async () => {
    const { guest, server } = setUp()
    await guest.load()
    const known = server.devices.roller
    const state = { ...deviceOf({ state: { position: 0.3, status: 'closing' } }).state }
    const said = (totalStateUpdates: number) =>
      guest.heard([
        {
          subject: 'device.state_update',
          data: { deviceId: 'roller', state, totalRestarts: known?.totalRestarts ?? null, totalStateUpdates },
        },
      ])
    said(1)
    expect(guest.store.getState().devices.roller?.state.position).toBe(1)
    said(11)
    expect(guest.store.getState().devices.roller?.state).toMatchObject({ position: 0.3, status: 'closing' })
  })

  it('is not undone by an answer that was made before it: a device that went offline stays so', async () => {
    const { guest, server } = setUp()
    await guest.load()
    const online = deviceOf({ id: 'roller', state: { position: 1 } })
    const { totalRestarts, totalStateUpdates } = online
    const release = server.hold('devices')
    const loading = guest.load()
    await settle()
    const state = { ...online.state, status: 'offline' as const }
    guest.heard([
      {
        subject: 'device.state_update',
        data: { deviceId: 'roller', state, totalRestarts, totalStateUpdates },
      },
    ])
    release()
    await loading
    const isConnected = () => guest.store.getState().devices.roller?.connected
    expect(isConnected()).toBe(false)
    await guest.load()
    expect(isConnected()).toBe(true)
  })

  it('of a device that was changed is not undone by an answer that was made before it', async () => {
    const { guest, server } = setUp()
    await guest.load()
    const release = server.hold('devices')
    const loading = guest.load()
    await settle()
    const device = deviceOf({ id: 'roller', name: 'Renamed', can: ['stop'] })
    server.devices = { roller: device }
    guest.heard([{ subject: 'device.updated', data: { deviceId: 'roller', device } }])
    release()
    await loading
    await settle()
    expect(guest.store.getState().devices.roller).toMatchObject({ name: 'Renamed', can: ['stop'] })
  })

  it('of a device that is taken out of the link takes its card away', async () => {
    const { guest, server } = setUp()
    await guest.load()
    server.devices = {}
    guest.heard([{ subject: 'device.deleted', data: { deviceId: 'roller' } }])
    expect(guest.store.getState().devices).toEqual({})
    await settle()
    expect(guest.store.getState().page).toEqual({ name: 'open' })
  })
})
