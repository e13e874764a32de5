import { activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askDevice, commandNames } from '#testing/device-calls.ts'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import { createGuest, ENDED, makeLink, verdictOf } from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import {
  accept,
  accepted,
  devicesOf,
  mailedOffer,
  newestToken,
  offered,
  type Person,
  twoHomes,
} from '#testing/homes/transfer-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, GOOD_PASSWORD } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

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

const activityOf = async ({ client }: Person) =>
  activityListSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/activity/list'))).entries

describe('a device that changes hands', () => {
  it('goes with its name, settings and places, and keeps the state that it reported [DV27]', async () => {
    const { giver, receiver, ...shade } = await twoHomes(app, 'venetian_blind', {
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
    const received = shade.device.received.length
    const token = await mailedOffer(mailServer, giver, receiver, shade.id)
    const came = await accepted(receiver, token)
    const { room: _ofTheirs, ...same } = before ?? {}
    expect(came[shade.id]).toMatchObject(same)
    expect(await devicesOf(giver)).toEqual({})
    expect(await devicesOf(receiver)).toEqual({ [shade.id]: 'Salon' })
    // The hardware received nothing and works for its new owner.
    expect(shade.device.received).toHaveLength(received)
    expect(await receiver.client.move([{ token: shade.id, command: 'move', position: 40 }])).toMatchObject([
      { status: 'success' },
    ])
    expect(await giver.client.move([{ token: shade.id, command: 'move', position: 0 }])).toMatchObject([
      { error: 'device_not_exist' },
    ])
    await expect(giver.client.claim(shade.claimCode, 'Again')).rejects.toThrow('device_not_exist')
    await shade.device.end()
  })

  it('leaves links, groups, rooms, pins, the façade, scenarios and guards behind [DV27]', async () => {
    const { giver, receiver, ...door } = await twoHomes(app, 'home_door', {
      name: 'Front',
      state: { motorLockConnected: true },
    })
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
    const facade = [{ device: shade.id, x: 0, y: 0, w: 0.1, h: 0.1 }]
    await client.ok(
      client.call('POST', '/auth/account/preferences', { json: { pinned: [shade.id], facade } }),
    )
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

  it('is published at once as deleted and created on every instance, and its states to nobody but its owner', async () => {
    const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter')
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
    await accepted(receiver, token)
    for (const socket of [giving, givingThere]) await socket?.next('device.deleted')
    for (const socket of [receiving, receivingThere]) await socket?.next('device.created')
    shade.device.report({ position: 0.66 })
    for (const socket of [receiving, receivingThere])
      await vi.waitFor(() =>
        expect(socket?.received).toContainEqual(
          expect.objectContaining({
            subject: 'device.state_update',
            data: expect.objectContaining({ state: expect.objectContaining({ position: 0.66 }) }),
          }),
        ),
      )
    for (const socket of [giving, givingThere]) {
      const subjects = socket?.received.map(({ subject }) => subject) ?? []
      // Before, it still receives what its instance only then learns of the device.
      expect(subjects.slice(subjects.indexOf('device.deleted'))).not.toContain('device.state_update')
    }
    for (const socket of sockets) socket.end()
    await twin.close()
    await shade.device.end()
  })

  it.each([
    ['here', false],
    ['through another instance', true],
  ])(
    'ends the running command of the old owner with device_not_exist: %s [DV27]',
    async (_name, isElsewhere) => {
      const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter', {
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
    },
  )

  it('is in the activity of both homes, and earlier entries in one', async () => {
    const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter', { name: 'Hall' })
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
    const { giver, receiver, ...shade } = await twoHomes(app, 'roller_shutter', { name: 'Kitchen' })
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
