import { profileSchema } from '@senca/contract'
import { accessListSchema } from '@senca/contract/links'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import {
  askLinks,
  createConfirmedClient,
  createGuest,
  makeLink,
  verdictOf,
} from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

const DAY_MS = 86_400_000

let app: TestApp
let owner: TestClient
let door: Awaited<ReturnType<typeof moveIn>>
let shade: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  // A Monday, 12:00 in Ljubljana.
  app = await createTestApp({ clock: createFakeClock(new Date('2026-06-22T10:00:00.000Z')) })
  owner = await createConfirmedClient(app)
  door = await moveIn(app, owner, 'home_door', { state: { motorLockConnected: true, motorLockLocked: true } })
  shade = await moveIn(app, owner, 'roller_shutter')
})
afterAll(async () => {
  for (const { device } of [door, shade]) await device.end()
  await app.close()
})

const ask = (query: string, client = owner) => client.api('GET', `/auth/api/v1/access/list?${query}`)
const list = async (query: string) => accessListSchema.parse(await owner.ok(ask(query)))
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString()

it('is the owner alone while nothing is shared', async () => {
  const { email } = profileSchema.parse(await owner.ok(owner.call('GET', '/auth/account/whoami')))
  expect(await list('')).toEqual([
    {
      kind: 'owner',
      id: expect.any(String),
      name: email,
      now: true,
      windows: [{ from: inDays(0), until: inDays(7) }],
      devices: expect.arrayContaining([door.id, shade.id]),
      revocable: false,
    },
  ])
})

it('says who can open a door now and this week, by the clocks of each link’s zone', async () => {
  const terms = { expiresAt: inDays(20), timeZone: 'Europe/Ljubljana' }
  const cleaner = await makeLink(app, owner, [door.id, shade.id], {
    ...terms,
    name: 'Cleaner',
    windows: [{ days: [1, 4], from: '08:00', until: '13:00' }],
  })
  const neighbour = await makeLink(app, owner, [door.id], {
    ...terms,
    name: 'Neighbour',
    startsAt: inDays(2),
    expiresAt: inDays(3),
  })
  const later = await makeLink(app, owner, [door.id], {
    startsAt: inDays(8),
    expiresAt: inDays(9),
    name: 'Later',
  })
  await makeLink(app, owner, [door.id], {
    ...terms,
    name: 'Lights only',
    actions: { [door.id]: ['light_apply'] },
  })
  await makeLink(app, owner, [shade.id], { ...terms, name: 'Shade only' })
  const used = await makeLink(app, owner, [door.id], { multiUse: false, name: 'Used' })
  await createGuest(app, used.token).act([door.id], { command: 'unlock', lockType: 'motor' })

  const entries = await list(`devicetoken=${door.id}`)
  const byName = (name: string) => entries.find((entry) => entry.name === name)
  expect(entries.map(({ kind, name }) => (kind === 'owner' ? 'owner' : name)).toSorted()).toEqual(
    ['owner', 'Cleaner', 'Neighbour', 'Later'].toSorted(),
  )
  expect(byName('Cleaner')).toEqual({
    kind: 'link',
    id: cleaner.token,
    name: 'Cleaner',
    now: true,
    windows: [
      { from: '2026-06-22T10:00:00.000Z', until: '2026-06-22T11:00:00.000Z' },
      { from: '2026-06-25T06:00:00.000Z', until: '2026-06-25T11:00:00.000Z' },
      { from: '2026-06-29T06:00:00.000Z', until: '2026-06-29T10:00:00.000Z' },
    ],
    devices: [door.id],
    revocable: true,
    state: 'active',
    expiresAt: inDays(20),
  })
  expect(byName('Neighbour')).toMatchObject({
    id: neighbour.token,
    now: false,
    state: 'upcoming',
    windows: [{ from: inDays(2), until: inDays(3) }],
  })
  expect(byName('Later')).toMatchObject({ id: later.token, now: false, windows: [] })
  const home = await list('')
  expect(home.find(({ name }) => name === 'Cleaner')?.devices).toEqual([door.id, shade.id])
  expect(home.some(({ name }) => name === 'Shade only')).toBe(true)
  expect(await list(`devicetoken=${door.id}&devicetoken=${shade.id}`)).toHaveLength(home.length)
})

it('says of a paused link that it opens nothing', async () => {
  const freeze = (frozen: boolean) => owner.ok(askLinks(owner, 'freeze', { frozen }))
  await freeze(true)
  const links = (await list('')).filter(({ kind }) => kind === 'link')
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) expect(link).toMatchObject({ now: false, windows: [], state: 'paused' })
  await freeze(false)
})

it('is for the owner alone', async () => {
  const other = await createSignedInClient(app)
  expect(verdictOf(await ask(`devicetoken=${door.id}`, other))).toBe('404 device_not_exist')
  expect(accessListSchema.parse(await other.ok(ask('', other)))).toMatchObject([
    { kind: 'owner', devices: [] },
  ])
})
