import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
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
  const activity = createActivity({
    database,
    clock,
    activityDays: 90,
    failed: (error) => {
      throw error
    },
    dropped: () => expect.unreachable(),
    leftOut: () => expect.unreachable(),
  })
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

it('is kept for 365 days like what is done at doors; what is done to shades is kept as long as was chosen [AC6]', async () => {
  const { clock, activity, accountId, actor } = newTrail()
  const door = { id: 'door', name: 'Door', type: 'home_door' as const, ownerId: accountId }
  const shade = { id: 'shade', name: 'Shade', type: 'awning' as const, ownerId: accountId }
  const doAll = async (detail: string) => {
    await activity.recordSecurityEvent({ accountId, kind: 'signed_in', detail, caller })
    await activity.recordUnlock(actor, door, { lockType: 'motor', unlockDuration: null })
    activity.record(actor, shade, { action: 'rename', details: { name: detail } })
    await activity.flushOf(accountId)
  }
  await doAll('first')
  clock.advance(DAY_MS)
  await doAll('second')
  const kept = async () => {
    await activity.forgetOld()
    const { rows } = await database.pool.query(
      "select coalesce(device_id, 'account') as what, count(*)::int from activity_log where account_id = $1 group by 1",
      [accountId],
    )
    return Object.fromEntries(rows.map(({ what, count }) => [what, count]))
  }
  clock.advance(89 * DAY_MS)
  expect(await kept()).toEqual({ account: 2, door: 2, shade: 2 })
  clock.advance(1)
  expect(await kept()).toEqual({ account: 2, door: 2, shade: 1 })
  clock.advance(275 * DAY_MS)
  expect(await kept()).toEqual({ account: 1, door: 1 })
  const { events } = await activity.securityEvents(actor, undefined)
  expect(events.map(({ detail }) => detail)).toEqual(['second'])
})

it('leaves out events that only a newer version knows', async () => {
  const { activity, accountId, actor } = newTrail()
  await activity.recordSecurityEvent({ accountId, kind: 'signed_in', detail: null, caller })
  await database.pool.query(
    `insert into activity_log (at, account_id, origin, action, details, keep)
     select at, account_id, origin, 'signed_in_by_voice', details, keep from activity_log where account_id = $1`,
    [accountId],
  )
  const { events } = await activity.securityEvents(actor, undefined)
  expect(events.map(({ kind }) => kind)).toEqual(['signed_in'])
})
