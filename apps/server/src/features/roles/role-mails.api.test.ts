import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAIL_TEXTS } from '#features/confirmations/mail-texts/index.ts'
import { LIMIT_RULES } from '#features/limits/index.ts'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import {
  askRoles,
  changeRole,
  createNeighbors,
  createPerson,
  giveRole,
  type Person,
  passTime,
  timeIn,
} from '#testing/homes/role-home.ts'
import type { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const HOUR_MS = 3_600_000
const { given, changed, ended } = MAIL_TEXTS.en.roles.subjects

let mailServer: TestMailServer
let app: TestApp
let anna: Person
let bor: Person
let shade: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})
beforeEach(async () => {
  ;({ anna, bor, shade } = await createNeighbors(app))
  return () => shade.device.end()
})

const inMs = (ms: number) => timeIn(app, ms)
const give = (more: object = {}) =>
  giveRole(anna, { permissions: ['view'], devices: [shade.id], users: [bor.email], ...more })
const pass = (ms: number) => passTime(app, [anna, bor], ms)
/** The e-mails about roles to a person, after this number has arrived. They are sent in the order in which they were written. */
const notifiedOf = ({ email }: Person, count: number) =>
  vi.waitFor(
    () => {
      // A timer that is set after the clock was advanced is due a moment later.
      app.clock.advance(1)
      const mails = mailServer.received
        .filter(({ envelope }) => envelope.to.includes(email))
        .map(({ mail }) => mail)
      const notified = mails.filter(({ subject }) => [given, changed, ended].includes(subject ?? ''))
      expect(notified.map(({ subject }) => subject)).toHaveLength(count)
      return notified
    },
    { timeout: 120_000, interval: 50 },
  )
const subjectsOf = async (person: Person, count: number) =>
  (await notifiedOf(person, count)).map(({ subject }) => subject)

describe('a role whose time is over', () => {
  it('was reported as ended, and is not reported again whatever happens to it [RL8]', async () => {
    const cilka = await createPerson(app)
    const role = await give({ users: [bor.email, cilka.email], validBefore: inMs(HOUR_MS) })
    pass(HOUR_MS)
    expect(await subjectsOf(bor, 2)).toEqual([given, ended])
    await changeRole(anna, { id: role.id, name: 'Another name' })
    await changeRole(anna, { id: role.id, permissions: ['command'] })
    await changeRole(anna, { id: role.id, users: [bor.email] })
    await anna.ok(askRoles(anna, 'delete', { id: role.id }))
    // When a later e-mail has arrived, all earlier ones have arrived too.
    await give({ users: [cilka.email, bor.email] })
    expect(await subjectsOf(bor, 3)).toEqual([given, ended, given])
    expect(await subjectsOf(cilka, 3)).toEqual([given, ended, given])
  })

  it('is given again with more time [RL8]', async () => {
    const role = await give({ validBefore: inMs(HOUR_MS) })
    pass(HOUR_MS)
    await subjectsOf(bor, 2)
    await changeRole(anna, { id: role.id, validBefore: inMs(HOUR_MS) })
    expect(await subjectsOf(bor, 3)).toEqual([given, ended, given])
    pass(HOUR_MS)
    expect(await subjectsOf(bor, 4)).toEqual([given, ended, given, ended])
  })
})

it('e-mails beyond the limit are omitted, and roles can still be given', async () => {
  const names = Array.from({ length: 25 }, (_, n) => `Role no ${n}`)
  for (const name of names) await give({ name, users: [bor.email] })
  await notifiedOf(bor, LIMIT_RULES.roleMailsByReceiver.max)
  pass(HOUR_MS + 1)
  await give()
  await notifiedOf(bor, LIMIT_RULES.roleMailsByReceiver.max + 1)
})

describe('times in e-mails', () => {
  const noon = `${new Date().getUTCFullYear() + 1}-01-15T11:00:00Z`

  it('are those of the giver’s home for a receiver without a home, with the time zone [RL11]', async () => {
    const home = { name: 'Home', lat: 46.05, lon: 14.5 }
    await anna.ok(anna.api('POST', '/auth/api/v1/home/create', { json: home }))
    await give({ validBefore: noon })
    const [mail] = await notifiedOf(bor, 1)
    expect(mail?.text).toContain('12:00')
    expect(mail?.text).toContain('Time zone: Central European Time.')
  })

  it('are in the time zone of the role for its hours [RL11]', async () => {
    const windows = [
      { days: [5, 1], from: '09:00', until: '11:30' },
      { days: [1, 2, 3, 4, 5, 6, 7], from: '18:00', until: '20:00' },
    ]
    await give({ validBefore: noon, windows, timeZone: 'Europe/Lisbon' })
    const [mail] = await notifiedOf(bor, 1)
    expect(mail?.text).toContain('11:00')
    expect(mail?.text).toContain('Only at these times: Mon, Fri 09:00–11:30; every day 18:00–20:00.')
    expect(mail?.text).toContain('Time zone: Western European Time.')
  })
})
