import { afterAll, beforeAll, expect, it } from 'vitest'
import { createConfirmedClient, createGuest, makeLink } from '#testing/link-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'
import { moveIn } from '#testing/test-home.ts'

const GUESTS = 60
/** Of a command: its link, twice, its devices, its use and what is written of it; with room for what runs beside. */
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
])(
  'many at once through a link for %s ask the database for no more than each alone',
  async (_name, terms) => {
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
    expect(answers.flat().filter(({ status }) => status === 'success').length).toBeGreaterThan(10)
    expect(queries).toBeLessThan(GUESTS * QUERIES_PER_COMMAND)
  },
)
