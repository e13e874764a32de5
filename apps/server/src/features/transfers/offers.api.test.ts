import { LIMITS } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deleteAccount } from '#testing/delete-account.ts'
import { askDevice } from '#testing/device-calls.ts'
import { createPublicKeyPem } from '#testing/device-key.ts'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import { verdictOf } from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import {
  accept,
  accepted,
  cancel,
  confirmedPerson,
  devicesOf,
  mailedOffer,
  newestToken,
  offered,
  offerTo,
  type Person,
  transferMails,
  transfersOf,
  twoHomes,
} from '#testing/homes/transfer-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, GOOD_PASSWORD, newEmail } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const INVALID = '410 confirmation_invalid token'

let mailServer: TestMailServer
let app: TestApp
beforeAll(async () => {
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})

describe('an offer', () => {
  it('is written to the receiver in its language, and listed to both sides until it is over', async () => {
    const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter', { name: 'Balkon' })
    await receiver.client.ok(receiver.client.call('POST', '/auth/account/locale', { json: { locale: 'de' } }))
    const token = await mailedOffer(mailServer, giver, receiver, shade.id)
    const [mail] = await transferMails(mailServer, receiver, 1)
    expect(mail?.mail.subject).toBe('Senca: Ihnen werden Geräte angeboten')
    expect(mail?.mail.text).toContain(`/transfer?token=${token}`)
    for (const word of [giver.email, '„Balkon“']) expect(mail?.mail.text).toContain(word)
    const notified = {
      deviceId: shade.id,
      deviceName: 'Balkon',
      createdAt: app.clock.now().toISOString(),
      expiresAt: new Date(app.clock.now().getTime() + 7 * DAY_MS).toISOString(),
    }
    expect(await transfersOf(giver)).toEqual([{ ...notified, direction: 'given', email: receiver.email }])
    expect(await transfersOf(receiver)).toEqual([{ ...notified, direction: 'received', email: giver.email }])
    const { rows } = await app.database.pool.query('select * from transfers')
    expect(JSON.stringify(rows)).not.toContain(token)
    app.clock.advance(7 * DAY_MS)
    giver.client.forgetApiToken()
    receiver.client.forgetApiToken()
    expect(verdictOf(await accept(receiver, token))).toBe(INVALID)
    expect(await transfersOf(giver)).toEqual([])
    expect(await devicesOf(giver)).toEqual({ [shade.id]: 'Balkon' })
    await shade.device.end()
  })

  it.each<[string, (giver: Person) => Promise<[string, number]>]>([
    ['an address that nobody has', async () => [newEmail(), 404]],
    ['what is no address', async () => ['nobody', 404]],
    [
      'an account that is not confirmed',
      async () => {
        const email = newEmail()
        const client = createTestClient(app)
        await client.ok(client.register(email))
        return [email, 403]
      },
    ],
    ['oneself', async (giver) => [giver.email.toUpperCase(), 400]],
  ])('to %s is refused by its key', async (_name, emailOf) => {
    const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter')
    const [email, status] = await emailOf(giver)
    const errors: Record<number, string> = {
      400: 'malformed_request',
      403: 'other_account_confirmation_required',
      404: 'account_not_found',
    }
    expect(verdictOf(await offerTo(giver, shade.id, email))).toBe(`${status} ${errors[status]} email`)
    expect(await transfersOf(giver)).toEqual([])
    await shade.device.end()
  })

  it('is refused of what is not one’s own, and to who is not confirmed', async () => {
    const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter')
    expect(verdictOf(await offerTo(receiver, shade.id, giver.email))).toBe('404 device_not_exist')
    expect(verdictOf(await offerTo(giver, 'nothing-there', receiver.email))).toBe('404 device_not_exist')
    await app.database.pool.query('update accounts set is_confirmed = false where email = $1', [giver.email])
    const unconfirmed = '403 account_confirmation_required'
    expect(verdictOf(await offerTo(giver, shade.id, receiver.email))).toBe(unconfirmed)
    await shade.device.end()
  })

  it.each<[string, unknown]>([
    ['a number', 7],
    ['a list', ['a@example.com']],
    ['nothing', ''],
    ['an object', { $ne: null }],
    ['a very long text', 'a'.repeat(10_000)],
  ])('whose address is %s is malformed', async (_name, email) => {
    const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter')
    const answer = await askDevice(giver.client, 'transfer', { token: shade.id, email })
    expect(verdictOf(answer)).toBe('400 malformed_request email')
    await shade.device.end()
  })

  it('of a guarded door takes the password', async () => {
    const { giver, receiver, ...door } = await twoHomes(app, 'home_door', {
      state: { motorLockConnected: true },
    })
    const guard = { token: door.id, unlockBy: 'pin', pin: '2580', password: GOOD_PASSWORD }
    await giver.client.ok(askDevice(giver.client, 'unlock-guard', guard))
    expect(verdictOf(await offerTo(giver, door.id, receiver.email))).toBe('400 data_missing password')
    const wrong = await offerTo(giver, door.id, receiver.email, { password: 'not-the-password' })
    expect(verdictOf(wrong)).toBe('401 invalid_credentials password')
    expect(await transfersOf(giver)).toEqual([])
    await giver.client.ok(offerTo(giver, door.id, receiver.email, { password: GOOD_PASSWORD }))
    expect(await transfersOf(giver)).toHaveLength(1)
    await door.device.end()
  })

  it('replaces the one before, whose link no longer works', async () => {
    const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter')
    const third = await confirmedPerson(app)
    const first = await mailedOffer(mailServer, giver, receiver, shade.id)
    const second = await mailedOffer(mailServer, giver, third, shade.id)
    expect(verdictOf(await accept(receiver, first))).toBe(INVALID)
    expect(await transfersOf(receiver)).toEqual([])
    await accepted(third, second)
    expect(await devicesOf(third)).toHaveProperty(shade.id)
    await shade.device.end()
  })

  it('can be accepted by its address alone, and once', async () => {
    const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter')
    const token = await mailedOffer(mailServer, giver, receiver, shade.id)
    for (const other of [giver, await confirmedPerson(app)]) {
      expect(verdictOf(await accept(other, token))).toBe('403 insufficient_permission token')
      const info = await askDevice(other.client, 'transfer/info', { token })
      expect(verdictOf(info)).toBe('403 insufficient_permission token')
      expect(JSON.stringify(info.body)).not.toContain(shade.id)
    }
    await app.database.pool.query('update accounts set is_confirmed = false where email = $1', [
      receiver.email,
    ])
    expect(verdictOf(await accept(receiver, token))).toBe('403 account_confirmation_required')
    await app.database.pool.query('update accounts set is_confirmed = true where email = $1', [
      receiver.email,
    ])
    await accepted(receiver, token)
    expect(verdictOf(await accept(receiver, token))).toBe(INVALID)
    for (const wrong of ['x', 'A'.repeat(43), '%00', '__proto__'])
      expect(verdictOf(await accept(receiver, wrong))).toBe(INVALID)
    await shade.device.end()
  })

  it('is withdrawn by its owner alone', async () => {
    const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter')
    const token = await mailedOffer(mailServer, giver, receiver, shade.id)
    expect(verdictOf(await cancel(receiver, shade.id))).toBe('404 device_not_exist')
    await giver.client.ok(cancel(giver, shade.id))
    expect(verdictOf(await accept(receiver, token))).toBe(INVALID)
    expect(verdictOf(await cancel(giver, shade.id))).toBe('404 resource_not_found token')
    await shade.device.end()
  })

  it('ends with the device, and with either account', async () => {
    const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter')
    const token = await mailedOffer(mailServer, giver, receiver, shade.id)
    await giver.client.delete(shade.id)
    expect(verdictOf(await accept(receiver, token))).toBe(INVALID)
    expect(await transfersOf(receiver)).toEqual([])
    await shade.device.end()
    const other = await moveIn(app, giver.client, 'roller_shutter')
    await giver.client.ok(offerTo(giver, other.id, receiver.email))
    const socket = await openSignedInSocket(app, await giver.client.websocketToken())
    await deleteAccount(app, receiver.client, receiver.email)
    expect(await transfersOf(giver)).toEqual([])
    await vi.waitFor(() => expect(socket.received.map(({ subject }) => subject)).toContain('roles.updated'))
    socket.end()
    await other.device.end()
  })

  it('reveals thirty times an hour whether an address has an account, for any addresses', async () => {
    const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter')
    const role = { name: 'Guests', permissions: ['view'], devices: [shade.id], users: ['nobody@example.com'] }
    const shared = await giver.client.api('POST', '/auth/api/v1/role/create', { json: role })
    expect(verdictOf(shared)).toBe('404 account_not_found users')
    for (let asked = 1; asked < LIMITS.ADDRESSES_ASKED_PER_HOUR; asked += 1)
      expect((await offerTo(giver, shade.id, `nobody-${asked}@example.com`)).status).toBe(404)
    const refused = await offerTo(giver, shade.id, receiver.email)
    expect(verdictOf(refused)).toBe('429 too_many_requests')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await transfersOf(giver)).toEqual([])
    app.clock.advance(HOUR_MS)
    giver.client.forgetApiToken()
    await giver.client.ok(offerTo(giver, shade.id, receiver.email))
    await shade.device.end()
  })

  it('to one receiver is refused and changes nothing from the sixth in an hour on, from any sender', async () => {
    const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter')
    const another = await confirmedPerson(app)
    const theirs = await moveIn(app, another.client, 'awning')
    for (let count = 0; count < 2; count += 1) {
      await giver.client.ok(offerTo(giver, shade.id, receiver.email))
      await another.client.ok(offerTo(another, theirs.id, receiver.email))
    }
    await giver.client.ok(offerTo(giver, shade.id, receiver.email))
    const before = await transfersOf(receiver)
    for (const [person, device] of [
      [giver, shade],
      [another, theirs],
    ] as const) {
      const refused = await offerTo(person, device.id, receiver.email)
      expect(verdictOf(refused)).toBe('429 too_many_requests')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await transfersOf(receiver)).toEqual(before)
    await transferMails(mailServer, receiver, 5)
    app.clock.advance(HOUR_MS)
    giver.client.forgetApiToken()
    await giver.client.ok(offerTo(giver, shade.id, receiver.email))
    expect(await transferMails(mailServer, receiver, 6)).toHaveLength(6)
    await Promise.all([shade, theirs].map(({ device }) => device.end()))
  })
})

describe('a whole home', () => {
  it('goes by one e-mail, with other names for those that are taken', async () => {
    const { giver, receiver, ...first } = await twoHomes(app, 'roller_shutter', { name: 'One' })
    const second = await moveIn(app, giver.client, 'awning', { name: 'Two' })
    const theirs = await moveIn(app, receiver.client, 'awning', { name: 'two' })
    const devices = [first.id, second.id, first.id]
    await giver.client.ok(askDevice(giver.client, 'transfer/home', { devices, email: receiver.email }))
    const mails = await transferMails(mailServer, receiver, 1)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.mail.text).toMatch(/“One” and “Two”/)
    const token = await newestToken(mailServer, receiver, 1)
    expect((await offered(receiver, token)).devices.map(({ isNameTaken }) => isNameTaken)).toEqual([
      false,
      true,
    ])
    expect(verdictOf(await accept(receiver, token, { name: 'Both' }))).toBe('400 malformed_request name')
    expect(verdictOf(await accept(receiver, token))).toBe('409 device_name_in_use name')
    const same = [{ deviceId: second.id, name: 'one' }]
    expect(verdictOf(await accept(receiver, token, { names: same }))).toBe('409 device_name_in_use name')
    expect(Object.keys(await devicesOf(giver)).toSorted()).toEqual([first.id, second.id].toSorted())
    await accepted(receiver, token, { names: [{ deviceId: second.id, name: 'Three' }] })
    expect(await devicesOf(receiver)).toEqual({ [first.id]: 'One', [second.id]: 'Three', [theirs.id]: 'two' })
    expect(await devicesOf(giver)).toEqual({})
    await Promise.all([first, second, theirs].map(({ device }) => device.end()))
  })

  it('goes without what was withdrawn or deleted meanwhile [DV28]', async () => {
    const { giver, receiver, ...first } = await twoHomes(app, 'roller_shutter', { name: 'One' })
    const second = await moveIn(app, giver.client, 'awning', { name: 'Two' })
    const third = await moveIn(app, giver.client, 'awning', { name: 'Three' })
    const devices = [first.id, second.id, third.id]
    await giver.client.ok(askDevice(giver.client, 'transfer/home', { devices, email: receiver.email }))
    const token = await newestToken(mailServer, receiver, 1)
    await giver.client.ok(cancel(giver, second.id))
    await giver.client.delete(third.id)
    await accepted(receiver, token)
    expect(await devicesOf(receiver)).toEqual({ [first.id]: 'One' })
    expect(await devicesOf(giver)).toEqual({ [second.id]: 'Two' })
    await Promise.all([first, second, third].map(({ device }) => device.end()))
  })

  it('of a thousand devices goes as a whole, and loses the keys that were registered there', async () => {
    const giver = await confirmedPerson(app)
    const receiver = await confirmedPerson(app)
    const { client } = giver
    const [first, ...others] = await client.provision('roller_shutter', 1_000)
    if (first === undefined) throw new Error('nothing was provisioned')
    await client.claim(first.claimCode, 'Claimed')
    const names = Object.fromEntries(others.map(({ id }, place) => [id, `Shade ${place}`]))
    await app.database.pool.query(
      `update devices set owner_id = of_first.owner_id, name = each.name, name_key = lower(each.name),
         is_claimable = false, claimed_at = of_first.claimed_at
       from (select owner_id, claimed_at from devices where id = $1) as of_first,
         unnest($2::text[], $3::text[]) as each(id, name)
       where devices.id = each.id`,
      [first.id, Object.keys(names), Object.values(names)],
    )
    const keys = [first.id, others[0]?.id ?? '']
    app.clock.advance(1_000)
    for (const token of keys)
      await client.ok(askDevice(client, 'publickey/add', { token, publicKey: createPublicKeyPem() }))
    const devices = [first, ...others].map(({ id }) => id)
    await client.ok(askDevice(client, 'transfer/home', { devices, email: receiver.email }))
    const token = await newestToken(mailServer, receiver, 1)
    await accepted(receiver, token, { names: [{ deviceId: first.id, name: 'Renamed' }] })
    expect(await devicesOf(giver)).toEqual({})
    expect(await devicesOf(receiver)).toEqual({ [first.id]: 'Renamed', ...names })
    const { rows } = await app.database.pool.query('select 1 from device_keys where device_id = any($1)', [
      keys,
    ])
    expect(rows).toEqual([])
  })

  it('is offered whole or not at all [DV28]', async () => {
    const { giver, receiver, ...first } = await twoHomes(app, 'roller_shutter')
    const theirs = await moveIn(app, receiver.client, 'awning')
    const devices = [first.id, theirs.id]
    const answer = await askDevice(giver.client, 'transfer/home', { devices, email: receiver.email })
    expect(verdictOf(answer)).toBe('404 device_not_exist')
    expect(await transfersOf(giver)).toEqual([])
    await Promise.all([first, theirs].map(({ device }) => device.end()))
  })
})
