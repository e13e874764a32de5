import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { Actor } from './can.ts'
import { createRightsIndex, type LoadedRights, type RightsChange } from './rights-index.ts'

const actor: Actor = { kind: 'account', accountId: 'anna', sessionId: 's' }

/** One watched account and a fake database. The test decides what it contains and when it fails. */
async function setUp() {
  const clock = createFakeClock()
  const database = { devices: ['one', 'two'], isGone: false, isMute: false, failures: 0, loads: 0 }
  const rights = createRightsIndex({
    clock,
    database: { follow: async () => () => {} },
    async announce() {
      if (database.isGone || database.isMute) throw new Error('no connection')
    },
    async load(asked): Promise<LoadedRights> {
      if (database.isGone) throw new Error('no connection')
      database.loads += 1
      const deviceIds = database.devices
      await Promise.resolve()
      return { actor: asked, deviceIds }
    },
    renew: async (asked) => asked,
    outdated: () => {},
    failed: () => {
      database.failures += 1
    },
  })
  const lost: string[] = []
  const watched = await rights.watch(actor, (change: RightsChange) => lost.push(...change.lost))
  return { clock, database, rights, lost, watched }
}

describe('the index of rights', () => {
  it('takes away what is lost once it can be read again, when it could not be read at the change', async () => {
    const { clock, database, rights, lost } = await setUp()
    database.devices = ['one']
    database.isGone = true
    await expect(rights.changed(['anna'])).rejects.toThrow('no connection')
    expect(lost).toEqual([])
    clock.advance(1_000)
    await vi.waitFor(() => expect(database.failures).toBe(2))
    database.isGone = false
    await vi.waitFor(() => {
      clock.advance(1_000)
      expect(lost).toEqual(['two'])
    })
  })

  it('removes it also when nobody else can be notified', async () => {
    const { database, rights, lost } = await setUp()
    database.devices = []
    database.isMute = true
    await expect(rights.changed(['anna'])).rejects.toThrow('no connection')
    expect(lost).toEqual(['one', 'two'])
  })

  it('reads once for notices that arrive together, and again for notices that arrive while it reads', async () => {
    const { database, rights, lost } = await setUp()
    database.loads = 0
    database.devices = ['one']
    await Promise.all([rights.changed(['anna']), rights.changed(['anna']), rights.changed(['anna', 'anna'])])
    expect([lost, database.loads]).toEqual([['two'], 1])
    const first = rights.changed(['anna'])
    await vi.waitFor(() => expect(database.loads).toBe(2))
    database.devices = []
    await Promise.all([first, rights.changed(['anna'])])
    expect([lost, database.loads]).toEqual([['two', 'one'], 3])
  })

  it('asks no more for those who watch no longer', async () => {
    const { clock, database, rights, watched } = await setUp()
    database.isGone = true
    await expect(rights.changed(['anna'])).rejects.toThrow('no connection')
    watched.stop()
    for (let n = 0; n < 5; n += 1) {
      clock.advance(1_000)
      await Promise.resolve()
    }
    expect(database.failures).toBe(1)
  })
})
