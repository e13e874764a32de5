import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandResultsSchema } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MIGRATIONS_FOLDER } from '#platform/postgres/migrate.ts'
import { deleteAccount } from '#testing/delete-account.ts'
import { CALM, createLenderHome, idOf, type LenderHome, STORM } from '#testing/homes/lender-home.ts'
import { askRoles } from '#testing/homes/role-home.ts'
import type { Resident } from '#testing/homes/virtual-home.ts'
import { createTestClient, GOOD_PASSWORD } from '#testing/test-client.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const WIND = { preset: { protect: 'wind', windClass: 2 } }

let home: LenderHome
beforeAll(async () => {
  home = await createLenderHome()
})
afterAll(() => home.app.close())

const moveTo = async (resident: Resident, percent: number) => {
  const result = await home.move(resident, percent)
  return result.status === 'error' ? result.error : result.status
}
/** An awning that is out and shared. The person who received it protects it against wind. */
const guarded = async (more: object = {}) => {
  await home.measure(CALM)
  await home.pass(1_000)
  const awning = await home.shade('awning', 0.8)
  const { holder, role } = await home.share(awning, { ...more })
  const made = await home.make(holder, awning, WIND)
  expect(made.status).toBe(200)
  return { awning, holder, role, id: idOf(made) }
}
const storm = async () => {
  await home.measure(STORM)
  await home.pass(MINUTE_MS)
}
const movesOf = (awning: Resident): number[] =>
  home
    .receivedBy(awning)
    .map(Object)
    .flatMap(({ command, position }) => (command === 'move' ? [Number(position)] : []))

describe('a weather scenario of somebody else for a shared device', () => {
  it('lets go when the hours of the role close, and keeps it safe again in the next', async () => {
    const now = home.clock.now()
    const utc = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString().slice(11, 16)
    const days = [1, 2, 3, 4, 5, 6, 7]
    const { awning, holder, id } = await guarded({
      windows: [{ days, from: utc(-1), until: utc(1) }],
      timeZone: 'UTC',
    })
    await storm()
    expect((await home.seen(awning)).place).toBe(0)
    expect(await home.heldFor(holder, awning)).toMatchObject({ scenarioId: id })
    expect(await home.moveBy(holder, awning, 50)).toBe('weather_scenario_matched')

    await home.sleep(HOUR_MS)
    await storm()
    expect(await home.seen(awning)).toEqual({ place: 0, safety: null })
    expect(await home.statusOf(id)).toBe('idle')
    expect(await moveTo(awning, 60)).toBe('success')
    await storm()
    expect((await home.seen(awning)).place).toBe(0.6)

    await home.sleep(22 * HOUR_MS)
    await storm()
    expect((await home.seen(awning)).place).toBe(0)
    expect(await home.heldFor(holder, awning)).toMatchObject({ scenarioId: id })
    await home.moveOut([awning])
  })

  it('lets go when the account of who made it is deleted', async () => {
    const { awning, holder, id } = await guarded()
    await storm()
    expect((await home.seen(awning)).place).toBe(0)
    expect(await home.heldFor(holder, awning)).toMatchObject({ scenarioId: id })
    await deleteAccount(home.app, holder, holder.email)
    await home.pass(2_000)
    expect(await home.seen(awning)).toEqual({ place: 0, safety: null })
    expect(await moveTo(awning, 60)).toBe('success')
    await home.moveOut([awning])
  })

  it('does nothing any more when that account is deleted while the device is away', async () => {
    const { awning, holder } = await guarded()
    awning.device.fault({ kind: 'lost_link', ms: HOUR_MS })
    await home.pass(2_000)
    await storm()
    const before = movesOf(awning).length
    await deleteAccount(home.app, holder, holder.email)
    awning.device.clearFaults()
    await home.pass(MINUTE_MS)
    expect(await home.seen(awning)).toEqual({ place: 0.8, safety: null })
    expect(movesOf(awning).length).toBe(before)
    await home.moveOut([awning])
  })

  it('does nothing any more when that account is deleted before the storm', async () => {
    const { awning, holder } = await guarded()
    await deleteAccount(home.app, holder, holder.email)
    await storm()
    expect(await home.seen(awning)).toEqual({ place: 0.8, safety: null })
    await home.moveOut([awning])
  })

  it('is one on two instances: the device is held on both, and released on both by what one of them receives', async () => {
    home.instances(2)
    const twin = await home.app.twin()
    const { awning, holder, role, id } = await guarded()
    const there = createTestClient(twin)
    await there.ok(there.logIn(holder.email, GOOD_PASSWORD))
    const moveThere = async () => {
      const json = { commands: [{ token: awning.id, command: 'move', position: 50 }] }
      const { body } = await home.during(there.api('POST', '/auth/api/v1/device/move', { json }))
      const [result] = commandResultsSchema.parse(body)
      return result?.status === 'error' ? result.error : result?.status
    }
    await storm()
    expect((await home.seen(awning)).place).toBe(0)
    expect(await home.heldFor(holder, awning)).toMatchObject({ scenarioId: id })
    const [out, ...moves] = movesOf(awning)
    expect(out).toBe(80)
    // One instance moves it in. The other one may see it outside long enough to do the same.
    expect([[0], [0, 0]]).toContainEqual(moves)
    expect([await home.moveBy(holder, awning, 50), await moveThere()]).toEqual([
      'weather_scenario_matched',
      'weather_scenario_matched',
    ])
    await there.ok(askRoles(there, 'leave', { id: role.id }))
    await home.pass(2_000)
    expect(await home.seen(awning)).toEqual({ place: 0, safety: null })
    expect([await moveTo(awning, 60), await moveThere()]).toEqual(['success', 'device_not_exist'])
    await home.moveOut([awning])
    await twin.close()
    home.instances(1)
  })
})

it('a scenario of shared devices that was made before owners were recorded belongs to their owner afterwards', async () => {
  const shade = await home.shade('roller_shutter')
  const { holder } = await home.share(shade)
  const action = { triggers: [], actions: [{ type: 'MoveSelf', position: 0.5 }] }
  const shared = idOf(await home.make(holder, shade, action))
  const own = (await home.scenario([shade], action)).id
  const ownersOf = async () => {
    const { rows } = await home.app.database.pool.query<{ id: string; manager_id: string | null }>(
      'select id, manager_id from scenarios where id = any($1::uuid[])',
      [[shared, own]],
    )
    return Object.fromEntries(rows.map((row) => [row.id, row.manager_id]))
  }
  expect(await ownersOf()).toEqual({ [shared]: home.ownerId, [own]: null })
  await home.app.database.pool.query('update scenarios set manager_id = null')
  const migration = await readFile(join(MIGRATIONS_FOLDER, '0026_lent_scenarios.sql'), 'utf8')
  await home.app.database.pool.query(migration.slice(migration.indexOf('UPDATE "scenarios"')))
  expect(await ownersOf()).toEqual({ [shared]: home.ownerId, [own]: null })
  await home.moveOut([shade])
})
