import { describe, expect, it } from 'vitest'
import { NetworkFailure } from '#core/api/failures.ts'
import { settle } from '#core/testing/fakes.ts'
import { HOUR_MS, refused, setUpGuest } from './testing/guest.ts'

describe('a link', () => {
  it('that is valid shows its devices and subscribes to their changes', async () => {
    const { guest, page, sockets } = setUpGuest()
    await guest.load()
    expect(page()).toEqual({ name: 'open' })
    expect(Object.keys(guest.store.getState().devices)).toEqual(['roller'])
    expect(sockets).toEqual(['connect token'])
  })

  it('that has ended by an uncorrected clock is requested at a slow rate', async () => {
    const { guest, clock, server } = setUpGuest({ expiresAt: '2020-01-01T00:00:00Z' })
    await guest.load()
    server.asked.length = 0
    for (let second = 0; second < 10; second += 1) await clock.advance(1_000)
    expect(server.asked.filter((name) => name.startsWith('info'))).toHaveLength(2)
  })

  it('without a token is not recognized, and no call is sent', async () => {
    const { guest, page, server } = setUpGuest({}, null)
    await guest.load()
    expect(page()).toEqual({ name: 'notRecognized' })
    expect(server.asked).toEqual([])
  })

  it('that begins later opens by itself', async () => {
    const { guest, page, server, clock } = setUpGuest({ state: 'upcoming' })
    server.link = { ...server.link, startsAt: clock.isoIn(90_000) }
    await guest.load()
    expect(page()).toEqual({ name: 'upcoming' })
    server.link = { ...server.link, state: 'active' }
    await clock.advance(90_000)
    expect(page()).toEqual({ name: 'open' })
  })

  it('that ends while it is open shows so at once, and receives no more', async () => {
    const { guest, page, server, clock, sockets } = setUpGuest()
    await guest.load()
    server.failure = refused()
    await clock.advance(HOUR_MS + 1_000)
    expect(page()).toEqual({ name: 'expired' })
    expect(guest.store.getState().devices).toEqual({})
    expect(sockets.at(-1)).toBe('close')
  })

  it('that its owner pauses says so, and comes back by itself within a minute once that is over', async () => {
    const { guest, page, server, clock } = setUpGuest({ expiresAt: '2026-07-01T00:00:00Z' })
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

  it('that is refused twice at once is requested again no later than after one refusal', async () => {
    const { guest, page, server, clock } = setUpGuest()
    await guest.load()
    server.failure = refused('frozen')
    await guest.load()
    guest.received([{ subject: 'device.deleted', data: { deviceId: 'roller' } }])
    await settle()
    expect(server.asked.filter((name) => name.startsWith('info'))).toHaveLength(3)
    server.failure = null
    await clock.advance(15_000)
    expect(page()).toEqual({ name: 'open' })
  })

  it('that has ended is not requested again until the guest returns to the page', async () => {
    const { guest, page, server, clock } = setUpGuest()
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

  it('that is paused is not requested while the page is hidden', async () => {
    const { guest, server, clock, eyes } = setUpGuest()
    server.failure = refused('frozen')
    await guest.load()
    server.asked.length = 0
    eyes.areOpen = false
    await clock.advance(24 * HOUR_MS)
    expect(server.asked).toHaveLength(0)
  })

  it('outside of its hours opens with the minute in which they begin', async () => {
    const { guest, page, server, clock } = setUpGuest()
    server.failure = refused('windows')
    await guest.load()
    expect(page()).toEqual({ name: 'closed' })
    await clock.advance(10 * 60_000)
    server.failure = null
    await clock.advance(60_000)
    expect(page()).toEqual({ name: 'open' })
  })

  it('asks for its PIN, and keeps it only as long as it is right', async () => {
    const { guest, page, server, pins } = setUpGuest({ hasPin: true })
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

  it('is opened with the PIN that the tab remembers, which is forgotten when it is refused [LN12]', async () => {
    const { guest, page, server, pins } = setUpGuest({ hasPin: true }, 'token', '4711')
    await guest.load()
    expect(page()).toEqual({ name: 'open' })
    server.failure = refused('pin')
    await guest.load()
    expect(page()).toEqual({ name: 'pin', fault: 'wrong' })
    expect(server.asked).toEqual(['info 4711', 'devices', 'info 4711'])
    expect(pins).toEqual([null])
  })

  it('that cannot be requested stays open once it was loaded, and shows a failure before', async () => {
    const { guest, page, server } = setUpGuest()
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
