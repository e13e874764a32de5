import { LIMITS } from '@senca/contract'
import { activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deleteAccount } from '#testing/delete-account.ts'
import { askDevice, commandNames } from '#testing/device-calls.ts'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import { createGuest, ENDED, makeLink, verdictOf } from '#testing/homes/link-home.ts'
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
} from '#testing/homes/transfer-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, GOOD_PASSWORD, newEmail } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const INVALID = '410 confirmation_invalid token'

let mailServer: TestMailServer
let app: TestApp
let giver: Person
let receiver: Person
beforeAll(async () => {
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})

/** Two people, and a device of the first one. */
async function twoHomes(
  ...args: Parameters<typeof moveIn> extends [unknown, unknown, ...infer Rest] ? Rest : never
) {
  giver = await confirmedPerson(app)
  receiver = await confirmedPerson(app)
  return moveIn(app, giver.client, ...args)
}

const activityOf = async ({ client }: Person) =>
  activityListSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/activity/list'))).entries

describe('a device that changes hands', () => {
  it('goes with its name, settings and places, and keeps the state that it reported', async () => {
    const shade = await twoHomes('venetian_blind', {
      name: 'Salon',
      state: { position: 0.4, inclination: 0.5 },
    })
    const settings = { inclinationTime: 900, motorInverted: true }
    await giver.client.ok(askDevice(giver.client, 'settings', { token: shade.id, settings }))
    await giver.client.ok(
      askDevice(giver.client, 'favourite', { token: shade.id, position: 30, inclination: 20 }),
    )
    await giver.client.ok(askDevice(giver.client, 'ventilation', { token: shade.id, position: 80 }))
    const [before] = Object.values(await giver.client.info(shade.id))
    const heard = shade.device.heard.length
    const token = await mailedOffer(mailServer, giver, receiver, shade.id)
    const came = await accepted(receiver, token)
    const { room: _ofTheirs, ...same } = before ?? {}
    expect(came[shade.id]).toMatchObject(same)
    expect(await devicesOf(giver)).toEqual({})
    expect(await devicesOf(receiver)).toEqual({ [shade.id]: 'Salon' })
    // The hardware received nothing and works for its new owner.
    expect(shade.device.heard).toHaveLength(heard)
    expect(await receiver.client.move([{ token: shade.id, command: 'move', position: 40 }])).toMatchObject([
      { status: 'success' },
    ])
    expect(await giver.client.move([{ token: shade.id, command: 'move', position: 0 }])).toMatchObject([
      { error: 'device_not_exist' },
    ])
    await expect(giver.client.claim(shade.claimCode, 'Again')).rejects.toThrow('device_not_exist')
    await shade.device.end()
  })

  it('leaves links, groups, rooms, pins, scenarios and guards behind', async () => {
    const door = await twoHomes('home_door', { name: 'Front', state: { motorLockConnected: true } })
    const { client } = giver
    const shade = await moveIn(app, client, 'roller_shutter', { name: 'Shade' })
    const api = (path: string, json: object) =>
      client.ok(client.api('POST', `/auth/api/v1/${path}`, { json }))
    const link = await makeLink(app, client, [shade.id])
    await api('group/create', { name: 'G', devices: [shade.id] })
    await api('room/create', { name: 'R', devices: [shade.id, door.id] })
    await api('device/doorway', { token: shade.id, door: door.id })
    await api('device/weather', { token: shade.id, automatic: false })
    await api('device/sun', { token: shade.id, azimuth: 180, mode: 'glare' }).catch(() => {})
    await api('scenario/create', {
      name: 'S',
      enabled: true,
      targets: [shade.id],
      triggers: [],
      actions: [{ type: 'MoveSelf', position: 0.5 }],
    })
    await client.ok(client.call('POST', '/auth/account/preferences', { json: { pinned: [shade.id] } }))
    const guard = { token: door.id, unlockBy: 'pin', pin: '2580', password: GOOD_PASSWORD }
    await client.ok(askDevice(client, 'unlock-guard', guard))
    const devices = [shade.id, door.id]
    const offer = { devices, email: receiver.email, password: GOOD_PASSWORD }
    await client.ok(askDevice(client, 'transfer/home', offer))
    const token = await newestToken(mailServer, receiver, 1)
    const came = await accepted(receiver, token)
    expect(came[door.id]).toMatchObject({ unlockBy: 'tap', room: null })
    expect(came[shade.id]).toMatchObject({ doorId: null, sun: null, room: null, safety: null })
    // The decision about the weather reaches all instances a moment later.
    await vi.waitFor(async () =>
      expect((await receiver.client.info(shade.id))[shade.id]).toMatchObject({ weatherAutomatic: true }),
    )
    expect(verdictOf(await createGuest(app, link.token).ask('info'))).toBe(ENDED)
    const listed = async (path: string) => client.ok(client.api('GET', `/auth/api/v1/${path}`))
    for (const path of ['group/list', 'scenario/list', 'room/list'])
      expect(JSON.stringify(await listed(path))).not.toContain(shade.id)
    expect(JSON.stringify(await client.ok(client.call('GET', '/auth/account/preferences')))).not.toContain(
      shade.id,
    )
    await Promise.all([shade.device.end(), door.device.end()])
  })

  it('is told at once as deleted and created on every instance, and its states to nobody but its owner', async () => {
    const shade = await twoHomes('roller_shutter')
    const twin = await app.twin()
    const sockets = await Promise.all(
      [app, twin].flatMap((instance) =>
        [giver, receiver].map(async ({ client }) =>
          openSignedInSocket(instance, await client.websocketToken()),
        ),
      ),
    )
    const [giving, receiving, givingThere, receivingThere] = sockets
    const token = await mailedOffer(mailServer, giver, receiver, shade.id)
    const begun = performance.now()
    await accepted(receiver, token)
    for (const socket of [giving, givingThere]) await socket?.next('device.deleted')
    for (const socket of [receiving, receivingThere]) await socket?.next('device.created')
    expect(performance.now() - begun).toBeLessThan(1_000)
    shade.device.report({ position: 0.66 })
    for (const socket of [receiving, receivingThere])
      await vi.waitFor(() =>
        expect(socket?.heard).toContainEqual(
          expect.objectContaining({
            subject: 'device.state_update',
            data: expect.objectContaining({ state: expect.objectContaining({ position: 0.66 }) }),
          }),
        ),
      )
    for (const socket of [giving, givingThere])
      expect(socket?.heard.map(({ subject }) => subject)).not.toContain('device.state_update')
    for (const socket of sockets) socket.end()
    await twin.close()
    await shade.device.end()
  })

  it.each([
    ['here', false],
    ['through another instance', true],
  ])('ends the running command of the old owner with device_not_exist: %s', async (_name, isElsewhere) => {
    const shade = await twoHomes('roller_shutter', {
      onCommand(command, own) {
        own.succeed(command)
        if (command.command === 'move') own.report({ status: 'closing' })
      },
    })
    const twin = isElsewhere ? await app.twin() : null
    const token = await mailedOffer(mailServer, giver, receiver, shade.id)
    const moving = giver.client.move([{ token: shade.id, command: 'move', position: 100 }], true)
    await vi.waitFor(() => expect(commandNames(shade.device)).toEqual(['move']))
    await vi.waitFor(async () =>
      expect((await giver.client.info(shade.id))[shade.id]?.state.status).toBe('closing'),
    )
    const there = createTestClient(twin ?? app)
    there.setCookie(receiver.client.cookie())
    await accepted({ client: there, email: receiver.email }, token)
    expect(await moving).toEqual([
      {
        status: 'error',
        error: 'device_not_exist',
        error_description: expect.any(String),
        device_ids: [shade.id],
      },
    ])
    await twin?.close()
    await shade.device.end()
  })

  it('stands in the activity of both homes, and what happened before in one', async () => {
    const shade = await twoHomes('roller_shutter', { name: 'Hall' })
    await giver.client.move([{ token: shade.id, command: 'move', position: 0 }])
    const token = await mailedOffer(mailServer, giver, receiver, shade.id)
    await accepted(receiver, token)
    const [left, ...before] = await activityOf(giver)
    expect(left).toMatchObject({
      action: 'transferred',
      by: giver.email,
      origin: 'app',
      deviceName: 'Hall',
      details: { email: receiver.email },
    })
    expect(before.map(({ action }) => action)).toContain('move')
    expect(await activityOf(receiver)).toMatchObject([
      { action: 'received', by: receiver.email, details: { email: giver.email, name: 'Hall' } },
    ])
    await shade.device.end()
  })

  it('takes another name where its own is taken, and stays where it is without', async () => {
    const shade = await twoHomes('roller_shutter', { name: 'Kitchen' })
    const theirs = await moveIn(app, receiver.client, 'awning', { name: 'KITCHEN' })
    const token = await mailedOffer(mailServer, giver, receiver, shade.id)
    expect(await offered(receiver, token)).toMatchObject({
      email: giver.email,
      devices: [
        { deviceId: shade.id, deviceName: 'Kitchen', devicetype: 'roller_shutter', isNameTaken: true },
      ],
    })
    expect(verdictOf(await accept(receiver, token))).toBe('409 device_name_in_use name')
    expect(verdictOf(await accept(receiver, token, { name: 'kitchen' }))).toBe('409 device_name_in_use name')
    expect(await devicesOf(giver)).toEqual({ [shade.id]: 'Kitchen' })
    await accepted(receiver, token, { name: '  Kitchen 2 ' })
    expect(await devicesOf(receiver)).toMatchObject({ [shade.id]: 'Kitchen 2' })
    await Promise.all([shade.device.end(), theirs.device.end()])
  })
})

describe('an offer', () => {
  it('is written to the receiver in its language, and listed to both sides until it is over', async () => {
    const shade = await twoHomes('roller_shutter', { name: 'Balkon' })
    await receiver.client.ok(receiver.client.call('POST', '/auth/account/locale', { json: { locale: 'de' } }))
    const token = await mailedOffer(mailServer, giver, receiver, shade.id)
    const [mail] = await transferMails(mailServer, receiver, 1)
    expect(mail?.mail.subject).toBe('Senca: Übergabe an Ihr Konto')
    expect(mail?.mail.text).toContain(`/transfer?token=${token}`)
    for (const word of [giver.email, '„Balkon“']) expect(mail?.mail.text).toContain(word)
    const told = {
      deviceId: shade.id,
      deviceName: 'Balkon',
      createdAt: app.clock.now().toISOString(),
      expiresAt: new Date(app.clock.now().getTime() + 7 * DAY_MS).toISOString(),
    }
    expect(await transfersOf(giver)).toEqual([{ ...told, direction: 'given', email: receiver.email }])
    expect(await transfersOf(receiver)).toEqual([{ ...told, direction: 'received', email: giver.email }])
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

  it.each<[string, () => Promise<[string, number]>]>([
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
    ['oneself', async () => [giver.email.toUpperCase(), 400]],
  ])('to %s is refused by its key', async (_name, emailOf) => {
    const shade = await twoHomes('roller_shutter')
    const [email, status] = await emailOf()
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
    const shade = await twoHomes('roller_shutter')
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
    const shade = await twoHomes('roller_shutter')
    const answer = await askDevice(giver.client, 'transfer', { token: shade.id, email })
    expect(verdictOf(answer)).toBe('400 malformed_request email')
    await shade.device.end()
  })

  it('of a guarded door takes the password', async () => {
    const door = await twoHomes('home_door', { state: { motorLockConnected: true } })
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

  it('replaces the one before, whose link is worth nothing then', async () => {
    const shade = await twoHomes('roller_shutter')
    const third = await confirmedPerson(app)
    const first = await mailedOffer(mailServer, giver, receiver, shade.id)
    const second = await mailedOffer(mailServer, giver, third, shade.id)
    expect(verdictOf(await accept(receiver, first))).toBe(INVALID)
    expect(await transfersOf(receiver)).toEqual([])
    await accepted(third, second)
    expect(await devicesOf(third)).toHaveProperty(shade.id)
    await shade.device.end()
  })

  it('is for its address alone, and once', async () => {
    const shade = await twoHomes('roller_shutter')
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

  it('is taken back by its owner alone', async () => {
    const shade = await twoHomes('roller_shutter')
    const token = await mailedOffer(mailServer, giver, receiver, shade.id)
    expect(verdictOf(await cancel(receiver, shade.id))).toBe('404 device_not_exist')
    await giver.client.ok(cancel(giver, shade.id))
    expect(verdictOf(await accept(receiver, token))).toBe(INVALID)
    expect(verdictOf(await cancel(giver, shade.id))).toBe('404 resource_not_found token')
    await shade.device.end()
  })

  it('ends with the device, and with either account', async () => {
    const shade = await twoHomes('roller_shutter')
    const token = await mailedOffer(mailServer, giver, receiver, shade.id)
    await giver.client.delete(shade.id)
    expect(verdictOf(await accept(receiver, token))).toBe(INVALID)
    expect(await transfersOf(receiver)).toEqual([])
    await shade.device.end()
    const other = await twoHomes('roller_shutter')
    await giver.client.ok(offerTo(giver, other.id, receiver.email))
    const socket = await openSignedInSocket(app, await giver.client.websocketToken())
    await deleteAccount(app, receiver.client, receiver.email)
    expect(await transfersOf(giver)).toEqual([])
    await vi.waitFor(() => expect(socket.heard.map(({ subject }) => subject)).toContain('roles.updated'))
    socket.end()
    await other.device.end()
  })

  it('tells who has an account thirty times an hour, whomever it asks for', async () => {
    const shade = await twoHomes('roller_shutter')
    for (let asked = 0; asked < LIMITS.ADDRESSES_ASKED_PER_HOUR; asked += 1)
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
})

describe('a whole home', () => {
  it('goes by one e-mail, with other names for those that are taken', async () => {
    const first = await twoHomes('roller_shutter', { name: 'One' })
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

  it('goes without what was taken back or deleted meanwhile', async () => {
    const first = await twoHomes('roller_shutter', { name: 'One' })
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

  it('is offered whole or not at all', async () => {
    const first = await twoHomes('roller_shutter')
    const theirs = await moveIn(app, receiver.client, 'awning')
    const devices = [first.id, theirs.id]
    const answer = await askDevice(giver.client, 'transfer/home', { devices, email: receiver.email })
    expect(verdictOf(answer)).toBe('404 device_not_exist')
    expect(await transfersOf(giver)).toEqual([])
    await Promise.all([first, theirs].map(({ device }) => device.end()))
  })
})

describe('what happens at once', () => {
  /** The owners of a device; there must be exactly one. */
  const homesOf = async (deviceId: string) => {
    const homes = await Promise.all(
      [giver, receiver].map(async (person) => deviceId in (await devicesOf(person))),
    )
    return homes
      .map((isThere, index) => (isThere ? ['giver', 'receiver'][index] : null))
      .filter((home) => home !== null)
  }

  it('takes one of many acceptances, on two instances', async () => {
    const shade = await twoHomes('roller_shutter')
    const twin = await app.twin()
    const token = await mailedOffer(mailServer, giver, receiver, shade.id)
    const there = createTestClient(twin)
    there.setCookie(receiver.client.cookie())
    const clients = [receiver, { client: there, email: receiver.email }]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => accept(clients[index % 2] ?? receiver, token)),
    )
    const verdicts = answers.map(verdictOf)
    expect(verdicts.filter((verdict) => verdict === '200')).toHaveLength(1)
    for (const verdict of verdicts) expect(['200', INVALID, '409 device_busy']).toContain(verdict)
    expect(await homesOf(shade.id)).toEqual(['receiver'])
    await twin.close()
    await shade.device.end()
  })

  it.each(['cancel', 'delete', 'offer again', 'rename'] as const)(
    'leaves a device in one home while it is accepted: %s',
    async (what) => {
      for (let round = 0; round < 4; round += 1) {
        const shade = await twoHomes('roller_shutter', { name: 'Round' })
        const third = await confirmedPerson(app)
        const token = await mailedOffer(mailServer, giver, receiver, shade.id)
        const others = {
          cancel: () => cancel(giver, shade.id),
          delete: () => giver.client.delete(shade.id, true),
          'offer again': () => offerTo(giver, shade.id, third.email),
          rename: () => askDevice(giver.client, 'rename', { token: shade.id, name: 'Renamed' }),
        }
        const [answer] = await Promise.all([accept(receiver, token), others[what]()])
        const homes = await homesOf(shade.id)
        if (answer.status === 200) expect(homes).toEqual(['receiver'])
        else {
          expect([INVALID, '409 device_busy']).toContain(verdictOf(answer))
          const { rows } = await app.database.pool.query(
            'select owner_id, is_claimable from devices where id = $1',
            [shade.id],
          )
          // After a deletion the device is in no home and can be claimed again.
          expect(homes.length === 1 || (what === 'delete' && rows[0].owner_id === null)).toBe(true)
        }
        await shade.device.end()
      }
    },
  )
})
