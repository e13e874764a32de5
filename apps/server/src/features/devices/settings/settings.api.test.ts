import { type DeviceType, deviceInfoSchema } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askDevice, claimUnseen, commandNames, receivedBy, refusal } from '#testing/device-calls.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const set = (token: string, settings: object, client = owner) =>
  askDevice(client, 'settings', { token, settings })
const settingsAfter = async (token: string, settings: object) =>
  deviceInfoSchema.parse(await owner.ok(set(token, settings))).settings
const settingsOf = async (id: string) => (await owner.info(id))[id]?.settings
const silent = { onCommand: () => {} }

describe('settings', () => {
  const inverted = { motorInverted: true }

  it('are changed as far as they are named, once the device took them', async () => {
    const home = await moveIn(app, owner, 'roller_shutter')
    expect(await settingsAfter(home.id, { ...inverted, switchType: 'push_button' })).toEqual({
      ...inverted,
      switchType: 'push_button',
    })
    expect(await settingsAfter(home.id, { switchInverted: false })).toEqual({
      ...inverted,
      switchType: 'push_button',
      switchInverted: false,
    })
    const sent = home.device.received.map(({ command, settings }) => [command, settings])
    expect(sent).toEqual([
      ['settings', { ...inverted, switchType: 'push_button' }],
      ['settings', { switchInverted: false }],
    ])
    await home.device.end()
  })

  it.each<[string, DeviceType, object, unknown[]]>([
    ['none', 'awning', {}, [400, 'data_missing', 'settings']],
    [
      'a tilt of an awning',
      'awning',
      { inclinationTime: 500 },
      [400, 'device_unsupported_action', 'inclinationTime'],
    ],
    [
      'one without a meaning beside one with',
      'awning',
      { motorInverted: true, unlockDuration: 3 },
      [400, 'device_unsupported_action', 'unlockDuration'],
    ],
    ['a motor of a light', 'light', inverted, [400, 'device_unsupported_action', 'motorInverted']],
    ['a motor of a door', 'home_door', inverted, [400, 'device_unsupported_action', 'motorInverted']],
    [
      'a kind of a door',
      'home_door',
      { devicetype: 'light' },
      [400, 'device_unsupported_action', 'devicetype'],
    ],
    ['another family', 'awning', { devicetype: 'home_door' }, [400, 'bad_command_value', 'devicetype']],
    [
      'another family beside its setting',
      'awning',
      { devicetype: 'home_door', unlockDuration: 3 },
      [400, 'bad_command_value', 'devicetype'],
    ],
    [
      'what the new kind lacks',
      'venetian_blind',
      { devicetype: 'awning', inclinationTime: 500 },
      [400, 'device_unsupported_action', 'inclinationTime'],
    ],
    ['a kind that is none', 'awning', { devicetype: 'boat' }, [400, 'malformed_request', undefined]],
    ['an unknown one', 'awning', { colour: 'red' }, [400, 'malformed_request', undefined]],
    [
      'a time that is too short',
      'venetian_blind',
      { inclinationTime: 99 },
      [400, 'malformed_request', undefined],
    ],
    [
      'a time that is no whole number',
      'venetian_blind',
      { inclinationTime: 500.5 },
      [400, 'malformed_request', undefined],
    ],
    ['null', 'awning', { motorInverted: null }, [400, 'malformed_request', undefined]],
  ])('are refused: %s', async (_name, type, settings, expected) => {
    const { id } = await claimUnseen(owner, type)
    expect(refusal(await set(id, settings))).toEqual(expected)
    expect(await settingsOf(id)).toEqual({})
  })

  it('that only a new kind has a meaning for come with it, and go with it', async () => {
    const home = await moveIn(app, owner, 'roller_shutter')
    const venetian = { devicetype: 'venetian_blind', inclinationTime: 900 }
    expect(await settingsAfter(home.id, venetian)).toEqual(venetian)
    expect(await settingsAfter(home.id, { devicetype: 'awning' })).toEqual({ devicetype: 'awning' })
    expect((await owner.info(home.id))[home.id]).toMatchObject({
      devicetype: 'awning',
      can: ['open', 'close', 'stop', 'setPosition', 'moveToVentilation', 'changeSettings', 'registerKey'],
    })
    await home.device.end()
  })

  it('are not changed when the device refuses them, is away or says nothing, names included [DV7]', async () => {
    const away = await claimUnseen(owner, 'light')
    expect(refusal(await set(away.id, { switchInverted: true, light1Name: 'Hall' }))).toEqual([
      409,
      'device_offline',
      undefined,
    ])
    expect(await settingsOf(away.id)).toEqual({})
    const home = await moveIn(app, owner, 'light', {
      state: { light1Brightness: 0 },
      onCommand: (command, device) => {
        if (device.received.length === 1) device.refuse(command, 'bad_command_value')
      },
    })
    expect(refusal(await set(home.id, { switchInverted: true, light1Name: 'Hall' }))).toEqual([
      400,
      'bad_command_value',
      undefined,
    ])
    const late = set(home.id, { switchInverted: true })
    const command = await vi.waitFor(() => {
      expect(home.device.received).toHaveLength(2)
      return home.device.received[1]
    })
    app.clock.advance(5_000)
    expect(refusal(await late)).toEqual([504, 'device_request_timeout', undefined])
    if (command !== undefined) home.device.succeed(command)
    home.device.report({ light1Brightness: 1 })
    await vi.waitFor(async () => expect((await owner.info(home.id))[home.id]?.state.light1Brightness).toBe(1))
    expect(await settingsOf(home.id)).toEqual({})
    home.device.report({ settings: { switchInverted: true } })
    await vi.waitFor(async () => expect(await settingsOf(home.id)).toEqual({ switchInverted: true }))
    await home.device.end()
  })

  it('that the device reports win over those that were set, but its words for its channels do not [DV7]', async () => {
    const home = await moveIn(app, owner, 'light', {
      state: { light1Brightness: 0, settings: { light1Name: 'Its own', light2Name: 'Its other' } },
    })
    expect(await settingsAfter(home.id, { switchInverted: true, light1Name: ' Hall ' })).toEqual({
      switchInverted: true,
      light1Name: 'Hall',
      light2Name: 'Its other',
    })
    home.device.report({ settings: { switchInverted: false, light1Name: 'Its own' } })
    await vi.waitFor(async () =>
      expect(await settingsOf(home.id)).toEqual({
        switchInverted: false,
        light1Name: 'Hall',
        light2Name: 'Its other',
      }),
    )
    await home.device.end()
  })

  it('are words for channels also while the device is away, which is sent nothing of them', async () => {
    const { id } = await claimUnseen(owner, 'light')
    expect(await settingsAfter(id, { light2Name: 'Stairs' })).toEqual({ light2Name: 'Stairs' })
    expect(refusal(await set(id, { light1Name: '' }))).toEqual([400, 'malformed_request', undefined])
    const home = await moveIn(app, owner, 'light', { state: { light1Brightness: 0 } })
    await settingsAfter(home.id, { light1Name: 'Table' })
    expect(commandNames(home.device)).toEqual([])
    await home.device.end()
  })

  it('are no words for a channel that the light has not', async () => {
    const home = await moveIn(app, owner, 'light', { state: { light1Brightness: 0 } })
    expect(refusal(await set(home.id, { light1Name: 'Table', light2Name: 'Stairs' }))).toEqual([
      400,
      'device_unsupported_action',
      'light2Name',
    ])
    expect(await settingsOf(home.id)).toEqual({})
    await home.device.end()
  })

  it('call a kind by any of its names', async () => {
    const home = await moveIn(app, owner, 'awning')
    expect(await settingsAfter(home.id, { devicetype: 'Roleta' })).toEqual({ devicetype: 'roller_shutter' })
    expect(home.device.received[0]?.settings).toEqual({ devicetype: 'roller_shutter' })
    home.device.report({ settings: { devicetype: 'TENDA' } })
    await vi.waitFor(async () => expect(await settingsOf(home.id)).toEqual({ devicetype: 'awning' }))
    await home.device.end()
  })

  it('are published to the sockets of every instance', async () => {
    const twin = await app.twin()
    const home = await moveIn(app, owner, 'roller_shutter')
    const token = await owner.websocketToken()
    const sockets = [await openSignedInSocket(app, token), await openSignedInSocket(twin, token)]
    const { body } = await set(home.id, { devicetype: 'awning' })
    expect(body).toMatchObject({ devicetype: 'awning' })
    for (const socket of sockets) {
      await vi.waitFor(() => {
        const updates = socket.received.flatMap((message) =>
          message.subject === 'device.updated' && message.data.deviceId === home.id
            ? [message.data.device]
            : [],
        )
        expect(updates).toContainEqual(
          expect.objectContaining({ devicetype: 'awning', settings: { devicetype: 'awning' } }),
        )
      })
      socket.end()
    }
    const elsewhere = await fetch(`${twin.url}/auth/api/v1/device/info?devicetoken=${home.id}`, {
      headers: { authorization: `Bearer ${await owner.apiToken()}` },
    })
    expect(await elsewhere.json()).toMatchObject({ [home.id]: { settings: { devicetype: 'awning' } } })
    await home.device.end()
    await twin.close()
  })

  it('that were asked for at once are all there, in the order in which the device took them [DV10]', async () => {
    const home = await moveIn(app, owner, 'roller_shutter')
    const answers = await Promise.all([
      set(home.id, { motorInverted: true }),
      set(home.id, { switchType: 'push_button' }),
      set(home.id, { motorInverted: false }),
      set(home.id, { switchInverted: true }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const inOrder: object[] = home.device.received.map(({ settings }) => Object(settings))
    const last = Object.assign({}, ...inOrder)
    expect(await settingsOf(home.id)).toEqual(last)
    const { rows } = await app.database.pool.query('select settings from devices where id = $1', [home.id])
    expect(rows).toEqual([{ settings: last }])
    await home.device.end()
  })

  it('let only so many stand in line, and nobody there for longer than five seconds [DV10]', async () => {
    const home = await moveIn(app, owner, 'roller_shutter', silent)
    const answers = Array.from({ length: 10 }, () => set(home.id, inverted))
    await receivedBy(home.device, 'settings')
    await vi.waitFor(async () => {
      const settled = await Promise.all(answers.map((each) => Promise.race([each, null])))
      const done = settled.filter((each) => each !== null)
      expect(done.map((each) => refusal(each)[1])).toEqual(Array(6).fill('device_busy'))
    })
    app.clock.advance(5_000)
    const codes = (await Promise.all(answers)).map((each) => String(refusal(each)[1]))
    expect(codes.toSorted()).toEqual([...Array(9).fill('device_busy'), 'device_request_timeout'])
    await home.device.end()
  })

  it('end in line when the device leaves [DV10]', async () => {
    const home = await moveIn(app, owner, 'roller_shutter', silent)
    const answers = [set(home.id, inverted), set(home.id, inverted)]
    const received = await receivedBy(home.device, 'settings')
    const deleting = owner.delete(home.id, true)
    await receivedBy(home.device, 'forget')
    home.device.refuse(received, 'device_busy')
    for (const answer of answers) expect(refusal(await answer)[1]).toBe('device_not_exist')
    app.clock.advance(5_000)
    await deleting
    await home.device.end()
  })

  it('survive a server that is killed right after the answer, also over what it had written before', async () => {
    const own = await createTestApp()
    const client = await createSignedInClient(own)
    const home = await moveIn(own, client, 'roller_shutter', {
      state: { settings: { motorInverted: false, switchType: 'normal' } },
      onCommand: (command, device) => device.succeed(command),
    })
    own.clock.advance(1_000)
    await vi.waitFor(async () => {
      const { rows } = await own.database.pool.query(
        'select settings from device_shadows where device_id = $1',
        [home.id],
      )
      expect(rows).toEqual([{ settings: { motorInverted: false, switchType: 'normal' } }])
    })
    await client.ok(set(home.id, inverted, client))
    // The clock does not advance, so nothing more is written behind.
    const { rows } = await own.database.pool.query(
      `select d.settings as kept, s.settings as accepted
       from devices d join device_shadows s on s.device_id = d.id where d.id = $1`,
      [home.id],
    )
    expect(rows).toEqual([{ kept: inverted, accepted: { motorInverted: true, switchType: 'normal' } }])
    await home.device.end()
    await own.restart()
    expect((await client.info(home.id))[home.id]?.settings).toEqual({
      motorInverted: true,
      switchType: 'normal',
    })
    await own.close()
  })

  it('of the hardware are forgotten with its factory reset, the words of the home are not [DV2]', async () => {
    const home = await moveIn(app, owner, 'light', {
      state: { light1Brightness: 0 },
      status: { factoryReset: false },
    })
    await settingsAfter(home.id, { switchInverted: true, light1Name: 'Hall' })
    home.device.publish('status', { connected: true, type: 'light', version: 2, factoryReset: true })
    await vi.waitFor(async () => expect(await settingsOf(home.id)).toEqual({ light1Name: 'Hall' }))
    await home.device.end()
  })

  it('do not reach a device that has left its home meanwhile', async () => {
    const home = await moveIn(app, owner, 'light', {
      state: { light1Brightness: 0 },
      onCommand: (command, device) => {
        if (command.command === 'forget') device.succeed(command)
      },
    })
    const answers = [set(home.id, { switchInverted: true }), set(home.id, { switchType: 'normal' })]
    const received = await receivedBy(home.device, 'settings')
    await owner.delete(home.id)
    home.device.succeed(received)
    for (const answer of answers) expect(refusal(await answer)).toEqual([404, 'device_not_exist', undefined])
    const next = await createSignedInClient(app)
    await next.claim(home.claimCode, 'Next')
    expect((await next.info(home.id))[home.id]?.settings).toEqual({})
    expect(
      home.device.received.filter(({ settings }) => Object.keys(Object(settings)).length > 0),
    ).toHaveLength(1)
    await home.device.end()
  })
})
