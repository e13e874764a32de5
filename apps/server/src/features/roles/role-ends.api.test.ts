import { exchangeAnswerSchema } from '@senca/contract/account'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAIL_TEXTS } from '#features/confirmations/mail-texts/index.ts'
import { startTestMailServer, type TestMailServer, tokenIn } from '#testing/doubles/test-mail-server.ts'
import { guardedDoors } from '#testing/homes/guarded-doors.ts'
import {
  askRoles,
  createNeighbors,
  createPerson,
  giveRole,
  listReceived,
  listRoles,
  newRoleName,
  type Person,
} from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { errorOf, GOOD_PASSWORD, type TestClient } from '#testing/test-client.ts'

const HOUR_MS = 3_600_000

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

const devicesOf = async (client: TestClient) =>
  Object.keys(Object(await client.ok(client.api('GET', '/auth/api/v1/device/list?index=token'))))
const give = (more: object = {}) =>
  giveRole(anna, { permissions: ['view'], devices: [shade.id], users: [bor.email], ...more })
const endedMails = () =>
  mailServer.received.filter(
    ({ envelope, mail }) =>
      envelope.to.includes(bor.email) && mail.subject === 'Senca: devices are no longer shared with you',
  )
const isNotified = (count = 1) =>
  vi.waitFor(() => expect(endedMails()).toHaveLength(count), { timeout: 120_000, interval: 50 })

it('a person who is given a role is notified in their own language that it was given, changed and revoked', async () => {
  await bor.ok(bor.call('POST', '/auth/account/locale', { json: { locale: 'sl' } }))
  const role = await give({ permissions: ['command'] })
  await anna.ok(askRoles(anna, 'update', { id: role.id, permissions: ['maintain'] }))
  await anna.ok(askRoles(anna, 'delete', { id: role.id }))
  const { subjects, permissions } = MAIL_TEXTS.sl.roles
  const notified = () =>
    mailServer.received
      .filter(({ envelope, mail }) => envelope.to.includes(bor.email) && mail.text?.includes(shade.name))
      .map(({ mail }) => mail)
  await vi.waitFor(() => expect(notified()).toHaveLength(3), { timeout: 120_000, interval: 50 })
  expect(notified().map(({ subject }) => subject)).toEqual([subjects.given, subjects.changed, subjects.ended])
  for (const { text } of notified()) expect(text).toContain(anna.email)
  const [given, changed] = notified()
  expect(given?.text).toContain(permissions.command)
  expect(changed?.text).toContain(permissions.maintain)
})

describe('a role that ends', () => {
  it('with its last device is reported to its users, once, and not before the last [RL8]', async () => {
    const other = await moveIn(app, anna, 'awning')
    const role = await give({ devices: [shade.id, other.id] })
    await anna.delete(other.id, true)
    expect(await devicesOf(bor)).toEqual([shade.id])
    await anna.delete(shade.id, true)
    await isNotified()
    expect(endedMails()[0]?.mail.text).toContain(`The role “${role.name}” from ${anna.email} has ended`)
    expect(endedMails()[0]?.mail.text).toContain('its last device is no longer in their home')
    other.device.end()
  })

  it('by revocation is reported with its devices, and not once more when they leave', async () => {
    const role = await give()
    await anna.ok(askRoles(anna, 'delete', { id: role.id }))
    await isNotified()
    expect(endedMails()[0]?.mail.text).toContain(shade.name)
    await anna.delete(shade.id, true)
    // The sweep notifies this account before the later ones.
    await giveRole(anna, {
      permissions: ['view'],
      devices: [(await moveIn(app, anna, 'awning')).id],
      users: [],
    })
    expect(endedMails()).toHaveLength(1)
  })

  it('by time removes the devices from groups and scenarios of its receiver, and is reported once', async () => {
    await give({ validBefore: new Date(app.clock.now().getTime() + HOUR_MS).toISOString() })
    const group = Object(
      await bor.ok(
        bor.api('POST', '/auth/api/v1/group/create', { json: { name: 'Lent', devices: [shade.id] } }),
      ),
    )
    expect(JSON.stringify(group)).toContain(shade.id)
    app.clock.advance(HOUR_MS)
    for (const person of [anna, bor]) person.forgetApiToken()
    await isNotified()
    const groups = Object(await bor.ok(bor.api('GET', '/auth/api/v1/group/list')))
    expect(JSON.stringify(groups)).not.toContain(shade.id)
    expect(await listRoles(anna)).toMatchObject([{ state: 'expired' }])
    app.clock.advance(3 * HOUR_MS)
    for (const person of [anna, bor]) person.forgetApiToken()
    expect(await devicesOf(bor)).toEqual([])
    expect(endedMails()).toHaveLength(1)
  })

  it.each(['who gave it', 'who was given it'] as const)('with the account of %s', async (who) => {
    await give()
    const own = await moveIn(app, bor, 'awning')
    const back = await giveRole(bor, { permissions: ['view'], devices: [own.id], users: [anna.email] })
    expect([await devicesOf(anna), await devicesOf(bor)].map((ids) => ids.length)).toEqual([2, 2])
    const [gone, left] = who === 'who gave it' ? [anna, bor] : [bor, anna]
    await deleteAccount(gone)
    expect(await devicesOf(left)).toEqual([left === bor ? own.id : shade.id])
    expect(await listReceived(left)).toEqual([])
    // What an account gave to a deleted account remains, without users.
    const given = await listRoles(left)
    expect(given.map(({ users }) => users)).toEqual([[]])
    expect(left === bor ? given[0]?.id : back.id).toBe(back.id)
    own.device.end()
  })

  async function deleteAccount({ email, ...client }: Person) {
    await client.ok(client.call('GET', '/auth/account/delete?confirmtype=link'))
    const mail = await vi.waitFor(
      () => {
        const found = mailServer.received.findLast(
          (one) => one.envelope.to.includes(email) && one.mail.text?.includes('/deleteaccount?token='),
        )
        if (found === undefined) throw new Error('no mail yet')
        return found
      },
      { timeout: 120_000 },
    )
    const token = tokenIn(mail)
    const { state } = exchangeAnswerSchema.parse(
      await client.ok(client.call('POST', '/auth/account/delete', { form: { token } })),
    )
    await client.ok(client.call('POST', `/auth/account/${token}/delete`, { form: { state } }))
  }
})

describe('granting command of a guarded door', () => {
  const doors = guardedDoors(() => ({ app, owner: anna }))
  const refusal = ({ status, body }: { status: number; body: unknown }) => [
    status,
    Object(body).error,
    Object(body).key,
  ]
  const MISSING = [400, 'data_missing', 'password']
  const WRONG = [401, 'invalid_credentials', 'password']

  it('requires the account’s password, at giving and at every change that grants more [RL6]', async () => {
    const door = await doors.door(anna)
    await doors.guarded(door.id, { unlockBy: 'pin', pin: '2468' }, anna)
    const create = (more: object) =>
      askRoles(anna, 'create', {
        name: newRoleName(),
        permissions: ['command'],
        devices: [door.id],
        users: [bor.email],
        ...more,
      })
    expect(refusal(await create({}))).toEqual(MISSING)
    expect(refusal(await create({ password: 'wrong' }))).toEqual(WRONG)
    expect(await listRoles(anna)).toEqual([])
    const made = Object(await anna.ok(create({ permissions: ['view', 'maintain'] })))
    const update = (more: object) => askRoles(anna, 'update', { id: made.id, ...more })
    expect(refusal(await update({ permissions: ['command'] }))).toEqual(MISSING)
    expect(refusal(await update({ permissions: ['command'], password: 'wrong' }))).toEqual(WRONG)
    expect(await doors.unlock(door, {}, bor)).not.toBe('success')
    await anna.ok(update({ permissions: ['command'], password: GOOD_PASSWORD }))
    // Adding another shade does not extend the rights to the door; adding a person does.
    await anna.ok(update({ devices: [door.id, shade.id] }))
    const cilka = await createPerson(app)
    expect(refusal(await update({ users: [bor.email, cilka.email] }))).toEqual(MISSING)
    await anna.ok(update({ users: [bor.email, cilka.email], password: GOOD_PASSWORD }))
    await anna.ok(update({ users: [] }))
    expect(errorOf(await askRoles(bor, 'leave', { id: made.id }))).toBe('resource_not_found')
    door.device.end()
  })
})
