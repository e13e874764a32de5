import { randomUUID } from 'node:crypto'
import { LIMITS } from '@senca/contract'
import { accessListSchema, type LinkWindow } from '@senca/contract/links'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createConfirmedClient, linkRequest, makeLink } from '#testing/homes/link-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'
import { newTerms } from './changed-terms.ts'
import { createLinkStore } from './links.store.ts'

let app: TestApp
let owner: TestClient
let lights: string[]
beforeAll(async () => {
  app = await createTestApp()
  owner = await createConfirmedClient(app)
  const provisioned = await owner.provision('light', LIMITS.DEVICE_LINK_DEVICES)
  for (const [index, { claimCode }] of provisioned.entries()) await owner.claim(claimCode, `Light ${index}`)
  lights = provisioned.map(({ id }) => id)
}, 240_000)
afterAll(() => app.close())

/** The number of database queries made by `work`. */
async function countQueries(work: () => Promise<unknown>): Promise<number> {
  let queries = 0
  const count = () => {
    queries += 1
  }
  app.database.pool.on('acquire', count)
  await work()
  app.database.pool.off('acquire', count)
  return queries
}

it('a link of fifty devices costs hardly more queries than a link of one device', async () => {
  const single = await countQueries(() => makeLink(app, owner, lights.slice(0, 1)))
  const fifty = await countQueries(() => makeLink(app, owner, lights))
  expect(fifty).toBeLessThan(single + 5)
})

/** Twenty windows of half an hour, every day. */
const EVERY_HOUR: LinkWindow[] = Array.from({ length: LIMITS.DEVICE_LINK_WINDOWS }, (_, hour) => {
  const time = String(hour).padStart(2, '0')
  return { days: [1, 2, 3, 4, 5, 6, 7], from: `${time}:00`, until: `${time}:30` }
})

it('the list of who can open is short, also with a hundred links of many hours', async () => {
  const store = createLinkStore(app.database.db)
  const day = { startsAt: app.clock.now().toISOString() }
  const expiresAt = new Date(app.clock.now().getTime() + 20 * 86_400_000).toISOString()
  const terms = newTerms({
    ...linkRequest(app, lights.slice(0, 2), day),
    expiresAt,
    windows: EVERY_HOUR,
    timeZone: 'Europe/Ljubljana',
  })
  const [{ id: accountId } = { id: '' }] = (
    await app.database.pool.query('select owner_id as id from devices where id = $1', [lights[0]])
  ).rows
  for (let made = 0; made < LIMITS.DEVICE_LINKS_PER_ACCOUNT; made += 1) {
    const id = randomUUID()
    const link = {
      id,
      accountId,
      tokenHash: id,
      sealedToken: '',
      sealedPin: null,
      createdAt: app.clock.now(),
    }
    await store.insert(app.database.db, link, terms)
  }
  const body = await owner.ok(owner.api('GET', '/auth/api/v1/access/list'))
  expect(JSON.stringify(body).length).toBeLessThan(100_000)
  const links = accessListSchema.parse(body).filter(({ windows }) => windows.length > 1)
  expect(links).toHaveLength(LIMITS.DEVICE_LINKS_PER_ACCOUNT)
  for (const { windows, moreWindows } of links) {
    expect(windows).toHaveLength(LIMITS.ACCESS_WINDOWS)
    expect(windows.length + (moreWindows ?? 0)).toBeGreaterThanOrEqual(7 * LIMITS.DEVICE_LINK_WINDOWS)
  }
})
