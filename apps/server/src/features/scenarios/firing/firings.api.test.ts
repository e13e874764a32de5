import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually as eventuallyIn } from '#testing/eventually.ts'
import { connectFakeDevice, type FakeDevice, type ReceivedCommand } from '#testing/fake-device.ts'
import { listNotifications } from '#testing/homes/phone-home.ts'
import { scenarioHome } from '#testing/homes/scenario-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'
import { createFiringStore } from './firings.store.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await createSignedInClient(app)
})

const { ask, claimed, create, history, list, settle, update } = scenarioHome(() => owner)

describe('a scenario that fires', () => {
  /** A shade that reaches its target immediately. */
  const onCommand = (command: ReceivedCommand, device: FakeDevice) => {
    device.succeed(command)
    device.report(command.command === 'move' ? { position: Number(command.position) / 100 } : {})
  }
  const shade = () => moveIn(app, owner, 'roller_shutter', { state: { position: 0 }, session: 1, onCommand })
  const HALF_DAY_MS = 43_200_000
  const moves = ({ received }: FakeDevice) => received.filter(({ command }) => command === 'move')
  /** Advances the clock to a moment, in steps that give the database time. */
  const comeTo = async (at: Date) => {
    while (app.clock.now() < at) {
      await app.clock.advanceAsync(Math.min(2_000, at.getTime() - app.clock.now().getTime()))
      await setTimeout(15)
      // On a busy machine time passes more slowly too. Otherwise the server would have slept while something was due.
      await app.database.pool.query('select')
    }
  }
  const eventually = (check: () => unknown) => eventuallyIn(app, check, 500)
  /** A time of day that comes soon, in local time of Ljubljana. */
  const soon = (minutes: number) => {
    const at = new Date(Math.ceil((app.clock.now().getTime() + minutes * 60_000) / 60_000) * 60_000)
    const [hour, minute] = new Intl.DateTimeFormat('en', {
      timeZone: 'Europe/Ljubljana',
      hourCycle: 'h23',
      hour: 'numeric',
      minute: 'numeric',
    })
      .format(at)
      .split(':')
      .map(Number)
    return { at, trigger: { type: 'TimeOfDay', hour, minute } }
  }

  it('by hand answers for each device, and is recorded in its history and in the activity [SC13]', async () => {
    const { id: deviceId, device } = await shade()
    const [away = ''] = await claimed(1)
    const { id } = await create([deviceId, away], { triggers: [] })
    // With an external broker, commands wait a moment for a connection that is not known yet.
    app.clock.advance(1_000)
    const socket = await openSignedInSocket(app, await owner.websocketToken())
    expect(await owner.ok(ask('run', { id }))).toMatchObject([
      { status: 'success', device_ids: [deviceId] },
      { status: 'error', error: 'device_offline', device_ids: [away] },
    ])
    expect(moves(device)).toMatchObject([{ position: 50 }])
    // It ends when the shade is at rest.
    await vi.waitFor(async () =>
      expect(await list()).toMatchObject([{ status: 'idle', lastRun: { outcome: 'part' } }]),
    )
    const [entry] = await history(id)
    expect(entry).toMatchObject({ dueAt: null, outcome: 'part', reason: { type: 'manual' } })
    expect(entry?.by).toContain('@')
    expect(entry?.reason).toMatchObject({ by: entry?.by })
    expect(entry?.results).toHaveLength(2)
    await socket.next('scenario.status_updated')
    await vi.waitFor(async () => {
      const log = await owner.ok(owner.api('GET', `/auth/api/v1/activity/list?devicetoken=${deviceId}`))
      expect(JSON.stringify(log)).toContain('"origin":"scenario","by":"Morning"')
    })
    socket.end()
    await device.end()
  })

  it('by time moves each device once, and is due again [SC5]', async () => {
    await settle()
    const { id: deviceId, device } = await shade()
    const { at, trigger } = soon(2)
    const { id } = await create([deviceId], { triggers: [trigger] })
    expect((await list())[0]?.nextAt).toBe(at.toISOString())
    await comeTo(new Date(at.getTime() - 1_000))
    expect(moves(device)).toEqual([])
    await comeTo(new Date(at.getTime() + 2_000))
    await eventually(async () =>
      expect(await history(id)).toMatchObject([
        {
          dueAt: at.toISOString(),
          outcome: 'done',
          reason: { type: 'time' },
          results: [{ status: 'success', device_ids: [deviceId] }],
        },
      ]),
    )
    expect(moves(device)).toMatchObject([{ position: 50 }])
    const [after] = await list()
    expect(Date.parse(after?.nextAt ?? '')).toBeGreaterThan(at.getTime() + HALF_DAY_MS)
    expect(after?.lastRun).toMatchObject({ outcome: 'done' })
    await device.end()
  })

  it('moves nothing where a person skipped it and then moved its time', async () => {
    await settle()
    const { id: deviceId, device } = await shade()
    const { at, trigger } = soon(4)
    const earlier = soon(2)
    const { id } = await create([deviceId], { triggers: [trigger] })
    await owner.ok(ask('skip', { id, at: at.toISOString(), skip: true }))
    await update(id, { triggers: [earlier.trigger] })
    await comeTo(new Date(earlier.at.getTime() + 1_000))
    await eventually(async () =>
      expect(await history(id)).toMatchObject([{ outcome: 'skipped', dueAt: earlier.at.toISOString() }]),
    )
    expect(moves(device)).toEqual([])
    await device.end()
  })

  it('moves nothing where a person skipped it', async () => {
    await settle()
    const { id: deviceId, device } = await shade()
    const { at, trigger } = soon(2)
    const { id } = await create([deviceId], { triggers: [trigger] })
    await owner.ok(ask('skip', { id, at: at.toISOString(), skip: true }))
    await comeTo(new Date(at.getTime() + 2_000))
    await eventually(async () =>
      expect(await history(id)).toMatchObject([{ outcome: 'skipped', results: [] }]),
    )
    expect(moves(device)).toEqual([])
    expect((await list())[0]?.lastRun).toBeNull()
    await device.end()
  })

  it('of several that are due at once is the newest, for each device [SC10]', async () => {
    await settle()
    const one = await shade()
    const two = await shade()
    const { at, trigger } = soon(2)
    const older = await create([one.id, two.id], { triggers: [trigger] })
    const newer = await create([two.id], {
      name: 'Newer',
      triggers: [trigger],
      actions: [{ type: 'MoveSelf', position: 1 }],
    })
    await comeTo(new Date(at.getTime() + 2_000))
    await eventually(async () => {
      expect((await history(newer.id)).map(({ outcome }) => outcome)).toEqual(['done'])
      expect((await history(older.id)).map(({ outcome }) => outcome)).toEqual(['part'])
    })
    expect(moves(one.device)).toMatchObject([{ position: 50 }])
    expect(moves(two.device)).toMatchObject([{ position: 100 }])
    await one.device.end()
    await two.device.end()
  })

  it('by two instances moves each device once [SC6]', async () => {
    await settle()
    const twin = await app.twin()
    const homes = []
    for (let n = 0; n < 12; n += 1) homes.push(await shade())
    const { at, trigger } = soon(2)
    const ids: string[] = []
    for (const [index, { id }] of homes.entries())
      ids.push((await create([id], { name: `Scenario ${index}`, triggers: [trigger] })).id)
    await comeTo(new Date(at.getTime() + 4_000))
    await eventually(async () => {
      for (const id of ids) expect((await history(id)).map(({ outcome }) => outcome)).toEqual(['done'])
    })
    expect(homes.map(({ device }) => moves(device).length)).toEqual(homes.map(() => 1))
    for (const { device } of homes) await device.end()
    await twin.close()
  })

  it('is left to the instance that was there when it was due, and missed once none took it for a minute [SC8]', async () => {
    await settle()
    const { id: deviceId, device } = await shade()
    const { at, trigger } = soon(2)
    const { id } = await create([deviceId], { triggers: [trigger], catchUp: 'skip' })
    /** As seen by an instance that starts this long after the due time. */
    const begun = (ms: number) => {
      const now = new Date(at.getTime() + ms)
      return createFiringStore(app.database.db).claim({ now, watchingSince: now }, 10)
    }
    await begun(2_000)
    expect(await history(id)).toEqual([])
    await comeTo(new Date(at.getTime() + 3_000))
    await eventually(async () =>
      expect((await history(id)).map(({ outcome, reason }) => [outcome, reason.type])).toEqual([
        ['done', 'time'],
      ]),
    )
    expect(moves(device)).toHaveLength(1)

    const later = soon(2)
    await update(id, { triggers: [later.trigger] })
    const missedAt = later.at.getTime() - at.getTime() + 60_000
    await begun(missedAt)
    expect((await history(id)).map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'skipped'])
    expect(moves(device)).toHaveLength(1)
    await device.end()
  })

  it('waits for a device that is away, and moves it after its first report', async () => {
    await settle()
    const { id: deviceId, secret, device } = await shade()
    const { at, trigger } = soon(2)
    const { id } = await create([deviceId], { triggers: [trigger] })
    await device.end()
    await vi.waitFor(async () => expect((await owner.info(deviceId))[deviceId]?.connected).toBe(false))
    await comeTo(new Date(at.getTime() + 10_000))
    await eventually(async () => expect(await history(id)).toMatchObject([{ outcome: 'part', results: [] }]))
    const back = await connectFakeDevice({
      mqtt: app.mqtt,
      id: deviceId,
      secret,
      type: 'roller_shutter',
      session: 2,
      totalRestarts: 2,
      onCommand,
    })
    await eventually(async () => expect(await history(id)).toMatchObject([{ outcome: 'done' }]))
    expect(moves(back)).toMatchObject([{ position: 50 }])
    await back.end()
  })

  it('does not wait for a device that has left the home', async () => {
    await settle()
    const [gone = '', stays = ''] = await claimed(2)
    const { at, trigger } = soon(2)
    const { id } = await create([gone, stays], { triggers: [trigger], catchUp: 'latest' })
    await comeTo(new Date(at.getTime() + 10_000))
    await eventually(async () => expect(await history(id)).toMatchObject([{ outcome: 'part' }]))
    await owner.delete(gone, true)
    const { rows } = await app.database.pool.query(
      'select device_id, step from scenario_firing_devices where device_id = any($1)',
      [[gone, stays]],
    )
    expect(rows).toContainEqual({ device_id: gone, step: 'skipped' })
    expect(rows).toContainEqual({ device_id: stays, step: 'waiting' })
  })

  it('does not wait for ever: half an hour by default, a moment where missed ones are skipped [SC8]', async () => {
    await settle()
    const [a = ''] = await claimed(1)
    const { at, trigger } = soon(2)
    const within = await create([a], { triggers: [trigger] })
    const skipping = await create([a], { name: 'Skip', triggers: [trigger], catchUp: 'skip' })
    await comeTo(new Date(at.getTime() + 30_000))
    await eventually(async () => expect(await history(skipping.id)).toMatchObject([{ outcome: 'skipped' }]))
    expect(await history(within.id)).toMatchObject([{ outcome: 'part' }])
    await app.clock.advanceAsync(31 * 60_000)
    // The API token has expired in the meantime.
    owner.forgetApiToken()
    await eventually(async () => expect(await history(within.id)).toMatchObject([{ outcome: 'skipped' }]))
  })

  it('is notified to its author where devices did not carry it out, once, in the list only [PK16]', async () => {
    await settle()
    const obeying = await shade()
    const [a = ''] = await claimed(1)
    const { at, trigger } = soon(2)
    const more = { triggers: [trigger], catchUp: 'skip' }
    await create([obeying.id, a], { name: 'Both', ...more })
    await create([a], { name: 'Alone', ...more })
    const byHand = await create([a], { name: 'By hand', triggers: [] })
    await owner.ok(ask('run', { id: byHand.id }))
    await comeTo(new Date(at.getTime() + 30_000))
    const failed = async () =>
      (await listNotifications(owner)).filter(({ kind }) => kind === 'scenario_failed')
    await eventually(async () => expect(await failed()).toHaveLength(2))
    const time = new Intl.DateTimeFormat('en-GB', {
      timeStyle: 'short',
      timeZone: 'Europe/Ljubljana',
    }).format(at)
    const [away] = await app.database.pool
      .query('select name from devices where id = $1', [a])
      .then(({ rows }) => rows)
    const listed = (await failed()).sort((one, other) => one.title.localeCompare(other.title))
    expect(listed).toMatchObject([
      {
        level: 'info',
        title: 'Alone: scenario failed',
        body: `At ${time} no device carried it out.`,
        actions: [],
      },
      { level: 'info', title: 'Both: failed in part', body: `At ${time} not carried out by: ${away.name}` },
    ])
    const { rows } = await app.database.pool.query(`select kind from mails where kind = 'scenario_failed'`)
    expect(rows).toEqual([])
    await obeying.device.end()
  })

  it('is withdrawn from devices that are away when it is switched off', async () => {
    await settle()
    const [a = ''] = await claimed(1)
    const { at, trigger } = soon(2)
    const { id } = await create([a], { triggers: [trigger], catchUp: 'latest' })
    await comeTo(new Date(at.getTime() + 5_000))
    await eventually(async () => expect(await history(id)).toMatchObject([{ outcome: 'part' }]))
    await update(id, { enabled: false })
    expect(await history(id)).toMatchObject([{ outcome: 'skipped' }])
  })

  it('sets the lights that a device has', async () => {
    const { id: deviceId, device } = await moveIn(app, owner, 'light', {
      state: { light1Brightness: 0, light1Dimmable: true, light2Brightness: 0, light2Dimmable: true },
    })
    const { id } = await create([deviceId], {
      triggers: [],
      actions: [{ type: 'SetLight', brightness: 0.4 }],
    })
    expect(await owner.ok(ask('run', { id }))).toMatchObject([{ status: 'success' }])
    expect(device.received).toMatchObject([
      { command: 'light_apply', lightType: 'light_1', brightness: 0.4 },
      { command: 'light_apply', lightType: 'light_2', brightness: 0.4 },
    ])
    await device.end()
  })

  it('stays in its history for 90 days [SC14]', async () => {
    const { pool } = app.database
    const { id: deviceId, device } = await shade()
    const { id } = await create([deviceId], { triggers: [] })
    await owner.ok(ask('run', { id }))
    await device.end()
    const keptAfter = async (ms: number) => {
      const at = new Date(app.clock.now().getTime() - ms)
      await pool.query('update scenario_firings set at = $2 where scenario_id = $1', [id, at])
      await pool.query("select graphile_worker.add_job('forget-old', '{}'::json)")
      await vi.waitFor(async () => {
        const waiting =
          "select from graphile_worker.jobs where task_identifier = 'forget-old' and run_at <= now()"
        expect((await pool.query(waiting)).rowCount).toBe(0)
      })
      return history(id)
    }
    const days90 = 180 * HALF_DAY_MS
    expect(await keptAfter(days90 - 60_000)).toHaveLength(1)
    expect(await keptAfter(days90)).toEqual([])
  })
})
