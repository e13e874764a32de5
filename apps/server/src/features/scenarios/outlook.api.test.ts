import { LIMITS } from '@senca/contract'
import { scenarioOutlookSchema } from '@senca/contract/automation'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPerson, giveRole } from '#testing/homes/role-home.ts'
import { AT_SEVEN, scenarioHome } from '#testing/homes/scenario-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, errorOf, refusalOf, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await createSignedInClient(app)
})

const { ask, claimed, create, get, group, list, outlook, settle, update, intent } = scenarioHome(() => owner)

describe('the outlook', () => {
  it('lists what is due, soonest first, and what is skipped', async () => {
    await settle()
    const [a = ''] = await claimed(1)
    const morning = await create([a])
    const evening = await create([a], {
      name: 'Evening',
      triggers: [{ type: 'Sunset', offset: 10 }],
      actions: [{ type: 'MoveSelf', position: 1 }],
    })
    await create([a], { name: 'Off', enabled: false })
    const all = await outlook()
    expect(all).toHaveLength(14)
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted())
    expect(all.find(({ scenarioId }) => scenarioId === evening.id)).toMatchObject({
      name: 'Evening',
      reason: { type: 'sunset', offset: 10 },
      deviceIds: [a],
      actions: [{ type: 'MoveSelf', position: 1 }],
    })
    const first = all.find(({ scenarioId }) => scenarioId === morning.id)?.at ?? ''
    expect(first).toBe(morning.nextAt)
    const skip = (at: string, isSkipped = true) => ask('skip', { id: morning.id, at, skip: isSkipped })
    expect(await owner.ok(skip(first))).toEqual({})
    const [skipped] = (await outlook()).filter(({ isSkipped }) => isSkipped)
    expect(skipped).toMatchObject({ scenarioId: morning.id, at: first })
    const second = all.filter(({ scenarioId }) => scenarioId === morning.id)[1]?.at
    expect((await list())[0]?.nextAt).toBe(second)
    await owner.ok(skip(first, false))
    expect((await list())[0]?.nextAt).toBe(first)
    for (const at of [
      new Date(Date.parse(first) + 1).toISOString(),
      '2001-01-01T07:00:00Z',
      '2099-01-01T07:00:00Z',
    ])
      expect(refusalOf(await skip(at))).toMatchObject({ status: 404, error: 'resource_not_found' })
    expect(errorOf(await skip('tomorrow'))).toBe('malformed_request')
  })

  it('keeps a skip where an offset or the place moves its moment, of one firing of a day [SC12]', async () => {
    await settle()
    const [a = ''] = await claimed(1)
    const sun = (minutes: number) => ({
      triggers: [
        { type: 'Sunrise', offset: minutes },
        { type: 'Sunset', offset: minutes },
      ],
    })
    const { id } = await create([a], sun(0))
    // Not on the first day, which may be over for the sun.
    const [at = ''] = (await outlook())
      .filter(({ reason }) => reason.type === 'sunset')
      .map((due) => due.at)
      .slice(1)
    await owner.ok(ask('skip', { id, at, skip: true }))
    const skipped = async () => (await outlook()).filter(({ isSkipped }) => isSkipped).map((due) => due.at)
    expect(await skipped()).toEqual([at])
    await update(id, sun(1))
    const later = new Date(Date.parse(at) + 60_000).toISOString()
    expect(await skipped()).toEqual([later])
    await owner.ok(owner.api('POST', '/auth/api/v1/home/update', { json: { lat: 45.5, lon: 14.1 } }))
    const [moved = '', ...others] = await skipped()
    expect(others).toEqual([])
    expect(moved).not.toBe(later)
    expect(moved.slice(0, 10)).toBe(at.slice(0, 10))
    await owner.ok(ask('skip', { id, at: moved, skip: false }))
    expect(await skipped()).toEqual([])
  })

  it('shows the owner what others made of its devices and who made it; only they skip it [SC21]', async () => {
    const [lender, holder] = [await createPerson(app), await createPerson(app)]
    await settle(lender)
    const [own = '', shared = ''] = await claimed(2, 'roller_shutter', lender)
    await giveRole(lender, { permissions: ['command'], devices: [shared], users: [holder.email] })
    await lender.ok(ask('create', intent([own]), lender))
    const theirs = Object(await holder.ok(ask('create', intent([shared], { name: 'Theirs' }), holder)))
    const seenBy = async (client: TestClient) =>
      scenarioOutlookSchema.parse(await client.ok(get('outlook', '?hours=24', client)))
    const seen = await seenBy(lender)
    expect(
      seen
        .map(({ name, deviceIds, madeBy }) => ({ name, deviceIds, madeBy }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    ).toEqual([
      { name: 'Morning', deviceIds: [own], madeBy: undefined },
      { name: 'Theirs', deviceIds: [shared], madeBy: holder.email },
    ])
    expect((await seenBy(holder)).map(({ name, madeBy }) => ({ name, madeBy }))).toEqual([
      { name: 'Theirs', madeBy: undefined },
    ])
    const at = seen.find(({ name }) => name === 'Theirs')?.at
    expect(errorOf(await ask('skip', { id: theirs.id, at, skip: true }, lender))).toBe(
      'insufficient_permission',
    )
    await holder.ok(ask('skip', { id: theirs.id, at, skip: true }, holder))
    expect((await seenBy(lender)).find(({ name }) => name === 'Theirs')?.isSkipped).toBe(true)
  })

  it('names no devices that are left out of their group', async () => {
    await settle()
    const shades = await claimed(3)
    const [first = '', ...others] = shades
    await create([], { groups: [await group('Shades', shades)] })
    // Devices that are not connected take no settings.
    await app.database.pool.query(
      `update devices set settings = settings || '{"devicetype": "awning"}' where id = $1`,
      [first],
    )
    // No notice drops the row, so it is read again after a minute.
    await app.clock.advanceAsync(61_000)
    expect((await outlook('?hours=24')).map(({ deviceIds }) => deviceIds)).toEqual([others])
  })

  it('is of so many hours, and 500 firings at most', async () => {
    await settle()
    const [a = ''] = await claimed(1)
    await create([a], { triggers: Array.from({ length: 10 }, (_, minute) => ({ ...AT_SEVEN, minute })) })
    expect(await outlook('?hours=24')).toHaveLength(10)
    expect(await outlook('?hours=8784')).toHaveLength(LIMITS.OUTLOOK_FIRINGS)
    for (const hours of ['0', '8785', '1.5', 'all', ''])
      expect(errorOf(await get('outlook', `?hours=${hours}`))).toBe('malformed_request')
  })

  it('is empty without a home', async () => {
    expect(await outlook()).toEqual([])
  })
})
