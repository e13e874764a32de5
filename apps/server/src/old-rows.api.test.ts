import { expect, it, vi } from 'vitest'
import { createLogger } from '#platform/logger.ts'
import { createPerson } from '#testing/homes/role-home.ts'
import { scenarioHome } from '#testing/homes/scenario-home.ts'
import { createTestApp } from '#testing/test-app.ts'

it('old rows are deleted in every table, also where one table cannot be cleaned', async () => {
  const app = await createTestApp({ logger: createLogger('silent') })
  const { pool } = app.database
  await pool.query("insert into rate_limits (key, count, resets_at) values ('old', 1, '2020-01-01')")
  await pool.query('alter table confirmations rename to confirmations_away')
  await pool.query("select graphile_worker.add_job('forget-old', '{}'::json)")
  await vi.waitFor(async () => {
    expect((await pool.query('select key from rate_limits')).rows).toEqual([])
  })
  await pool.query('alter table confirmations_away rename to confirmations')
  await app.close()
})

it('names with several blanks in a row stay beside those with one, and what has them can be changed', async () => {
  const app = await createTestApp()
  const owner = await createPerson(app)
  const [device = ''] = await scenarioHome(() => owner).claimed(1)
  const make = async (path: string, name: string): Promise<unknown> =>
    owner.ok(owner.api('POST', `/auth/api/v1/${path}/create`, { json: { ...BODIES[path], name } }))
  const BODIES: Record<string, object> = {
    room: {},
    group: { devices: [device] },
    role: { devices: [device], permissions: ['view'] },
    scenario: {
      enabled: true,
      targets: [device],
      triggers: [],
      actions: [{ type: 'MoveSelf', position: 1 }],
    },
  }
  const changes: Record<string, object> = {
    room: { devices: [device] },
    group: { devices: [device] },
    role: { permissions: ['view', 'command'] },
    scenario: { enabled: false },
  }
  for (const [path, change] of Object.entries(changes)) {
    const { id } = Object(await make(path, 'Another'))
    await app.database.pool.query(
      `update ${path}s set name = 'Front  door', name_key = 'front  door' where id = $1`,
      [id],
    )
    await app.database.pool.query(
      `update ${path}s set name = 'Front door', name_key = 'front door' where id = $1`,
      [Object(await make(path, 'Third')).id],
    )
    for (const name of [{}, { name: 'Front  door' }]) {
      const json = { id, ...change, ...name }
      const changed = await owner.ok(owner.api('POST', `/auth/api/v1/${path}/update`, { json }))
      expect(changed).toMatchObject({ name: 'Front  door' })
    }
  }
  await app.close()
})
