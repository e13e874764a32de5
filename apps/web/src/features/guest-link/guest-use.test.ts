import { describe, expect, it } from 'vitest'
import { settle } from '#core/testing/fakes.ts'
import { refused, setUpGuest } from './testing/guest.ts'

describe('a use', () => {
  it('is sent as an action, and its result is shown on the card', async () => {
    const { guest, server } = setUpGuest()
    await guest.load()
    server.results = [{ status: 'success', device_ids: ['roller'], position: 0.5 }]
    guest.commands.move('roller', { position: 0.5 })
    await settle()
    expect(server.asked).toContain('act roller move')
    expect(guest.store.getState().devices.roller?.state.position).toBe(0.5)
  })

  it('of a door carries the time of the tap, and unlocks each lock', async () => {
    const { guest, server, clock } = setUpGuest()
    await guest.load()
    guest.commands.unlock('roller', ['magnet', 'motor'])
    await settle()
    const each = `act roller unlock ${clock.isoIn(0)}`
    expect(server.asked.filter((call) => call.startsWith('act'))).toEqual([each, each])
  })

  it('of a link with a number of uses is counted at once and then reloaded', async () => {
    const { guest, server } = setUpGuest({ maxUses: 3 })
    await guest.load()
    guest.commands.move('roller', { position: 0.5 })
    await settle()
    expect(server.asked.slice(2)).toEqual(['act roller move', 'info -', 'devices'])
  })

  it('that nobody confirmed is counted too [HW38]', async () => {
    const { guest, server, page } = setUpGuest({ maxUses: 2, uses: 1 })
    await guest.load()
    server.results = [{ status: 'unconfirmed', device_ids: ['roller'] }]
    guest.commands.move('roller', { position: 0.5 })
    server.failure = refused()
    await settle()
    expect(page()).toEqual({ name: 'used' })
  })

  it('that was the last shows the link as used, not as expired', async () => {
    const { guest, server, page } = setUpGuest({ maxUses: 2, uses: 1 })
    await guest.load()
    guest.commands.move('roller', { position: 0.5 })
    server.failure = refused()
    await settle()
    expect(page()).toEqual({ name: 'used' })
  })

  it('that fails is not counted', async () => {
    const { guest, server } = setUpGuest({ maxUses: 2, uses: 1 })
    await guest.load()
    server.results = [
      { status: 'error', error: 'device_offline', error_description: '', device_ids: ['roller'] },
    ]
    guest.commands.move('roller', { position: 0.5 })
    await settle()
    expect(guest.store.getState().link?.uses).toBe(1)
    expect(guest.commands.store.getState().byDevice.roller?.move?.phase).toBe('failed')
  })

  it('that is refused shows the new state of the link', async () => {
    const { guest, server, page } = setUpGuest()
    await guest.load()
    server.failure = refused()
    guest.commands.stop('roller')
    await settle()
    expect(page()).toEqual({ name: 'expired' })
  })
})
