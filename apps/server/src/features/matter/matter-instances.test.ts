import { matterShareSchema } from '@senca/contract/matter'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { API } from '#testing/homes/bridge-home.ts'
import { createMatterHome, type MatterHome } from '#testing/homes/matter-home.ts'
import { SESSION_SECRET } from '#testing/test-app.ts'
import { createTestClient, newEmail, refusalOf, type TestClient } from '#testing/test-client.ts'

/** As instances that share a database. */
const SHARED = { MATTER: 'on', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SESSION_SECRET }
const SOON = { timeout: 300_000, interval: 100 }
const LIMIT = { timeout: 600_000 }
const DONE = { status: 'success' }

let home: MatterHome
let twin: Awaited<ReturnType<MatterHome['app']['twin']>>
/** One account, signed in at the instance that will control its nodes, and at the other one. */
let atKeeper: TestClient
let atOther: TestClient

beforeAll(async () => {
  home = await createMatterHome(SHARED)
  twin = await home.app.twin()
  const email = newEmail()
  atOther = createTestClient(home.app)
  await atOther.ok(atOther.register(email))
  await home.app.database.pool.query('update accounts set is_confirmed = true where email = $1', [email])
  atKeeper = createTestClient(twin)
  await atKeeper.ok(atKeeper.logIn(email))
})
afterAll(() => home?.close())

const keepers = async (): Promise<unknown[]> =>
  (await home.app.database.pool.query('select keeper from matter_keepers')).rows

describe('[HW32] Matter devices where two instances share a database', LIMIT, () => {
  let shadeId: string
  let doorId: string

  it('are added at one of them at a time, whichever is asked', async () => {
    const code = { code: home.device.qrCode, allowUncertified: true }
    const begun = await atKeeper.ok(home.post(atKeeper, 'commission', code))
    const { commissioningId } = Object(begun)
    const both = await Promise.all([
      home.post(atKeeper, 'commission', code),
      home.post(atOther, 'commission', code),
    ])
    for (const answer of both) expect(refusalOf(answer)).toMatchObject({ error: 'device_busy' })
    const progress = await vi.waitFor(async () => {
      const [here, there] = await Promise.all(
        [atKeeper, atOther].map((client) => client.ok(home.progressOf(client, commissioningId))),
      )
      expect(here).toMatchObject({ status: 'done' })
      expect(there).toEqual(here)
      return Object(there)
    }, SOON)
    const listed = await home.entitiesOf(atOther)
    expect(listed.map(({ id }) => id).toSorted()).toEqual(progress.entityIds.toSorted())
    expect(listed[0]?.state).toMatchObject({ available: true, position: 0.25 })
    expect(await home.nodesOf(atOther)).toMatchObject([{ vendor: 'Acme', online: true }])
    expect(await home.nodesOf(atOther)).toEqual(await home.nodesOf(atKeeper))
    expect(await keepers()).toHaveLength(1)
    expect(home.network.processes()).toHaveLength(2)
  })

  it('become devices at either, and are reported by the one that controls them', async () => {
    shadeId = (await home.add('cover', { devicetype: 'venetian_blind', name: 'Kitchen' }, atOther)).id
    for (const client of [atKeeper, atOther])
      await home.willBe(shadeId, { connected: true, state: { position: 0.25 } }, SOON.timeout, client)
    doorId = (await home.add(['lock', 'contact'], { devicetype: 'home_door', name: 'Door' }, atKeeper)).id
    for (const client of [atKeeper, atOther])
      await home.willBe(doorId, { state: { motorLockState: 'locked' } }, SOON.timeout, client)
  })

  it('are commanded through both', async () => {
    for (const [client, position, inclination] of [
      [atOther, 60, 40],
      [atKeeper, 30, 70],
      [atOther, 90, 20],
    ] as const) {
      home.device.messages.length = 0
      const moved = client.move([{ token: shadeId, command: 'move', position, inclination }], true)
      for (const seen of [atKeeper, atOther])
        await home.willBe(
          shadeId,
          { state: { status: 'ready', position: position / 100, inclination: inclination / 100 } },
          SOON.timeout,
          seen,
        )
      expect(await moved).toMatchObject([DONE])
      expect(home.device.messages.filter(({ moved: axis }) => axis === 'Lift')).toEqual([
        { moved: 'Lift', target: position * 100 },
      ])
    }
    const unlock = { token: doorId, command: 'unlock', lockType: 'motor' }
    home.device.messages.length = 0
    expect(await atOther.move([unlock])).toMatchObject([DONE])
    for (const client of [atKeeper, atOther])
      await home.willBe(doorId, { state: { motorLockState: 'unlocked' } }, SOON.timeout, client)
    expect(home.device.messages.filter(({ lockState }) => lockState !== undefined)).toHaveLength(1)
  })

  it('show a target of the other instance at once, and its refusals', async () => {
    expect(await atOther.move([{ token: shadeId, command: 'move', position: 0 }])).toMatchObject([DONE])
    await home.willBe(
      shadeId,
      { state: { status: 'opening', target: { position: 0 } } },
      SOON.timeout,
      atKeeper,
    )
    expect(await atOther.abort(shadeId)).toMatchObject([DONE])
    await home.willBe(shadeId, { state: { status: 'ready' } }, SOON.timeout, atKeeper)
    const refused = await atOther.api('POST', `${API}/matter/remove`, { json: { node: 'f'.repeat(16) } })
    expect(refusalOf(refused)).toMatchObject({ status: 404, key: 'node' })
  })

  it('are shared with another controller through the other instance', async () => {
    const [{ node } = { node: '' }] = await home.nodesOf(atOther)
    const { code } = matterShareSchema.parse(await atOther.ok(home.post(atOther, 'share', { node })))
    expect(code).toMatch(/^\d{11}$/)
  })

  it('go on by the other one at once when an instance ends', async () => {
    await twin.close()
    await eventually(home.app, async () => {
      expect((await atOther.info(shadeId))[shadeId]).toMatchObject({ connected: true })
      expect(await atOther.move([{ token: shadeId, command: 'move', position: 20 }])).toMatchObject([DONE])
    })
    await home.willBe(shadeId, { state: { status: 'ready', position: 0.2 } }, SOON.timeout, atOther)
    expect(await keepers()).toHaveLength(1)
  })

  it('are removed through an instance that does not control them', async () => {
    twin = await home.app.twin()
    const [{ node } = { node: '' }] = await home.nodesOf(atOther)
    atKeeper = createTestClient(twin)
    atKeeper.setCookie(atOther.cookie())
    await atKeeper.ok(home.post(atKeeper, 'remove', { node }))
    expect(await home.nodesOf(atKeeper)).toEqual([])
    expect(await home.nodesOf(atOther)).toEqual([])
    expect(await home.fabrics()).toBe(0)
  })
})
