import { deviceInfoSchema } from '@senca/contract'
import { bridgeSecretSchema } from '@senca/contract/bridges'
import { webhookSchema, webhookSecretSchema } from '@senca/contract/webhooks'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startWebhookReceiver, type WebhookReceiver } from '#testing/doubles/webhook-receiver.ts'
import { API, askBridges, callBy, createBridge } from '#testing/homes/bridge-home.ts'
import { createPerson, freezeSharing, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import {
  askWebhooks,
  createWebhook,
  listDeliveries,
  listWebhooks,
  testWebhook,
} from '#testing/homes/webhook-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { refusalOf } from '#testing/test-client.ts'

const ALL_EVENTS = ['device.state', 'device.connection', 'door.opened', 'door.closed', 'lock.changed']

let app: TestApp
let receiver: WebhookReceiver
let anna: Person
let bor: Person
let shade: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})
beforeEach(async () => {
  anna = await createPerson(app)
  bor = await createPerson(app)
  shade = await moveIn(app, anna, 'roller_shutter', { state: { position: 0.2 } })
  receiver.received.length = 0
  receiver.answerWith(200)
  return () => shade.device.end()
})

/** A webhook of a new connected app with these devices. */
const hooked = async (deviceIds: readonly string[], more: object = {}, app: object = {}) => {
  const bridge = await createBridge(anna, deviceIds, app)
  const url = `${receiver.url}/${crypto.randomUUID()}`
  const hook = await createWebhook(anna, { bridge: bridge.id, url, events: ALL_EVENTS, ...more })
  return { bridge, url, ...hook }
}
const arrived = (count: number) => vi.waitFor(() => expect(receiver.received).toHaveLength(count))

describe('the calls of webhooks', () => {
  it('make one with a secret that is shown once, and change, list and delete it', async () => {
    const bridge = await createBridge(anna, [shade.id])
    const url = 'https://hooks.example/senca?x=1'
    const made = await createWebhook(anna, {
      bridge: bridge.id,
      url,
      events: ['device.state', 'device.state'],
    })
    expect(Object.keys(made)).toEqual(['id', 'secret'])
    expect(Buffer.from(made.secret.slice('whsec_'.length), 'base64')).toHaveLength(32)
    const shown = {
      id: made.id,
      bridge: bridge.id,
      url,
      events: ['device.state'],
      devices: null,
      enabled: true,
      problem: null,
      createdAt: expect.any(String),
      failingSince: null,
    }
    expect(await listWebhooks(anna)).toEqual([shown])
    expect(await listWebhooks(bor)).toEqual([])
    const changed = await anna.ok(
      askWebhooks(anna, 'update', {
        id: made.id,
        events: ['door.opened'],
        devices: [shade.id],
        enabled: false,
      }),
    )
    expect(webhookSchema.parse(changed)).toEqual({
      ...shown,
      events: ['door.opened'],
      devices: [shade.id],
      enabled: false,
    })
    expect(await anna.ok(askWebhooks(anna, 'update', { id: made.id, devices: null }))).toMatchObject({
      events: ['door.opened'],
      devices: null,
    })
    for (const call of ['update', 'delete', 'test', 'rotate'])
      expect([call, refusalOf(await askWebhooks(bor, call, { id: made.id }))]).toMatchObject([
        call,
        { status: 404, error: 'resource_not_found', key: 'id' },
      ])
    expect(await anna.ok(askWebhooks(anna, 'delete', { id: made.id }))).toEqual({})
    expect(await listWebhooks(anna)).toEqual([])
  })

  it('refuse what no webhook can be', async () => {
    const other = await createBridge(bor, [])
    const { id: bridge } = await createBridge(anna, [shade.id])
    const good = { bridge, url: 'https://hooks.example/', events: ['device.state'] }
    for (const [more, refusal] of [
      [{ bridge: other.id }, { status: 404, error: 'resource_not_found', key: 'bridge' }],
      [{ bridge: 'nothing' }, { status: 404, error: 'resource_not_found', key: 'bridge' }],
      [{ events: [] }, { status: 400, error: 'malformed_request', key: 'events' }],
      [{ events: ['door.unlocked'] }, { status: 400, error: 'malformed_request' }],
      [{ devices: ['nothing0'] }, { status: 404, error: 'device_not_exist', device_id: 'nothing0' }],
      ...[
        'nothing',
        'ftp://hooks.example/',
        'https://user@hooks.example/',
        'https://:pass@hooks.example/',
        'https://hooks.example:80/',
        'https://hooks.example:1023/',
        'http://hooks.example/',
        'http://127.0.0.1/',
        'https://169.254.169.254/latest',
        'https://[::]/',
        'https://0.0.0.0/',
        'https://[fe80::1]/',
        'https://[::ffff:169.254.169.254]/',
        'http://8.8.8.8:8080/',
        `http://127.0.0.1:${app.mqtt.port}/`,
        'https://hooks.example/#part',
      ].map((url) => [{ url }, { status: 400, error: 'malformed_request', key: 'url' }] as const),
    ] as const)
      expect([more, refusalOf(await askWebhooks(anna, 'create', { ...good, ...more }))]).toMatchObject([
        more,
        refusal,
      ])
    expect(await listWebhooks(anna)).toEqual([])
  })

  it('are for confirmed accounts, not for tokens, and make at most ten', async () => {
    const stranger = await createPerson(app, false)
    expect(refusalOf(await stranger.api('GET', `${API}/webhook/list`))).toMatchObject({
      error: 'account_confirmation_required',
    })
    const { id: bridge, secret } = await createBridge(anna, [shade.id])
    const json = { bridge, url: 'https://hooks.example/', events: ['device.state'] }
    expect(await callBy(app, secret, 'POST', `${API}/webhook/create`, json)).toMatchObject({
      status: 403,
      body: { error: 'insufficient_permission' },
    })
    const made = await Promise.all(Array.from({ length: 12 }, () => askWebhooks(anna, 'create', json)))
    expect(made.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(made.filter(({ status }) => status === 409).map(({ body }) => body)).toMatchObject([
      { error: 'webhooks_limit_exceeded' },
      { error: 'webhooks_limit_exceeded' },
    ])
  })

  it('end with their connected app', async () => {
    const { bridge } = await hooked([shade.id])
    await anna.ok(askBridges(anna, 'delete', { id: bridge.id }))
    expect(await listWebhooks(anna)).toEqual([])
  })
})

describe('an event [BR54]', () => {
  it('arrives signed, with the device as the app sees it', async () => {
    const { secret, bridge, id } = await hooked([shade.id])
    shade.device.report({ position: 0.4 })
    await arrived(1)
    const [hook] = receiver.received
    expect(hook?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(new Webhook(secret).verify(hook?.raw ?? '', Object(hook?.headers))).toEqual(hook?.body)
    expect(hook?.body).toMatchObject({ type: 'device.state', timestamp: app.clock.now().toISOString() })
    const info = await callBy(app, bridge.secret, 'GET', `${API}/device/info?devicetoken=${shade.id}`)
    expect(hook?.body.data).toEqual(Object(info.body)[shade.id])
    expect(deviceInfoSchema.parse(hook?.body.data).totalStateUpdates).toBeGreaterThan(0)
    expect(await listDeliveries(anna, id)).toEqual([
      {
        id: hook?.id,
        event: 'device.state',
        at: app.clock.now().toISOString(),
        attempts: 1,
        status: 200,
        nextAt: null,
      },
    ])
  })

  it('says that a movement begins and ends and not what lies between, at most once a second', async () => {
    await hooked([shade.id])
    shade.device.report({ status: 'closing', position: 0.2 })
    await arrived(1)
    for (const position of [0.3, 0.4, 0.5]) shade.device.report({ status: 'closing', position })
    shade.device.report({ status: 'ready', position: 0.6 })
    shade.device.report({ status: 'ready', position: 0.61 })
    await vi.waitFor(async () =>
      expect((await anna.info(shade.id))[shade.id]?.state).toMatchObject({ position: 0.61 }),
    )
    expect(receiver.received).toHaveLength(1)
    app.clock.advance(1_000)
    await arrived(2)
    expect(receiver.received.map(({ body }) => body.data.state)).toMatchObject([
      { status: 'closing' },
      { status: 'ready', position: 0.61 },
    ])
  })

  it('says that a door opens, closes and is locked, and that a device connects', async () => {
    const state = {
      magneticSensorConnected: true,
      magneticSensorOpen: false,
      motorLockConnected: true,
      motorLockLocked: false,
    }
    const door = await moveIn(app, anna, 'home_door', { state })
    await hooked([door.id], { events: ALL_EVENTS.slice(1) })
    door.device.report({ ...state, magneticSensorOpen: true })
    await arrived(1)
    door.device.report(state)
    await arrived(2)
    door.device.report({ ...state, motorLockLocked: true })
    await arrived(3)
    await door.device.end()
    await arrived(4)
    expect(receiver.received.map(({ body }) => body.type)).toEqual([
      'door.opened',
      'door.closed',
      'lock.changed',
      'device.connection',
    ])
    expect(receiver.received.map(({ body }) => Object(body.data.state).magneticSensorOpen)).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(receiver.received.at(-1)?.body.data).toMatchObject({ connected: false })
  })

  it('is of the named devices of the app, and of those alone', async () => {
    const other = await moveIn(app, anna, 'awning', { state: { position: 0 } })
    const hidden = await moveIn(app, anna, 'awning', { state: { position: 0 } })
    await hooked([shade.id, other.id], { devices: [other.id] })
    for (const { device } of [shade, hidden]) device.report({ position: 0.9 })
    other.device.report({ position: 0.5 })
    await arrived(1)
    expect(receiver.received[0]?.body.data).toMatchObject({ id: other.id })
    for (const { device } of [other, hidden]) await device.end()
  })

  it('says that a command failed', async () => {
    const blind = await moveIn(app, anna, 'awning', {
      state: { position: 0 },
      onCommand: (command, own) => own.refuse(command, 'device_busy'),
    })
    await hooked([blind.id], { events: ['command.failed'] })
    const results = await anna.move([{ token: blind.id, command: 'move', position: 50 }])
    expect(results).toMatchObject([{ status: 'error' }])
    await arrived(1)
    expect(receiver.received[0]?.body).toMatchObject({
      type: 'command.failed',
      data: { id: blind.id, command: 'move', result: { status: 'error', error: Object(results[0]).error } },
    })
    await blind.device.end()
  })
})

describe('what a webhook gets ends [BR4] [BR5]', () => {
  it('while the app is paused, and does not come later', async () => {
    const { id } = await hooked([shade.id])
    receiver.answerWith(500)
    shade.device.report({ position: 0.4 })
    await arrived(1)
    await freezeSharing(anna, true)
    shade.device.report({ position: 0.5 })
    await vi.waitFor(async () =>
      expect((await anna.info(shade.id))[shade.id]?.state).toMatchObject({ position: 0.5 }),
    )
    app.clock.advance(7_000)
    await vi.waitFor(async () => expect(await listDeliveries(anna, id)).toMatchObject([{ nextAt: null }]))
    expect(refusalOf(await askWebhooks(anna, 'test', { id }))).toMatchObject({
      status: 403,
      error: 'insufficient_permission',
      key: 'frozen',
    })
    await freezeSharing(anna, false)
    app.clock.advance(7_000)
    receiver.answerWith(200)
    shade.device.report({ position: 0.6 })
    await arrived(2)
    expect(receiver.received.at(-1)?.body.data.state).toMatchObject({ position: 0.6 })
  })

  it('for a device that is taken out of the app, also for what waits', async () => {
    const other = await moveIn(app, anna, 'awning', { state: { position: 0 } })
    const { id, bridge } = await hooked([shade.id, other.id])
    receiver.answerWith(500)
    shade.device.report({ position: 0.4 })
    other.device.report({ position: 0.4 })
    await arrived(2)
    await anna.ok(
      askBridges(anna, 'update', { id: bridge.id, grants: { [other.id]: { permissions: ['view'] } } }),
    )
    receiver.answerWith(200)
    shade.device.report({ position: 0.8 })
    app.clock.advance(7_000)
    await arrived(3)
    expect(receiver.received.at(-1)?.body.data).toMatchObject({ id: other.id })
    await vi.waitFor(async () =>
      expect((await listDeliveries(anna, id)).map(({ nextAt }) => nextAt)).toEqual([null, null]),
    )
    await other.device.end()
  })

  it('when it is switched off or deleted, also for what waits', async () => {
    for (const end of ['update', 'delete']) {
      const { id } = await hooked([shade.id])
      receiver.received.length = 0
      receiver.answerWith(500)
      shade.device.report({ position: end === 'update' ? 0.4 : 0.5 })
      await arrived(1)
      await anna.ok(askWebhooks(anna, end, { id, ...(end === 'update' ? { enabled: false } : {}) }))
      app.clock.advance(7_000)
      await testWebhook(anna, (await hooked([])).id)
      await vi.waitFor(() => expect(receiver.of('webhook.test')).toHaveLength(1))
      expect(receiver.of('device.state')).toHaveLength(1)
      receiver.answerWith(200)
      app.clock.advance(1_000)
    }
  })
})

describe('a secret', () => {
  it('that is replaced signs beside the new one for 24 hours', async () => {
    const { id, secret: old } = await hooked([shade.id])
    const { secret } = webhookSecretSchema.parse(await anna.ok(askWebhooks(anna, 'rotate', { id })))
    expect(secret).not.toBe(old)
    await testWebhook(anna, id)
    await arrived(1)
    const [hook] = receiver.received
    for (const each of [old, secret])
      expect(new Webhook(each).verify(hook?.raw ?? '', Object(hook?.headers))).toMatchObject({
        type: 'webhook.test',
        data: { webhookId: id },
      })
    app.clock.advance(86_400_000)
    anna.forgetApiToken()
    await testWebhook(anna, id)
    await arrived(2)
    expect(String(receiver.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1)
  })

  it('of a token is another one, which signs nothing', async () => {
    const { bridge, id } = await hooked([shade.id])
    bridgeSecretSchema.parse(await anna.ok(askBridges(anna, 'secret', { id: bridge.id })))
    await testWebhook(anna, id)
    await arrived(1)
  })
})
