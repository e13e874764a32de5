import { type ActivityEntry, activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import {
  createSignedInClient,
  createTestClient,
  errorOf,
  newEmail,
  type TestClient,
} from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const list = async (client: TestClient, query = '') =>
  activityListSchema.parse(await client.ok(client.api('GET', `/auth/api/v1/activity/list?${query}`)))
const entriesOf = async (client: TestClient, deviceId: string): Promise<ActivityEntry[]> =>
  (await list(client, `devicetoken=${deviceId}`)).entries.filter(({ action }) => action !== 'claimed')

describe('the list', () => {
  it('shows another account nothing', async () => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter')
    device.report({ position: 1 })
    const other = await createSignedInClient(app)
    expect(await list(other)).toEqual({ entries: [], more: false })
    for (const call of ['list', 'export']) {
      const answer = await other.api('GET', `/auth/api/v1/activity/${call}?devicetoken=${id}`)
      expect([answer.status, errorOf(answer)]).toEqual([404, 'device_not_exist'])
    }
    const nonsense = await owner.api('GET', '/auth/api/v1/activity/list?before=x')
    expect([nonsense.status, errorOf(nonsense)]).toEqual([400, 'malformed_request'])
    await device.end()
  })

  it('stays with the owner of that time when a device changes hands [AC6]', async () => {
    const { id, claimCode, device, name } = await moveIn(app, owner, 'roller_shutter')
    device.report({ status: 'closing' })
    device.report({ status: 'ready', position: 1 })
    await vi.waitFor(async () => expect(await entriesOf(owner, id)).toHaveLength(1))
    device.publish('status', { connected: true, type: 'roller_shutter', version: 2, factoryReset: true })
    const next = await createSignedInClient(app)
    await vi.waitFor(() => next.claim(claimCode, 'Mine now'))
    device.report({ status: 'opening' })
    device.report({ status: 'ready', position: 0 })
    await vi.waitFor(async () =>
      expect(await entriesOf(next, id)).toMatchObject([{ deviceName: 'Mine now', details: { position: 0 } }]),
    )
    const { entries } = await list(owner)
    const own = entries.filter(({ deviceId }) => deviceId === id)
    expect(own).toMatchObject([
      { action: 'factory_reset', deviceName: name },
      { action: 'moved', deviceName: name },
      { action: 'claimed' },
    ])
    expect(errorOf(await owner.api('GET', `/auth/api/v1/activity/list?devicetoken=${id}`))).toBe(
      'device_not_exist',
    )
    await device.end()
  })

  it('comes in pages of fifty, and as one file', async () => {
    const client = await createSignedInClient(app)
    const { id, device } = await moveIn(app, client, 'home_door', {
      name: '=1+1, "x"',
      state: { magneticSensorConnected: true, magneticSensorOpen: false },
    })
    for (let n = 0; n < 60; n += 1) device.report({ magneticSensorOpen: n % 2 === 0 })
    await vi.waitFor(async () => {
      const first = await list(client)
      const rest = await list(client, `before=${first.entries.at(-1)?.id}`)
      expect([first.entries.length, first.more, rest.entries.length, rest.more]).toEqual([
        50,
        true,
        11,
        false,
      ])
    })
    const file = await client.api('GET', `/auth/api/v1/activity/export?devicetoken=${id}`)
    expect(file.headers.get('content-type')).toContain('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="senca-activity-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const lines = String(file.body).split('\r\n')
    expect(lines[0]).toMatch(/^time,device,device_id,origin,by,action,/)
    expect(lines).toHaveLength(1 + 61 + 1)
    expect(lines[1]).toContain(`,"'=1+1, ""x""",${id},wall_switch,,door_closed,`)
    await device.end()
  })

  it('leaves out what only a newer version understands, also a page of it', async () => {
    const client = await createSignedInClient(app)
    const { id, device } = await moveIn(app, client, 'light')
    await client.ok(
      client.api('POST', '/auth/api/v1/device/rename', { json: { token: id, name: 'Renamed' } }),
    )
    const actions = async () => (await list(client)).entries.map(({ action }) => action)
    await vi.waitFor(async () => expect(await actions()).toEqual(['rename', 'claimed']))
    const unknown = (action: string, details: object, count = 1) =>
      app.database.pool.query(
        `insert into activity_log (at, device_id, device_name, account_id, origin, action, details, keep)
         select now(), device_id, device_name, account_id, 'app', $2, $3, keep
         from activity_log, generate_series(1, $4) where device_id = $1 and action = 'claimed'`,
        [id, action, details, count],
      )
    await unknown('rename', { healthSign: 'of_the_future' })
    await unknown('polished', {}, 51)
    expect(await actions()).toEqual(['rename', 'claimed'])
    const file = await client.api('GET', `/auth/api/v1/activity/export?devicetoken=${id}`)
    expect(String(file.body).split('\r\n')).toHaveLength(1 + 2 + 1)
    await device.end()
  })

  it('contains after a stop what was recorded just before it', async () => {
    const own = await createTestApp()
    const client = createTestClient(own)
    const email = newEmail()
    await client.ok(client.register(email))
    const { id, device } = await moveIn(own, client, 'roller_shutter')
    await client.move([{ token: id, command: 'move', position: 0 }])
    own.clock.advance(1_000)
    device.report({ status: 'closing' })
    device.report({ status: 'ready', position: 1 })
    await vi.waitFor(async () => expect((await client.info(id))[id]?.state.position).toBe(1))
    await device.end()
    await own.restart()
    const again = createTestClient(own)
    await again.ok(again.logIn(email))
    expect(await entriesOf(again, id)).toMatchObject([
      { action: 'moved', details: { position: 1 } },
      { action: 'move', result: { status: 'success' } },
    ])
    await own.close()
  })
})
