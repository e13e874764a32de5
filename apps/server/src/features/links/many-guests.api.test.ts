import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { commandNames } from '#testing/device-calls.ts'
import { createConfirmedClient, createGuest, makeLink } from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'

const GUESTS = 60
/** A command reads its link twice, its devices and its use, and writes its entry; the rest is a margin for background work. */
const QUERIES_PER_COMMAND = 25

let app: TestApp
let owner: TestClient
let shade: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
  owner = await createConfirmedClient(app)
  shade = await moveIn(app, owner, 'roller_shutter')
})
afterAll(async () => {
  await shade.device.end()
  await app.close()
})

it.each([
  ['any number of uses', {}],
  ['a number of uses', { maxUses: 1_000 }],
])('many guests at once through a link for %s cost no more queries than each alone', async (_name, terms) => {
  const { token } = await makeLink(app, owner, [shade.id], terms)
  const guest = createGuest(app, token)
  let queries = 0
  const count = () => {
    queries += 1
  }
  app.database.pool.on('acquire', count)
  const answers = await Promise.all(
    Array.from({ length: GUESTS }, () => guest.act([shade.id], { command: 'move', position: 10 })),
  )
  app.database.pool.off('acquire', count)
  expect(answers.flat().filter(({ status }) => status === 'success').length).toBeGreaterThan(3)
  expect(queries).toBeLessThan(GUESTS * QUERIES_PER_COMMAND)
})

it('guests who send without pause do not block the home: its commands and its stops are sent [CM14]', async () => {
  const { id, device } = await moveIn(app, owner, 'roller_shutter', { onCommand: () => {} })
  const guests = await Promise.all(
    [1, 2, 3].map(async () => createGuest(app, (await makeLink(app, owner, [id])).token)),
  )
  const flood = guests.flatMap((guest) =>
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? guest.act([id], { command: 'move', position: 10 }) : guest.stop(id),
    ),
  )
  const busy = () => flood.length - device.received.length
  let refused = 0
  for (const answer of flood) void answer.then(([result]) => (refused += result?.status === 'error' ? 1 : 0))
  await vi.waitFor(() => expect(refused).toBe(busy()))
  expect(commandNames(device).toSorted()).toEqual([
    ...Array.from({ length: 6 }, () => 'abort'),
    ...Array.from({ length: 6 }, () => 'move'),
  ])
  const mine = [owner.move([{ token: id, command: 'move', position: 90 }]), owner.abort(id)]
  await vi.waitFor(() => expect(device.received).toHaveLength(14))
  for (const received of device.received) device.succeed(received)
  expect(await Promise.all(mine)).toMatchObject([[{ status: 'success' }], [{ status: 'success' }]])
  await Promise.all(flood)
  await device.end()
})
