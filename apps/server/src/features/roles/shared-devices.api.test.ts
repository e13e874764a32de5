import { activityListSchema } from '@senca/contract/activity'
import { accessListSchema } from '@senca/contract/links'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  askRoles,
  createNeighbors,
  createPerson,
  giveRole,
  listRoles,
  type Person,
  timeIn,
} from '#testing/homes/role-home.ts'
import type { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { errorOf, refusalOf, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let anna: Person
let bor: Person
let shade: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ anna, bor, shade } = await createNeighbors(app))
  return () => shade.device.end()
})

const inMs = (ms: number) => timeIn(app, ms)
const HOUR_MS = 3_600_000
const give = (permissions: string[], more: object = {}) =>
  giveRole(anna, { permissions, devices: [shade.id], users: [bor.email], ...more })

describe('the owner of shared devices', () => {
  it('sees every scenario that uses them, and may delete it and no more [SC21]', async () => {
    await give(['command'])
    const scenario = (client: TestClient, call: string, json: object) =>
      client.api('POST', `/auth/api/v1/scenario/${call}`, { json })
    const made = Object(
      await bor.ok(
        scenario(bor, 'create', {
          name: 'Down',
          enabled: true,
          targets: [shade.id],
          triggers: [],
          actions: [{ type: 'MoveSelf', position: 1 }],
        }),
      ),
    )
    const listed = (client: TestClient) => client.ok(client.api('GET', '/auth/api/v1/scenario/list'))
    expect(await listed(anna)).toEqual([{ ...made, madeBy: bor.email }])
    for (const [call, json] of [
      ['update', { id: made.id, name: 'Up' }],
      ['run', { id: made.id }],
    ] as const)
      expect(errorOf(await scenario(anna, call, json))).toBe('insufficient_permission')
    const stranger = await createPerson(app)
    expect(errorOf(await scenario(stranger, 'delete', { id: made.id }))).toBe('resource_not_found')
    await anna.ok(scenario(anna, 'delete', { id: made.id }))
    expect(await listed(bor)).toEqual([])
  })

  it('is the only one who moves held devices on their own responsibility', async () => {
    await give(['command', 'maintain'])
    const override = await bor.api('POST', '/auth/api/v1/device/override', {
      json: { token: shade.id, command: 'move', position: 1, reason: 'Because' },
    })
    expect(refusalOf(override)).toMatchObject({ status: 403, error: 'insufficient_permission' })
  })

  it('sees who did what by which role, and others see nothing of each other [RL4]', async () => {
    const cilka = await createPerson(app)
    await anna.move([{ token: shade.id, command: 'move', position: 10 }])
    app.clock.advance(1_000)
    const role = await give(['command'], { users: [bor.email, cilka.email] })
    await bor.move([{ token: shade.id, command: 'move', position: 40 }])
    const notified = async (client: TestClient) => {
      const answer = await client.ok(client.api('GET', `/auth/api/v1/activity/list?devicetoken=${shade.id}`))
      return activityListSchema
        .parse(answer)
        .entries.filter(({ action }) => action === 'move')
        .map(({ origin, by, role: used }) => ({ origin, by, role: used }))
    }
    const used = { id: role.id, name: role.name }
    const byBor = { origin: 'role', by: bor.email, role: used }
    await vi.waitFor(async () =>
      expect(await notified(anna)).toEqual([byBor, { origin: 'app', by: anna.email, role: null }]),
    )
    expect(await notified(bor)).toEqual([byBor])
    expect(await notified(cilka)).toEqual([{ ...byBor, by: null }])
    expect((await listRoles(anna))[0]?.users).toMatchObject([
      { email: bor.email, lastUsedAt: expect.any(String) },
      { email: cilka.email, lastUsedAt: null },
    ])
    const whole = await bor.ok(bor.api('GET', '/auth/api/v1/activity/list'))
    expect(activityListSchema.parse(whole).entries.map(({ deviceId }) => deviceId)).toContain(shade.id)
    await anna.ok(askRoles(anna, 'delete', { id: role.id }))
    const after = await bor.api('GET', `/auth/api/v1/activity/list?devicetoken=${shade.id}`)
    expect(errorOf(after)).toBe('device_not_exist')
    const nothing = await bor.ok(bor.api('GET', '/auth/api/v1/activity/list'))
    expect(activityListSchema.parse(nothing).entries).toEqual([])
  })

  it('reads what was changed by a role, also after its end, and who maintains meanwhile [RL5] [RL10]', async () => {
    const until = inMs(24 * HOUR_MS)
    const role = await give(['maintain'], { validBefore: until })
    const ask = (call: string, json: object) =>
      bor.ok(bor.api('POST', `/auth/api/v1/device/${call}`, { json: { token: shade.id, ...json } }))
    const maintenance = async () => (await anna.info(shade.id))[shade.id]?.maintenance
    expect(await maintenance()).toBeNull()
    await ask('rename', { name: 'West' })
    await ask('favourite', { position: 30 })
    await ask('settings', { settings: { motorInverted: true } })
    // The shade is already at its end. Attempts without effect are not part of the report.
    const json = { token: shade.id, direction: 'close', ms: 100 }
    expect((await bor.api('POST', '/auth/api/v1/device/test-move', { json })).status).toBe(409)
    await vi.waitFor(async () => expect(await maintenance()).toEqual({ email: bor.email, until }))
    const read = (client: TestClient) => client.api('GET', `/auth/api/v1/role/report?id=${role.id}`)
    const expected = [
      { action: 'rename', before: { name: shade.name }, after: { name: 'West' } },
      { action: 'favourite', before: null, after: { position: 0.3 } },
      { action: 'settings', after: { motorInverted: true } },
    ].map((entry) => ({ at: expect.any(String), deviceId: shade.id, ...entry }))
    expect((await read(anna)).body).toMatchObject(expected)
    expect(errorOf(await read(bor))).toBe('resource_not_found')
    await anna.ok(askRoles(anna, 'delete', { id: role.id }))
    expect((await read(anna)).body).toMatchObject(expected)
    expect(await maintenance()).toBeNull()
  })

  it('finds the users of roles in the list of who can open', async () => {
    const role = await give(['command'], { validBefore: inMs(HOUR_MS) })
    await give(['view'])
    const answer = await anna.ok(anna.api('GET', '/auth/api/v1/access/list'))
    expect(accessListSchema.parse(answer)).toMatchObject([
      { kind: 'owner' },
      { kind: 'role', id: role.id, name: bor.email, now: true, devices: [shade.id], state: 'active' },
    ])
    const theirs = await bor.ok(bor.api('GET', '/auth/api/v1/access/list'))
    expect(accessListSchema.parse(theirs)).toMatchObject([{ kind: 'owner', devices: [] }])
  })
})
