import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { NewNotification } from '#features/notifications/index.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createAutomaticNotices, createSettingsNotices } from './automatic-notices.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const clock = { now: () => new Date('2026-07-01T10:00:00Z') }
/** The e-mails of what was published, in English. */
function createMailbox() {
  const published: NewNotification[] = []
  return {
    notify: { publish: async (_queries: unknown, event: NewNotification) => void published.push(event) },
    mails: () =>
      published.map(({ ownerId, mail }) => ({
        ownerId,
        text: mail?.({ to: 'owner@example.com', language: 'en', timezone: 'UTC' }).text,
      })),
  }
}

const insertAccount = async (email: string): Promise<string> => {
  const id = randomUUID()
  await database.pool.query(
    "insert into accounts (id, email, email_key, is_confirmed, locale, created_at) values ($1, $2, $2, true, 'en', now())",
    [id, email],
  )
  return id
}

it('an owner is mailed when somebody else keeps the weather from moving devices, and for nobody’s own doing [WS17]', async () => {
  const ownerId = await insertAccount('owner@example.com')
  const otherId = await insertAccount('other@example.com')
  const { notify, mails } = createMailbox()
  const send = createAutomaticNotices({ notify, clock })
  const devices = [
    { id: 'a', ownerId, name: 'Awning' },
    { id: 's', ownerId, name: 'Screen' },
  ]
  const queries = drizzle(database.pool)
  const until = new Date('2026-07-02T00:00:00Z')
  await send(queries, devices, { by: { accountId: ownerId, email: 'owner@example.com' }, until })
  expect(mails()).toEqual([])
  await send(queries, devices, { by: { accountId: otherId, email: 'other@example.com' }, until })
  await send(queries, devices, { by: { accountId: otherId, email: 'other@example.com' }, until: null })
  const sent = mails()
  expect(sent.map((mail) => mail.ownerId)).toEqual([ownerId, ownerId])
  expect(sent[0]?.text).toContain(
    'other@example.com switched off weather automation for Awning and Screen until',
  )
  expect(sent[1]?.text).toContain('on again for Awning and Screen')
})

it('an owner is mailed who changed which settings that decide the way of a shade', async () => {
  const ownerId = await insertAccount('ana@example.com')
  const { notify, mails } = createMailbox()
  const send = createSettingsNotices({ notify, clock })
  const by = { email: 'installer@example.com', settings: ['devicetype', 'motorInverted'] as const }
  await send(drizzle(database.pool), { id: 'a', ownerId, name: 'Awning' }, by)
  const sent = mails()
  expect(sent).toMatchObject([{ ownerId }])
  expect(sent[0]?.text).toContain(
    'installer@example.com changed settings of your device “Awning”: type of shade and direction of the motor.',
  )
})
