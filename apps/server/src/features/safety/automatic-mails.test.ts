import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeSafetySettingsMail, writeWeatherAutomaticMail } from '#features/confirmations/mail-content.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createAutomaticMails, createSettingsMails } from './automatic-mails.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

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
  const sent: { to: string; text: string }[] = []
  const send = createAutomaticMails({
    async weatherAutomatic(_queries, address, news) {
      sent.push(writeWeatherAutomaticMail(address, news))
    },
  })
  const devices = [
    { ownerId, name: 'Awning' },
    { ownerId, name: 'Screen' },
  ]
  const queries = drizzle(database.pool)
  const until = new Date('2026-07-02T00:00:00Z')
  await send(queries, devices, { by: { accountId: ownerId, email: 'owner@example.com' }, until })
  expect(sent).toEqual([])
  await send(queries, devices, { by: { accountId: otherId, email: 'other@example.com' }, until })
  await send(queries, devices, { by: { accountId: otherId, email: 'other@example.com' }, until: null })
  expect(sent.map(({ to }) => to)).toEqual(['owner@example.com', 'owner@example.com'])
  expect(sent[0]?.text).toContain(
    'other@example.com switched off weather automation for Awning and Screen until',
  )
  expect(sent[1]?.text).toContain('on again for Awning and Screen')
})

it('an owner is mailed who changed which settings that decide the way of a shade', async () => {
  const ownerId = await insertAccount('ana@example.com')
  const sent: { to: string; text: string }[] = []
  const notify = createSettingsMails({
    async safetySettings(_queries, address, news) {
      sent.push(writeSafetySettingsMail(address, news))
    },
  })
  const by = { email: 'installer@example.com', settings: ['devicetype', 'motorInverted'] as const }
  await notify(drizzle(database.pool), { ownerId, name: 'Awning' }, by)
  expect(sent).toMatchObject([{ to: 'ana@example.com' }])
  expect(sent[0]?.text).toContain(
    'installer@example.com changed settings of your device “Awning”: type of shade and direction of the motor.',
  )
})
