import { LIMITS } from '@senca/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

const { ask, claimed, create, get, list, outlook, settle } = scenarioHome(() => owner)

describe('the outlook', () => {
  it('tells what is due, soonest first, and what is skipped', async () => {
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
