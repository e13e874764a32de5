import { commandResultsSchema, websocketTokenSchema } from '@senca/contract'
import type { BridgeScope } from '@senca/contract/bridges'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandNames, receivedBy } from '#testing/device-calls.ts'
import { eventually } from '#testing/eventually.ts'
import { obedient } from '#testing/fake-device.ts'
import { API, askBridges, callBy, createBridge } from '#testing/homes/bridge-home.ts'
import { createPerson, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, refusalOf } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

const BOTH: BridgeScope[] = ['devices:read', 'devices:command']
const REFUSED = [{ status: 'error', error: 'insufficient_permission' }]

let app: TestApp
let twin: { url: string }
let anna: Person
beforeAll(async () => {
  app = await createTestApp()
  twin = await app.twin()
})
afterAll(() => app.close())
beforeEach(async () => {
  anna = await createPerson(app)
})

/** Lets time pass until a call is answered. */
async function passUntil<T>(call: Promise<T>): Promise<T> {
  let isAnswered = false
  void call.then(() => {
    isAnswered = true
  })
  await eventually(app, () => expect(isAnswered).toBe(true))
  return call
}

/** An app with a socket, and a shade that it may move. */
async function createApp(onCommand: NonNullable<Parameters<typeof moveIn>[3]>['onCommand']) {
  const shade = await moveIn(app, anna, 'roller_shutter', {
    state: { position: 0 },
    ...(onCommand === undefined ? {} : { onCommand }),
  })
  const { id, secret } = await createBridge(anna, [shade.id], { scopes: BOTH })
  const issued = await callBy(app, secret, 'GET', '/auth/account/websocket/token')
  const socket = await openSignedInSocket(app, websocketTokenSchema.parse(issued.body).token)
  const ask = (position: number, wait: boolean) =>
    callBy(app, secret, 'POST', `${API}/device/move`, {
      commands: [{ token: shade.id, command: 'move', position }],
      wait,
    })
  const move = async (position: number, wait = false) =>
    commandResultsSchema.parse((await ask(position, wait)).body)
  return {
    ...shade,
    ask,
    move,
    /** Takes the scope for commands, and nothing else, at another instance. */
    takeScope: async () => {
      const other = { ...createTestClient(twin), forgetApiToken: () => {} }
      await other.ok(other.logIn(anna.email))
      await other.ok(askBridges(other, 'update', { id, scopes: ['devices:read'] }))
    },
    async expectReading(position: number) {
      shade.device.report({ position })
      await vi.waitFor(() => expect(socket.received.at(-1)).toMatchObject({ data: { state: { position } } }))
      expect(refusalOf(await ask(50, false))).toMatchObject({ status: 403, error: 'insufficient_permission' })
    },
    async end() {
      socket.end()
      await shade.device.end()
    },
  }
}

describe('when only devices:command is taken from an app [BR1] [BR52]', () => {
  it('a command that its device has not answered is withdrawn and refused, and the socket goes on [CM11]', async () => {
    const own = await createApp(() => {})
    const answer = own.move(100)
    await receivedBy(own.device, 'move')
    await own.takeScope()
    await vi.waitFor(() => expect(commandNames(own.device)).toEqual(['move', 'withdraw']))
    expect(await passUntil(answer)).toMatchObject(REFUSED)
    await own.expectReading(0.2)
    await own.end()
  })

  it('a command that its device carries out anyway is a success [CM11]', async () => {
    const own = await createApp(() => {})
    const answer = own.move(100)
    const command = await receivedBy(own.device, 'move')
    await own.takeScope()
    await vi.waitFor(() => expect(commandNames(own.device)).toEqual(['move', 'withdraw']))
    own.device.succeed(command)
    expect(await answer).toMatchObject([{ status: 'success' }])
    await own.end()
  })

  it('an app that waits for a movement is refused at once, and sees where it ends [CM12]', async () => {
    const own = await createApp(obedient)
    const answer = own.move(100, true)
    await vi.waitFor(async () => expect((await anna.info(own.id))[own.id]?.state).toHaveProperty('target'))
    await own.takeScope()
    expect(await answer).toMatchObject(REFUSED)
    await own.expectReading(1)
    await own.end()
  })

  it('a command that waits for its turn is never sent [BR11]', async () => {
    const own = await createApp(obedient)
    expect(await own.move(10)).toMatchObject([{ status: 'success' }])
    // The one that came first is replaced by the other, which waits from then on.
    const answers = [own.move(80), own.move(90)]
    expect(await Promise.race(answers)).toMatchObject([{ error_detail: 'replaced' }])
    await own.takeScope()
    const results = await passUntil(Promise.all(answers))
    expect(results.flat().map((result) => Object(result).error_detail ?? Object(result).error)).toEqual(
      expect.arrayContaining(['replaced', 'insufficient_permission']),
    )
    expect(commandNames(own.device)).toEqual(['move'])
    await own.end()
  })
})
