import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilBlocked } from '#testing/database/until-blocked.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'
import { emptyShadow, type Shadow, withEndpoints } from './shadow.ts'
import { createShadowStore, type ShadowStore } from './shadows.store.ts'

let app: TestApp
let owner: TestClient
let store: ShadowStore
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
  store = createShadowStore(app.database.db)
})
afterAll(() => app.close())

const provision = async () => {
  const [device] = await owner.provision('light')
  if (device === undefined) throw new Error('no device was provisioned')
  return device
}

const keyOf = (deviceId: string) => `senca/${deviceId}`

const countedAs = (
  deviceId: string,
  totalRestarts: number,
  totalStateUpdates: number,
): Shadow['endpoints'] => ({
  [keyOf(deviceId)]: { connected: false, counts: { totalRestarts, totalStateUpdates }, capabilities: null },
})

/** What an instance knows of a device in its old home. */
const known = (deviceId: string, generation: number): Shadow => ({
  ...emptyShadow(deviceId),
  fields: { light1Brightness: 0.7 },
  settings: { light1Name: 'Secret' },
  endpoints: countedAs(deviceId, 5, 9),
  reportedAt: app.clock.now(),
  generation,
})

const rowOf = async (id: string) => {
  const { rows } = await app.database.pool.query('select * from device_shadows where device_id = $1', [id])
  return rows[0]
}

const restartsIn = async (id: string): Promise<number | undefined> =>
  (await rowOf(id))?.endpoints[keyOf(id)]?.counts?.totalRestarts

it('counts that no device reaches are unknown when they are read', async () => {
  const { id } = await provision()
  await store.write([{ ...known(id, 0), endpoints: countedAs(id, 2 ** 53 - 1, 1) }])
  expect(await store.readMany([id, 'nobody12'])).toMatchObject([
    {
      deviceId: id,
      counts: { totalRestarts: null, totalStateUpdates: null },
      fields: { light1Brightness: 0.7 },
    },
  ])
})

it('who is connected is kept only where connections outlive the server', async () => {
  const { id } = await provision()
  const endpoints = {
    [keyOf(id)]: {
      connected: true,
      counts: { totalRestarts: null, totalStateUpdates: null },
      capabilities: null,
    },
  }
  const shadow = withEndpoints(emptyShadow(id), endpoints)
  const keeping = createShadowStore(app.database.db, { keepsPresence: true })
  await keeping.write([shadow])
  expect(await keeping.readMany([id])).toMatchObject([{ connected: true }])
  expect(await store.readMany([id])).toMatchObject([{ connected: false }])
  await store.write([shadow])
  expect(await keeping.readMany([id])).toMatchObject([{ connected: false }])
})

describe('a shadow that is written behind', () => {
  it('is written over an older one', async () => {
    const { id } = await provision()
    expect(await store.write([known(id, 0)])).toEqual([])
    expect(await rowOf(id)).toMatchObject({ fields: { light1Brightness: 0.7 }, generation: 0 })
  })

  it('is never written after a claim that it does not include, and is requested again', async () => {
    const { id, claimCode } = await provision()
    const other = await provision()
    await owner.claim(claimCode, 'Claimed')
    expect(await store.write([known(id, 0), known(other.id, 0)])).toEqual([id])
    expect(await rowOf(id)).toMatchObject({ fields: {}, settings: {}, generation: 1 })
    expect(await restartsIn(id)).toBeUndefined()
    expect(await restartsIn(other.id)).toBe(5)
    expect(await store.write([known(id, 1)])).toEqual([])
    expect(await rowOf(id)).toMatchObject({ generation: 1 })
    expect(await restartsIn(id)).toBe(5)
  })

  it('is not written after the claim either when it waited for the claim to be committed', async () => {
    const { id } = await provision()
    const claiming = await app.database.pool.connect()
    await claiming.query('begin')
    await claiming.query('update device_shadows set generation = generation + 1 where device_id = $1', [id])
    const writing = store.write([known(id, 0)])
    await untilBlocked(app.database.pool, claiming)
    await claiming.query('commit')
    claiming.release()
    expect(await writing).toEqual([id])
    expect(await rowOf(id)).toMatchObject({ generation: 1 })
    expect(await restartsIn(id)).toBeUndefined()
  })

  it('never comes after a later report of the same endpoint that another instance wrote', async () => {
    const { id } = await provision()
    const later = { ...known(id, 0), fields: { light1Brightness: 0.1 }, endpoints: countedAs(id, 5, 10) }
    expect(await store.write([later])).toEqual([])
    expect(await store.write([known(id, 0)])).toEqual([id])
    expect(await rowOf(id)).toMatchObject({ fields: { light1Brightness: 0.1 } })
    const latest = { ...later, fields: { light1Brightness: 0.2 } }
    expect(await store.write([latest])).toEqual([])
    expect(await rowOf(id)).toMatchObject({ fields: { light1Brightness: 0.2 } })
  })

  it('continues with lower counts once the endpoint counts from the start', async () => {
    const { id } = await provision()
    await store.write([known(id, 0)])
    const [restarted] = await store.restartCounts(id, keyOf(id))
    expect(restarted).toEqual({ deviceId: id, generation: 1 })
    expect(await store.write([known(id, 0)])).toEqual([id])
    expect(await store.write([{ ...known(id, 1), endpoints: countedAs(id, 3, 1) }])).toEqual([])
    expect(await restartsIn(id)).toBe(3)
  })

  it('of a deleted device is skipped', async () => {
    const { id } = await provision()
    await app.database.pool.query('delete from devices where id = $1', [id])
    expect(await store.write([known(id, 0)])).toEqual([])
    expect(await rowOf(id)).toBeUndefined()
  })
})
