import { scenarioOutlookSchema, scenarioSchema } from '@senca/contract/automation'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
let deviceId: string
beforeAll(async () => {
  // A Friday, two days before the clocks of Europe change.
  app = await createTestApp({ clock: createFakeClock(new Date('2026-03-27T12:00:00Z')) })
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await createSignedInClient(app)
  const [made] = await owner.provision('roller_shutter')
  deviceId = made?.id ?? ''
  await owner.claim(made?.claimCode ?? '', 'Shade')
})

const settle = (lat: number, lon: number, call = 'create') =>
  owner.ok(
    owner.api('POST', `/auth/api/v1/home/${call}`, { json: { name: 'Home', lat, lon, timezone: null } }),
  )
const ask = (call: string, json: object) =>
  owner.ok(owner.api('POST', `/auth/api/v1/scenario/${call}`, { json }))
const create = async (triggers: object[]) => {
  const json = { name: 'One', enabled: true, targets: [deviceId], triggers }
  return scenarioSchema.parse(await ask('create', { ...json, actions: [{ type: 'MoveSelf', position: 1 }] }))
}
const outlook = async (hours: number) =>
  scenarioOutlookSchema.parse(
    await owner.ok(owner.api('GET', `/auth/api/v1/scenario/outlook?hours=${hours}`)),
  )
const HALF_PAST_TWO = { type: 'TimeOfDay', hour: 2, minute: 30 }
const DAY_MS = 86_400_000

describe('the outlook of a year', () => {
  it('has each day once, over months and over clock changes', async () => {
    await settle(46.0569, 14.5058)
    const made = await create([HALF_PAST_TWO])
    const times = (await outlook(8_784)).map(({ at }) => at)
    expect(times[0]).toBe(made.nextAt)
    const days = times.map((at) =>
      Date.parse(new Date(at).toLocaleDateString('sv', { timeZone: 'Europe/Ljubljana' })),
    )
    expect(days).toEqual(days.map((_, index) => (days[0] ?? 0) + index * DAY_MS))
    expect(days).toHaveLength(366)
    // The clocks skip this time in March, and show it twice in October.
    expect(times).toContain('2026-03-29T01:00:00.000Z')
    expect(times).toContain('2026-10-25T00:30:00.000Z')
    expect(times).not.toContain('2026-10-25T01:30:00.000Z')
  })

  it('skips the firing of a changed clock by its time there, and takes that back', async () => {
    await settle(46.0569, 14.5058)
    const { id } = await create([HALF_PAST_TWO])
    const changed = '2026-03-29T01:00:00.000Z'
    await ask('skip', { id, at: changed, skip: true })
    const skipped = async () => (await outlook(168)).filter(({ isSkipped }) => isSkipped).map(({ at }) => at)
    expect(await skipped()).toEqual([changed])
    await ask('skip', { id, at: changed, skip: false })
    expect(await skipped()).toEqual([])
  })

  it('has no days of polar night or midnight sun, and follows the home to where the sun sets', async () => {
    await settle(69.65, 18.96)
    await create([{ type: 'Sunset' }])
    const months = async () => new Set((await outlook(8_784)).map(({ at }) => at.slice(0, 7)))
    const inTromsø = await months()
    expect(inTromsø).not.toContain('2026-06')
    expect(inTromsø).not.toContain('2026-12')
    expect(inTromsø).toContain('2026-10')
    await settle(46.0569, 14.5058, 'update')
    expect(await months()).toContain('2026-06')
  })
})
