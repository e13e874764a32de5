import { describe, expect, it } from 'vitest'
import { NetworkFailure } from '#core/api/failures.ts'
import { settle } from '#core/testing/fakes.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { setUpGuest } from './testing/guest.ts'

describe('without a socket', () => {
  const follow = async () => {
    const made = setUpGuest()
    await made.guest.load()
    const line = { isLive: false }
    made.guest.followByCalls(() => line.isLive)
    made.server.asked.length = 0
    const asked = () => made.server.asked.filter((name) => name === 'devices').length
    return { ...made, line, asked }
  }

  it('a device at rest is polled slowly', async () => {
    const { clock, asked } = await follow()
    await clock.advance(9_000)
    expect(asked()).toBe(0)
    await clock.advance(1_000)
    expect(asked()).toBe(1)
  })

  it('a moving device is polled quickly, until it is at rest', async () => {
    const { guest, server, clock, asked } = await follow()
    const moving = deviceOf({ id: 'roller', state: { position: 0.5, status: 'closing' } })
    server.devices = { roller: { ...moving, totalStateUpdates: 99 } }
    await clock.advance(10_000)
    await clock.advance(2_000)
    await clock.advance(2_000)
    expect(asked()).toBe(3)
    expect(guest.store.getState().devices.roller?.state.position).toBe(0.5)
  })

  it('nothing is polled while the page is hidden, or once a socket is open', async () => {
    const { clock, asked, eyes, line } = await follow()
    eyes.areOpen = false
    await clock.advance(60_000)
    eyes.areOpen = true
    line.isLive = true
    await clock.advance(60_000)
    expect(asked()).toBe(0)
  })

  it('the state counts as known as long as polling succeeds', async () => {
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

describe('a state that was loaded by calls', () => {
  it('counts as known for a time after the last call, also while the page is hidden', async () => {
    const { guest, clock, eyes } = setUpGuest()
    guest.followByCalls(() => false)
    await guest.load()
    await clock.advance(60_000)
    expect(guest.store.getState().isReached).toBe(true)
    eyes.areOpen = false
    await clock.advance(20_000)
    expect(guest.store.getState().isReached).toBe(false)
  })
})

describe('what is received', () => {
  it('is shown on the cards, the newer over the older', async () => {
    const { guest, server } = setUpGuest()
    await guest.load()
    const known = server.devices.roller
    const state = { ...deviceOf({ state: { position: 0.3, status: 'closing' } }).state }
    const spoken = (totalStateUpdates: number) =>
      guest.received([
        {
          subject: 'device.state_update',
          data: { deviceId: 'roller', state, totalRestarts: known?.totalRestarts ?? null, totalStateUpdates },
        },
      ])
    spoken(1)
    expect(guest.store.getState().devices.roller?.state.position).toBe(1)
    spoken(11)
    expect(guest.store.getState().devices.roller?.state).toMatchObject({ position: 0.3, status: 'closing' })
  })

  it('is not undone by an answer that was made before it: a device that went offline stays so', async () => {
    const { guest, server } = setUpGuest()
    await guest.load()
    const online = deviceOf({ id: 'roller', state: { position: 1 } })
    const { totalRestarts, totalStateUpdates } = online
    const release = server.hold('devices')
    const loading = guest.load()
    await settle()
    const state = { ...online.state, status: 'offline' as const }
    guest.received([
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
    const { guest, server } = setUpGuest()
    await guest.load()
    const release = server.hold('devices')
    const loading = guest.load()
    await settle()
    const device = deviceOf({ id: 'roller', name: 'Renamed', can: ['stop'] })
    server.devices = { roller: device }
    guest.received([{ subject: 'device.updated', data: { deviceId: 'roller', device } }])
    release()
    await loading
    await settle()
    expect(guest.store.getState().devices.roller).toMatchObject({ name: 'Renamed', can: ['stop'] })
  })

  it('of a device that is taken out of the link takes its card away', async () => {
    const { guest, server } = setUpGuest()
    await guest.load()
    server.devices = {}
    guest.received([{ subject: 'device.deleted', data: { deviceId: 'roller' } }])
    expect(guest.store.getState().devices).toEqual({})
    await settle()
    expect(guest.store.getState().page).toEqual({ name: 'open' })
  })
})
