import { activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { connectFakeDevice, obedient } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, OPERATOR_TOKEN, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

describe('what a device reports', () => {
  it('[DP5] is taken as far as it can be read', async () => {
    const { id, device } = await moveIn(app, owner, 'light', { state: { light1Brightness: 0 } })
    device.publish('status', {
      connected: true,
      type: 'light',
      version: 3,
      firmware: 'a\u0000b',
      factoryReset: true,
    })
    device.publish('state', {
      status: 'dancing',
      light1Brightness: 0.5,
      settings: { light1Name: '\ud800', light2Name: 'Table' },
      totalRestarts: 1,
      totalStateUpdates: 9,
    })
    await vi.waitFor(async () => {
      expect((await owner.info(id))[id]).toMatchObject({
        version: 2,
        settings: { light2Name: 'Table' },
        state: { light1Brightness: 0.5, status: 'busy' },
      })
    })
    await vi.waitFor(async () => {
      const { rows } = await app.database.pool.query('select is_claimable from devices where id = $1', [id])
      expect(rows).toEqual([{ is_claimable: true }])
    })
    await device.end()
  })

  it.each(['status', 'state', 'result'])(
    '[DP5] is passed over and counted when it is larger than 4 KiB: %s',
    async (topic) => {
      const ignored = async () => {
        const { body } = await app.http.inject({
          url: '/metrics',
          headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
        })
        const line = new RegExp(
          `^senca_device_messages_ignored_total{topic="${topic}",reason="too large"} (\\d+)`,
          'm',
        )
        return Number(line.exec(body)?.[1] ?? 0)
      }
      const { id, device } = await moveIn(app, owner, 'awning')
      const before = await ignored()
      const body = {
        connected: true,
        firmware: 'large',
        position: 0.9,
        id: 'none',
        status: topic === 'result' ? 'success' : 'ready',
        totalRestarts: 9,
        totalStateUpdates: 9,
      }
      // 2,100 characters of two bytes each.
      device.publish(topic, { ...body, junk: 'ž'.repeat(2_100) })
      await vi.waitFor(async () => expect(await ignored()).toBe(before + 1))
      device.report({ position: 0.2 })
      await vi.waitFor(async () => {
        expect((await owner.info(id))[id]).toMatchObject({
          totalRestarts: 1,
          totalStateUpdates: 2,
          state: { position: 0.2 },
        })
      })
      await device.end()
    },
  )

  it('keeps no other device from being written down', async () => {
    const bad = await moveIn(app, owner, 'awning')
    const good = await moveIn(app, owner, 'awning')
    await app.database.pool.query(
      `alter table device_shadows add constraint refused check (device_id <> '${bad.id}') not valid`,
    )
    bad.device.report({ position: 0.1 })
    good.device.report({ position: 0.7 })
    await vi.waitFor(async () => {
      const infos = await owner.info(bad.id, good.id)
      expect([infos[bad.id]?.state.position, infos[good.id]?.state.position]).toEqual([0.1, 0.7])
    })
    await vi.waitFor(async () => {
      app.clock.advance(1_000)
      const { rows } = await app.database.pool.query(
        'select fields from device_shadows where device_id = $1',
        [good.id],
      )
      expect(rows).toMatchObject([{ fields: { position: 0.7 } }])
    })
    await app.database.pool.query('alter table device_shadows drop constraint refused')
    await bad.device.end()
    await good.device.end()
  })

  it('[DP33] counts again when it goes on with lower counts in a new connection, pages follow, and its owner is notified [DV6]', async () => {
    const { id, secret, device } = await moveIn(app, owner, 'awning', { totalRestarts: 4_000_000_000 })
    const socket = await openSignedInSocket(app, await owner.websocketToken())
    await device.end()
    const again = await connectFakeDevice({
      mqtt: app.mqtt,
      id,
      secret,
      type: 'awning',
      totalRestarts: 3,
      onCommand: () => {},
    })
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.connected).toBe(true))
    expect((await owner.info(id))[id]?.totalRestarts).toBe(4_000_000_000)
    again.report({ position: 0.3 })
    again.report({ position: 0.4 })
    await vi.waitFor(async () => {
      expect((await owner.info(id))[id]).toMatchObject({
        totalRestarts: 3,
        totalStateUpdates: 3,
        state: { position: 0.4 },
      })
    })
    await vi.waitFor(() => {
      const notified = socket.received.flatMap((message) =>
        message.subject === 'device.state_update'
          ? [[message.data.totalRestarts, message.data.state.position]]
          : [],
      )
      expect(notified.slice(-2)).toEqual([
        [null, 0.3],
        [3, 0.4],
      ])
    })
    for (const totalStateUpdates of [8, 9]) {
      again.publish('state', { position: 0.9, totalRestarts: 2, totalStateUpdates })
    }
    again.report({ position: 0.5 })
    await vi.waitFor(async () => {
      expect((await owner.info(id))[id]).toMatchObject({ totalRestarts: 3, state: { position: 0.5 } })
    })
    const { entries } = activityListSchema.parse(
      await owner.ok(owner.api('GET', `/auth/api/v1/activity/list?devicetoken=${id}`)),
    )
    expect(entries.filter(({ action }) => action === 'counts_began_again')).toMatchObject([
      { origin: 'device', by: null, result: null },
    ])
    socket.end()
    await again.end()
  })

  it('[DP13] is never replaced by an older report, also after a restart of the server', async () => {
    const own = await createTestApp()
    const client = await createSignedInClient(own)
    const { id, secret, device } = await moveIn(own, client, 'awning', { totalRestarts: 7 })
    device.publish('state', { status: 'ready', position: 0.5, totalRestarts: 7, totalStateUpdates: 50 })
    const positionOf = async () => (await client.info(id))[id]?.state.position
    await vi.waitFor(async () => expect(await positionOf()).toBe(0.5))
    await own.restart()
    expect((await client.info(id))[id]).toMatchObject({ totalRestarts: 7, totalStateUpdates: 50 })
    const socket = await openSignedInSocket(own, await client.websocketToken())
    const again = await connectFakeDevice({
      mqtt: own.mqtt,
      id,
      secret,
      type: 'awning',
      totalRestarts: 7,
      state: { position: 0.9 },
    })
    for (const [totalRestarts, totalStateUpdates, position] of [
      [6, 900, 0.8],
      [7, 51, 0.6],
      [7, 50, 0.1],
      [8, 1, 0.7],
      [7, 99, 0.2],
      [8, 2, 0.4],
    ]) {
      again.publish('state', { status: 'ready', position, totalRestarts, totalStateUpdates })
    }
    await vi.waitFor(async () => expect(await positionOf()).toBe(0.4))
    await vi.waitFor(() => {
      const positions = socket.received.flatMap((message) =>
        message.subject === 'device.state_update' ? [message.data.state.position] : [],
      )
      expect([...new Set(positions)]).toEqual([0.5, 0.6, 0.7, 0.4])
    })
    socket.end()
    await again.end()
    await own.close()
  })

  it('[DP7] never makes a light a door', async () => {
    const { id, device } = await moveIn(app, owner, 'light', { state: { light1Brightness: 0 } })
    device.publish('status', { connected: true, type: 'home_door', version: 1 })
    device.report({ settings: { devicetype: 'home_door' } })
    await vi.waitFor(async () => {
      const { [id]: info } = await owner.info(id)
      expect(info).toMatchObject({
        version: 1,
        totalStateUpdates: 2,
        devicetype: 'light',
        can: ['setLight1'],
      })
    })
    await device.end()
  })

  it('[DP17] shows no lock as locked that is jammed', async () => {
    const { id, device } = await moveIn(app, owner, 'home_door', {
      state: {
        motorLockConnected: true,
        motorLockLocked: true,
        motorLockState: 'jammed',
        magnetLockLocked: true,
      },
    })
    expect((await owner.info(id))[id]?.state).toMatchObject({
      motorLockLocked: null,
      motorLockState: 'jammed',
      magnetLockLocked: true,
      magnetLockState: 'locked',
    })
    await device.end()
  })
})

describe('a shade that is at its goal and goes on to report motion [CM20]', () => {
  const state = async (id: string) => (await owner.info(id))[id]?.state

  it('is at rest for its page, its sockets and who waits for its command', async () => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter', { onCommand: obedient })
    const socket = await openSignedInSocket(app, await owner.websocketToken())
    const results = owner.move([{ token: id, command: 'move', position: 40 }], true)
    await vi.waitFor(() => expect(device.received).toHaveLength(1))
    device.report({ status: 'closing', position: 0.41 })
    await vi.waitFor(async () =>
      expect(await state(id)).toMatchObject({ status: 'closing', target: { position: 0.4 } }),
    )
    await eventually(
      app,
      async () => {
        // It repeats what it said, as firmware with a lost end switch does.
        device.report({ status: 'closing', position: 0.41 })
        expect(await state(id)).toMatchObject({ status: 'ready', position: 0.41 })
      },
      2_000,
    )
    expect(await results).toMatchObject([{ status: 'success', position: 0.41 }])
    expect(await state(id)).not.toHaveProperty('target')
    await vi.waitFor(() =>
      expect(socket.received).toContainEqual(
        expect.objectContaining({
          subject: 'device.state_update',
          data: expect.objectContaining({
            deviceId: id,
            state: expect.objectContaining({ status: 'ready', position: 0.41 }),
          }),
        }),
      ),
    )
    device.report({ status: 'opening', position: 0.41 })
    await vi.waitFor(async () => expect(await state(id)).toMatchObject({ status: 'opening' }))
    await device.end()
    socket.end()
  })
})
