import { activityListSchema } from '@senca/contract/activity'
import { deviceHealthSchema } from '@senca/contract/health'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askDevice } from '#testing/device-calls.ts'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createPerson, giveRole } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { errorOf, type TestClient } from '#testing/test-client.ts'
import { DAY_MS, dayOf } from './signs.ts'

const SOON = { timeout: 120_000 }

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createConfirmedClient(app)
})
afterAll(() => app.close())

const ask = (id: string, client = owner) => client.api('GET', `/auth/api/v1/device/health?devicetoken=${id}`)
const healthOf = async (id: string) => deviceHealthSchema.parse(await owner.ok(ask(id)))
const signsNotified = async (id: string) =>
  activityListSchema
    .parse(await owner.ok(owner.api('GET', `/auth/api/v1/activity/list?devicetoken=${id}`)))
    .entries.flatMap(({ action, origin, details }) =>
      action === 'health_sign' ? [[origin, details.healthSign]] : [],
    )

const runHourly = async () => {
  const { pool } = app.database
  await pool.query("select graphile_worker.add_job('forget-old', '{}'::json)")
  await vi.waitFor(async () => {
    const { rowCount } = await pool.query(
      "select from graphile_worker.jobs where task_identifier = 'forget-old' and run_at <= now()",
    )
    expect(rowCount).toBe(0)
  }, SOON)
}

/** Inserts counters of a device for past days. */
const counted = (id: string, days: readonly { ago: number; restarts?: number; drops?: number }[]) =>
  app.database.pool.query(
    `insert into device_health_days (device_id, day, restarts, drops, answers, answer_ms)
     select $1, day, restarts, drops, 0, 0 from jsonb_to_recordset($2) as n (day date, restarts int, drops int)`,
    [
      id,
      JSON.stringify(
        days.map(({ ago, restarts = 0, drops = 0 }) => ({
          day: dayOf(new Date(app.clock.now().getTime() - ago * DAY_MS)),
          restarts,
          drops,
        })),
      ),
    ],
  )

describe('the health of a device', () => {
  it('contains its last report and the counters', async () => {
    const health = {
      uptime: 90,
      rssi: -60,
      motorRuns: 4,
      motorSeconds: 71,
      calibratedAt: '2026-01-02T03:04:05.000Z',
    }
    const { id, secret, device } = await moveIn(app, owner, 'roller_shutter', {
      status: { version: 2, firmware: '2.1.0', health },
    })
    await vi.waitFor(async () => expect((await healthOf(id)).said).toMatchObject(health), SOON)
    expect(await healthOf(id)).toMatchObject({
      connected: true,
      version: 2,
      firmware: '2.1.0',
      totalRestarts: 1,
      days: [],
      signs: [],
    })
    const move = { commands: [{ token: id, command: 'move', position: 40 }], wait: false }
    await owner.ok(askDevice(owner, 'move', move))
    await vi.waitFor(async () => expect((await healthOf(id)).days).toMatchObject([{ answers: 1 }]), SOON)
    device.cut()
    await vi.waitFor(async () => expect((await healthOf(id)).connected).toBe(false), SOON)
    const again = await connectFakeDevice({
      mqtt: app.mqtt,
      id,
      secret,
      type: 'roller_shutter',
      totalRestarts: 2,
    })
    await vi.waitFor(
      async () =>
        expect((await healthOf(id)).days).toMatchObject([
          { day: dayOf(app.clock.now()), drops: 1, restarts: 1, answers: 1 },
        ]),
      SOON,
    )
    await again.end()
  })

  it('counts on through a restart of the server', async () => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter')
    const move = { commands: [{ token: id, command: 'move', position: 40 }], wait: false }
    await owner.ok(askDevice(owner, 'move', move))
    await device.end()
    await app.restart()
    expect((await healthOf(id)).days).toMatchObject([{ answers: 1 }])
  })

  it('is for accounts that may maintain it', async () => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter')
    const holder = await createPerson(app)
    expect(errorOf(await ask(id, holder))).toBe('device_not_exist')
    const share = (permission: string) =>
      giveRole(owner, { permissions: [permission], devices: [id], users: [holder.email] })
    await share('command')
    expect(errorOf(await ask(id, holder))).toBe('insufficient_permission')
    await share('maintain')
    expect((await ask(id, holder)).status).toBe(200)
    await device.end()
  })

  it('is published once when it gets worse, and again when it gets worse again [DV18]', async () => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter')
    await counted(id, [{ ago: 1, restarts: 3 }])
    await runHourly()
    await runHourly()
    expect((await healthOf(id)).signs).toEqual(['restarts'])
    expect(await signsNotified(id)).toEqual([['device', 'restarts']])
    await counted(id, [{ ago: 2, drops: 6 }])
    await runHourly()
    expect(await signsNotified(id)).toEqual([
      ['device', 'drops'],
      ['device', 'restarts'],
    ])
    await app.database.pool.query('delete from device_health_days where device_id = $1', [id])
    await runHourly()
    expect((await healthOf(id)).signs).toEqual([])
    await counted(id, [{ ago: 0, restarts: 4 }])
    await runHourly()
    expect((await signsNotified(id)).filter(([, sign]) => sign === 'restarts')).toHaveLength(2)
    await device.end()
  })

  it('is forgotten when it leaves its home', async () => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter', { status: { health: { rssi: -85 } } })
    await vi.waitFor(async () => expect((await healthOf(id)).signs).toEqual(['signal']), SOON)
    await counted(id, [{ ago: 1, restarts: 3 }])
    await device.end()
    expect(await owner.delete(id, true)).toMatchObject([{ status: 'success' }])
    for (const table of ['device_health', 'device_health_days'])
      expect(
        (await app.database.pool.query(`select from ${table} where device_id = $1`, [id])).rowCount,
      ).toBe(0)
  })
})
