import { type Scenario, scenarioSchema, scenarioStatusSchema } from '@senca/contract/automation'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { createGuest, makeLink } from '#testing/homes/link-home.ts'
import { createPerson, giveRole, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { openSignedInSocket, type TestSocket } from '#testing/test-socket.ts'

let app: TestApp
let twin: Awaited<ReturnType<TestApp['twin']>>
beforeAll(async () => {
  app = await createTestApp()
  twin = await app.twin()
})
afterAll(() => app.close())

const ask = (client: Person, call: string, json: object) =>
  client.ok(client.api('POST', `/auth/api/v1/scenario/${call}`, { json }))
const infoOf = async (client: Person, id: string): Promise<Scenario> =>
  scenarioSchema.parse(await client.ok(client.api('GET', `/auth/api/v1/scenario/info?id=${id}`)))
const settle = (client: Person, call: 'create' | 'update', json: object) =>
  client.ok(client.api('POST', `/auth/api/v1/home/${call}`, { json }))
const ofScenarios = ({ received }: TestSocket) =>
  received.filter(({ subject }) => subject.startsWith('scenario.'))
const AT_SEVEN = { type: 'TimeOfDay', hour: 7, minute: 0 }

it('each change of a scenario is published to every page of its account, whole and on any instance, and to nobody else', async () => {
  const owner = await createPerson(app)
  const other = await createPerson(app)
  await settle(owner, 'create', { name: 'Home', lat: 46.0569, lon: 14.5058 })
  // It acknowledges its command later, because a run by hand ends with that.
  const { id: deviceId, device } = await moveIn(app, owner, 'roller_shutter', {
    state: { position: 0 },
    onCommand: () => {},
  })
  const { token } = await makeLink(app, owner, [deviceId])
  const pages = await Promise.all(
    [app, twin].map(async (at) => openSignedInSocket(at, await owner.websocketToken())),
  )
  const outside = [
    await openSignedInSocket(app, await other.websocketToken()),
    await openSignedInSocket(app, await createGuest(app, token).goodWebsocketToken()),
  ]
  /** The next message of a subject that each page of the account receives. */
  const notified = async (subject: Parameters<TestSocket['next']>[0], cause: () => Promise<unknown>) => {
    const from = pages.map(({ received }) => received.length)
    await cause()
    const messages = await Promise.all(pages.map((page, index) => page.next(subject, from[index])))
    expect(messages[1]).toEqual(messages[0])
    return messages[0]?.data
  }

  let id = ''
  const created = await notified('scenario.created', async () => {
    const json = { name: 'Morning', enabled: true, targets: [deviceId], triggers: [AT_SEVEN] }
    const made = await ask(owner, 'create', { ...json, actions: [{ type: 'MoveSelf', position: 0.5 }] })
    id = scenarioSchema.parse(made).id
  })
  const scenario = await infoOf(owner, id)
  expect(created).toEqual({ scenarioId: id, scenario })

  const updated = await notified('scenario.updated', () => ask(owner, 'update', { id, name: 'Noon' }))
  expect(updated).toEqual({ scenarioId: id, scenario: { ...scenario, name: 'Noon' } })

  const skipped = await notified('scenario.status_updated', () =>
    ask(owner, 'skip', { id, at: scenario.nextAt, skip: true }),
  )
  const { nextAt } = await infoOf(owner, id)
  expect(nextAt).not.toBe(scenario.nextAt)
  expect(skipped).toEqual({ scenarioId: id, status: 'idle', nextAt, lastRun: null })

  const moved = await notified('scenario.status_updated', () =>
    settle(owner, 'update', { lat: 35.68, lon: 139.69, timezone: null }),
  )
  expect(scenarioStatusSchema.parse(moved).nextAt).toBe((await infoOf(owner, id)).nextAt)

  let ran: Promise<unknown> | undefined
  const running = await notified('scenario.status_updated', async () => {
    ran = ask(owner, 'run', { id })
  })
  expect(running).toMatchObject({ status: 'running', lastRun: null, progress: { done: 0, of: 1 } })
  await expect.poll(() => device.received.length).toBe(1)
  for (const command of device.received) device.succeed(command)
  await ran
  // The device has acknowledged its command, and is not at rest yet.
  expect(await infoOf(owner, id)).toMatchObject({ status: 'running', lastRun: null })
  device.report({ position: 0.5 })
  await expect
    .poll(() => pages.map((page) => scenarioStatusSchema.parse(ofScenarios(page).at(-1)?.data).lastRun))
    .toEqual([{ at: expect.any(String), outcome: 'done' }, expect.anything()])

  expect(await notified('scenario.deleted', () => ask(owner, 'delete', { id }))).toEqual({ scenarioId: id })
  expect(outside.flatMap(ofScenarios)).toEqual([])
  for (const socket of [...pages, ...outside]) socket.end()
  await device.end()
})

it('a run lasts until each device is at rest or has failed, and says how many are [SC13]', async () => {
  const owner = await createPerson(app)
  const commanded = new Set<number>()
  const shades = await Promise.all(
    [0, 1, 2].map((index) =>
      moveIn(app, owner, 'roller_shutter', {
        state: { position: 0 },
        // With an external broker the end of its connection is known at once by this.
        session: 1,
        onCommand(command, own) {
          commanded.add(index)
          own.succeed(command)
        },
      }),
    ),
  )
  const [first, second, third] = shades
  if (first === undefined || second === undefined || third === undefined) throw new Error('no shades')
  await third.device.end()
  await vi.waitFor(async () => expect((await owner.info(third.id))[third.id]?.connected).toBe(false))
  const targets = shades.map(({ id }) => id)
  const json = { name: 'Half', enabled: true, targets, triggers: [] }
  const { id } = scenarioSchema.parse(
    await ask(owner, 'create', { ...json, actions: [{ type: 'MoveSelf', position: 0.5 }] }),
  )
  const page = await openSignedInSocket(app, await owner.websocketToken())
  const newest = () => scenarioStatusSchema.parse(ofScenarios(page).at(-1)?.data)
  const ran = ask(owner, 'run', { id })
  await vi.waitFor(() => expect(commanded.size).toBe(2))
  let moments = 10
  await vi.waitFor(async () => {
    // With an external broker, a command for an offline device waits for a moment of this clock.
    if (moments-- > 0) await app.clock.advanceAsync(300)
    expect(newest()).toMatchObject({ status: 'running', progress: { done: 1, of: 3 } })
  })
  await ran
  expect(await infoOf(owner, id)).toMatchObject({ progress: { done: 1, of: 3 }, lastRun: null })
  first.device.report({ status: 'moving', position: 0.2 })
  first.device.report({ status: 'ready', position: 0.5 })
  await vi.waitFor(() => expect(newest()).toMatchObject({ status: 'running', progress: { done: 2, of: 3 } }))
  // Something stops the second one on its way.
  second.device.report({ status: 'moving', position: 0.2 })
  second.device.report({ status: 'ready', position: 0.3 })
  await vi.waitFor(() => expect(newest()).toMatchObject({ status: 'idle', lastRun: { outcome: 'part' } }))
  expect(newest()).not.toHaveProperty('progress')
  expect(await infoOf(owner, id)).not.toHaveProperty('progress')
  page.end()
  for (const { device } of [first, second]) await device.end()
})

it('the owner of shared devices is notified of scenarios that others make of them, and their maker of those that the owner ends', async () => {
  const owner = await createPerson(app)
  const holder = await createPerson(app)
  const { id: deviceId, device } = await moveIn(app, owner, 'roller_shutter', { state: { position: 0 } })
  await giveRole(owner, { permissions: ['command'], devices: [deviceId], users: [holder.email] })
  const pages = [
    await openSignedInSocket(app, await owner.websocketToken()),
    await openSignedInSocket(app, await holder.websocketToken()),
  ]
  const json = { name: 'Lent', enabled: true, targets: [deviceId], triggers: [] }
  const made = await ask(holder, 'create', { ...json, actions: [{ type: 'MoveSelf', position: 0.5 }] })
  const { id } = scenarioSchema.parse(made)
  const created = await Promise.all(pages.map((page) => page.next('scenario.created')))
  expect(created.map(({ data }) => Object(data).scenario.madeBy)).toEqual([holder.email, null])
  await ask(owner, 'delete', { id })
  for (const page of pages) expect((await page.next('scenario.deleted')).data).toEqual({ scenarioId: id })
  for (const page of pages) page.end()
  await device.end()
})

it('a firing that waited for its device is published as running once its command is sent, and then with its outcome', async () => {
  const owner = await createPerson(app)
  await settle(owner, 'create', { name: 'Home', lat: 46.0569, lon: 14.5058, timezone: 'UTC' })
  const {
    id: deviceId,
    secret,
    device,
  } = await moveIn(app, owner, 'roller_shutter', { state: { position: 0 }, session: 1 })
  device.cut()
  await vi.waitFor(async () => expect((await owner.info(deviceId))[deviceId]?.connected).toBe(false))
  const due = new Date(Math.ceil((app.clock.now().getTime() + 60_000) / 60_000) * 60_000)
  const trigger = { type: 'TimeOfDay', hour: due.getUTCHours(), minute: due.getUTCMinutes() }
  const json = { name: 'Soon', enabled: true, targets: [deviceId], triggers: [trigger] }
  const made = await ask(owner, 'create', { ...json, actions: [{ type: 'MoveSelf', position: 0.5 }] })
  const { id } = scenarioSchema.parse(made)
  const page = await openSignedInSocket(app, await owner.websocketToken())
  const notified = () => ofScenarios(page).map(({ data }) => scenarioStatusSchema.parse(data))
  const pass = () => app.clock.advanceAsync(500)
  while (app.clock.now() < due) await pass()
  const historyOf = () => owner.ok(owner.api('GET', `/auth/api/v1/scenario/history?id=${id}`))
  await vi.waitFor(async () => {
    await pass()
    expect(await historyOf()).toMatchObject([{ outcome: 'part' }])
  })
  const back = await connectFakeDevice({
    mqtt: app.mqtt,
    id: deviceId,
    secret,
    type: 'roller_shutter',
    session: 2,
    totalRestarts: 2,
  })
  const moves = () => back.received.filter(({ command }) => command === 'move')
  await vi.waitFor(async () => {
    await pass()
    expect(moves()).toHaveLength(1)
  })
  await vi.waitFor(() => expect(notified().at(-1)).toMatchObject({ status: 'running', lastRun: null }))
  const [command] = moves()
  if (command === undefined) throw new Error('no command')
  back.succeed(command)
  back.report({ position: 0.5 })
  await vi.waitFor(async () => expect((await owner.info(deviceId))[deviceId]?.state.position).toBe(0.5))
  await vi.waitFor(async () => {
    await pass()
    expect(notified().at(-1)).toMatchObject({ status: 'idle', lastRun: { outcome: expect.any(String) } })
  })
  page.end()
  await back.end()
})
