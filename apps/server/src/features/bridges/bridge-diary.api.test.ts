import { securityEventsSchema } from '@senca/contract/account'
import { type ActivityEntry, activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import { eventually } from '#testing/eventually.ts'
import { API, askBridges, callBy, createBridge } from '#testing/homes/bridge-home.ts'
import { createNeighbors, freezeSharing, type Person, passTime, timeIn } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const BOTH = ['devices:read', 'devices:command'] as const

let mailServer: TestMailServer
let app: TestApp
let anna: Person
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
  ;({ anna, shade } = await createNeighbors(app))
  return () => shade.device.end()
})

const move = (secret: string, position: number, token = shade.id) =>
  callBy(app, secret, 'POST', `${API}/device/move`, {
    commands: [{ token, command: 'move', position }],
    wait: false,
  })
/** The entries of bridges, newest first. */
const entries = async (deviceId = shade.id): Promise<ActivityEntry[]> => {
  const all: ActivityEntry[] = []
  for (let before = ''; ; ) {
    const page = activityListSchema.parse(
      await anna.ok(anna.api('GET', `${API}/activity/list?devicetoken=${deviceId}${before}`)),
    )
    all.push(...page.entries.filter(({ origin }) => origin === 'bridge'))
    if (!page.more) return all
    before = `&before=${page.entries.at(-1)?.id}`
  }
}
const refused = (entry: ActivityEntry | undefined) => entry?.result?.error

describe('the diary of a connected app', () => {
  it('names the app, its kind and the way it came [BR7]', async () => {
    const { id, secret } = await createBridge(anna, [shade.id], { name: 'Night script', scopes: BOTH })
    await move(secret, 40)
    await vi.waitFor(async () =>
      expect(await entries()).toMatchObject([
        {
          origin: 'bridge',
          by: 'Night script',
          bridge: { id, kind: 'script', via: null },
          action: 'move',
          details: { position: 0.4 },
        },
      ]),
    )
    expect((await entries())[0]?.details).not.toHaveProperty('bridge')
  })

  it('has refusals by rights, limits, hours and the scope, and none of devices that it does not have [BR7]', async () => {
    const view = { grants: { [shade.id]: { permissions: ['view'] } }, scopes: BOTH }
    const viewer = await createBridge(anna, [], { ...view, name: 'Viewer' })
    await move(viewer.secret, 40)
    const low = { [shade.id]: { permissions: ['command'], limits: { maxPosition: 0.5 } } }
    const limited = await createBridge(anna, [], { grants: low, scopes: BOTH, name: 'Limited' })
    await move(limited.secret, 80)
    const reader = await createBridge(anna, [shade.id], { name: 'Reader' })
    await move(reader.secret, 40)
    const later = await createBridge(anna, [shade.id], {
      scopes: BOTH,
      validAfter: timeIn(app, DAY_MS),
      name: 'Later',
    })
    await move(later.secret, 40)
    const stop = { commands: [{ token: shade.id }] }
    await callBy(app, later.secret, 'POST', `${API}/device/abort`, stop)
    for (const body of [{ commands: 7 }, { commands: [7, { token: 7 }, {}] }, [], '"x"', null])
      expect((await callBy(app, later.secret, 'POST', `${API}/device/move`, body)).status).toBe(403)
    const stranger = await moveIn(app, anna, 'awning')
    await move(later.secret, 40, stranger.id)
    await move(viewer.secret, 40, stranger.id)
    await freezeSharing(anna, true)
    app.clock.advance(1_000)
    await move(limited.secret, 10)
    await vi.waitFor(async () =>
      expect((await entries()).map(({ by, action, result }) => [by, action, result?.error])).toEqual([
        ['Limited', 'move', 'insufficient_permission'],
        ['Later', 'stop', 'insufficient_permission'],
        ['Later', 'move', 'insufficient_permission'],
        ['Reader', 'move', 'insufficient_permission'],
        ['Limited', 'move', 'insufficient_permission'],
        ['Viewer', 'move', 'insufficient_permission'],
      ]),
    )
    expect(await entries(stranger.id)).toEqual([])
    await freezeSharing(anna, false)
    await stranger.device.end()
  })

  it('has the unlock that it never does [BR7]', async () => {
    const door = await moveIn(app, anna, 'home_door', { state: { motorLockState: 'locked' } })
    const { secret } = await createBridge(anna, [door.id], { scopes: BOTH })
    const commands = [{ token: door.id, command: 'unlock', lockType: 'motor' }]
    await callBy(app, secret, 'POST', `${API}/device/move`, { commands, wait: false })
    await vi.waitFor(async () =>
      expect(await entries(door.id)).toMatchObject([
        { action: 'unlock', result: { status: 'error', error: 'insufficient_permission' } },
      ]),
    )
    await door.device.end()
  })

  it('has at most 30 refusals an hour of a device, and then says how many it left out [BR7]', async () => {
    const other = await moveIn(app, anna, 'awning')
    const grants = Object.fromEntries([shade, other].map(({ id }) => [id, { permissions: ['view'] }]))
    const { secret } = await createBridge(anna, [], { grants, scopes: BOTH })
    for (let nth = 0; nth < 42; nth += 1) await move(secret, 40)
    await move(secret, 40, other.id)
    await vi.waitFor(async () => {
      expect(await entries()).toHaveLength(30)
      expect(await entries(other.id)).toHaveLength(1)
    })
    passTime(app, [anna], HOUR_MS)
    await move(secret, 40)
    await vi.waitFor(async () => expect(await entries()).toHaveLength(31))
    const [last, before] = await entries()
    expect(refused(last)).toBe('insufficient_permission')
    expect(last?.details.leftOut).toBe(12)
    expect(before?.details.leftOut).toBeUndefined()
    await other.device.end()
  })
})

const mailsOf = async ({ email }: Person): Promise<string[]> =>
  (await mailServer.to(email))
    .map(({ mail }) => mail.subject ?? '')
    .filter((subject) => /connected/.test(subject))
const trail = async (): Promise<unknown[]> =>
  securityEventsSchema
    .parse(await anna.ok(anna.call('GET', '/auth/account/events')))
    .events.filter(({ kind }) => kind.startsWith('bridge'))
    .map(({ kind, detail }) => [kind, detail])

describe('the owner', () => {
  it('finds making, changing and a new secret in the security trail and gets an e-mail of each [BR7]', async () => {
    const { id, name } = await createBridge(anna, [shade.id])
    await anna.ok(askBridges(anna, 'update', { id, name: 'Other' }))
    await anna.ok(askBridges(anna, 'update', { id, name: 'Other' }))
    await anna.ok(askBridges(anna, 'secret', { id, keepOldFor: 60 }))
    expect(await trail()).toEqual([
      ['bridge_secret_replaced', 'Other'],
      ['bridge_changed', 'Other'],
      ['bridge_created', name],
    ])
    await expect
      .poll(async () => (await mailsOf(anna)).toSorted())
      .toEqual([
        'Senca: a connected app has a new token',
        'Senca: a connected app was changed',
        'Senca: an app was connected',
      ])
  })

  it('is reminded 14 and 2 days before an end, once each, and not of an end that was near from the start [BR2]', async () => {
    const ENDS = 'Senca: a connected app ends soon'
    const endsOf = async () => (await mailsOf(anna)).filter((subject) => subject === ENDS).length
    const { id } = await createBridge(anna, [shade.id], { validBefore: timeIn(app, 20 * DAY_MS) })
    await createBridge(anna, [shade.id], { validBefore: timeIn(app, DAY_MS) })
    const passDays = async (days: number, mails: number) => {
      app.clock.advance(days * DAY_MS)
      anna.forgetApiToken()
      for (let nth = 0; nth < 3; nth += 1) await app.clock.advanceAsync(MINUTE_MS)
      await eventually(app, async () => expect(await endsOf()).toBe(mails), MINUTE_MS)
    }
    await passDays(5, 0)
    await passDays(1.5, 1)
    await passDays(3, 1)
    await passDays(9, 2)
    await anna.logIn(anna.email)
    await anna.ok(askBridges(anna, 'update', { id, validBefore: timeIn(app, 10 * DAY_MS) }))
    await passDays(8.5, 3)
    await passDays(3, 3)
  })
})
