import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createActivity } from './index.ts'

const DAY_MS = 86_400_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const caller = { address: '192.0.2.1', userAgent: null }

function newTrail() {
  const clock = createFakeClock()
  const activity = createActivity({ database, clock })
  const accountId = randomUUID()
  return { clock, activity, accountId, actor: { kind: 'account' as const, accountId, sessionId: '' } }
}

it('is read in pages of fifty, the newest first', async () => {
  const { activity, accountId, actor } = newTrail()
  for (let index = 0; index < 60; index += 1) {
    await activity.recordSecurityEvent({ accountId, kind: 'signed_in', detail: String(index), caller })
  }
  const first = await activity.securityEvents(actor, undefined)
  expect([first.events.length, first.more, first.events[0]?.detail]).toEqual([50, true, '59'])
  const rest = await activity.securityEvents(actor, first.events.at(-1)?.id)
  expect([rest.events.length, rest.more, rest.events.at(-1)?.detail]).toEqual([10, false, '0'])
})

it('is kept for 365 days, while what was done to devices stays', async () => {
  const { clock, activity, accountId, actor } = newTrail()
  await activity.recordSecurityEvent({ accountId, kind: 'signed_in', detail: 'old', caller })
  const door = { id: 'door', ownerId: accountId }
  await activity.recordUnlock(actor, door, { lockType: 'motor', unlockDuration: null })
  clock.advance(DAY_MS)
  await activity.recordSecurityEvent({ accountId, kind: 'signed_in', detail: 'new', caller })
  clock.advance(365 * DAY_MS)
  await activity.forgetOldSecurityEvents()
  const { events } = await activity.securityEvents(actor, undefined)
  expect(events.map(({ detail }) => detail)).toEqual(['new'])
  const { rows } = await database.pool.query('select device_id from activity where action = $1', ['unlock'])
  expect(rows).toEqual([{ device_id: 'door' }])
})
