import { upgradeAllSchema, upgradeLineSchema } from '@senca/contract/hardware'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { askDevice, commandNames, refusal } from '#testing/device-calls.ts'
import { createFirmware } from '#testing/firmware.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const SOON = { timeout: 120_000, interval: 50 }

let app: TestApp
let firmware: Awaited<ReturnType<typeof createFirmware>>
let owner: TestClient
beforeAll(async () => {
  firmware = await createFirmware()
  app = await createTestApp({ environment: { FIRMWARE_DIR: firmware.folder } })
})
afterAll(async () => {
  await app.close()
  await firmware.end()
})
beforeEach(async () => {
  owner = await createSignedInClient(app)
  await firmware.publish('roller_shutter')
})

const FIRST = { version: 1, firmware: '1.9.3' }
const infoOf = async (id: string) => (await owner.info(id))[id]
const upgrade = (token: string) => askDevice(owner, 'upgrade', { token })

const upgradeAll = async () =>
  upgradeAllSchema.parse(await owner.ok(owner.api('POST', '/auth/api/v1/device/upgrade-all', { json: {} })))
    .queued

const line = async () =>
  upgradeLineSchema.parse(await owner.ok(owner.api('GET', '/auth/api/v1/device/upgrade-all')))

describe('the whole home', () => {
  it('goes one after the other, never a door, and not while it moves [DV25]', async () => {
    await firmware.publish('home_door')
    const taking: string[] = []
    const shades: (Awaited<ReturnType<typeof moveIn>> & { name: string })[] = []
    for (const name of ['a', 'b', 'c']) {
      shades.push(
        await moveIn(app, owner, 'roller_shutter', {
          status: FIRST,
          name,
          onCommand(command, self) {
            self.succeed(command)
            if (command.command !== 'upgrade') return self.report()
            taking.push(name)
            self.report({ status: 'upgrading', progress: 0.5 })
          },
        }),
      )
    }
    const door = await moveIn(app, owner, 'home_door', { status: FIRST })
    const [, moving] = shades
    moving?.device.report({ status: 'closing' })
    await vi.waitFor(async () => expect((await infoOf(moving?.id ?? ''))?.state.status).toBe('closing'), SOON)
    expect((await line()).available).toBe(3)
    expect(await upgradeAll()).toBe(3)
    expect(await upgradeAll()).toBe(0)
    await vi.waitFor(() => expect(taking).toHaveLength(1), SOON)
    await vi.waitFor(
      async () =>
        expect(await line()).toMatchObject({ total: 3, waiting: 2, upgrading: 1, done: 0, available: 0 }),
      SOON,
    )
    const finish = (name: string) => {
      const { device } = shades.find((shade) => shade.name === name) ?? {}
      device?.publish('status', { connected: true, type: 'roller_shutter', version: 2, firmware: '2.0.0' })
      device?.report({ status: 'ready', progress: null })
    }
    const [first = ''] = taking
    expect(first).not.toBe('b')
    finish(first)
    await vi.waitFor(() => expect(taking).toHaveLength(2), SOON)
    expect(taking).not.toContain('b')
    finish(taking[1] ?? '')
    await vi.waitFor(async () => expect(await line()).toMatchObject({ done: 2, waiting: 1 }), SOON)
    moving?.device.report({ status: 'ready' })
    await vi.waitFor(async () => {
      await app.clock.advanceAsync(5_000)
      expect(taking).toHaveLength(3)
    }, SOON)
    finish('b')
    await vi.waitFor(
      async () => expect(await line()).toMatchObject({ total: 3, done: 3, waiting: 0, upgrading: 0 }),
      SOON,
    )
    expect(commandNames(door.device)).not.toContain('upgrade')
    expect(await upgradeAll()).toBe(0)
  })

  it('goes on after the server was killed', async () => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter', {
      status: FIRST,
      state: { status: 'closing' },
    })
    expect(await upgradeAll()).toBe(1)
    await device.end()
    await app.restart()
    expect(await line()).toMatchObject({ total: 1, waiting: 1, devices: [{ token: id, status: 'waiting' }] })
  })
})

describe('a staged roll-out', () => {
  const first = () =>
    moveIn(app, owner, 'roller_shutter', {
      status: FIRST,
      onCommand: (command, self) => self.refuse(command, 'device_update_failed'),
    })

  it('is offered to nobody at 0 %, and to nobody where it cannot be read', async () => {
    const { id } = await first()
    await firmware.publish('roller_shutter', { rollout: { percent: 0 } })
    expect(refusal(await upgrade(id))).toEqual([409, 'device_upgrade_not_available', undefined])
    expect(await upgradeAll()).toBe(0)
    await firmware.publish('roller_shutter', { rollout: { percent: 'few' } })
    expect(refusal(await upgrade(id))).toEqual([409, 'device_upgrade_not_available', undefined])
    await firmware.publish('roller_shutter', { rollout: { percent: 100 } })
    expect(refusal(await upgrade(id))).toEqual([409, 'device_update_failed', undefined])
  })

  it('stops for everybody once too many have failed, also for those in line', async () => {
    const version = '2.7.7'
    await firmware.publish('roller_shutter', { version, rollout: { stopAtFailureRate: 0.1 } })
    const { id } = await first()
    expect(await upgradeAll()).toBe(1)
    await vi.waitFor(async () => expect(await line()).toMatchObject({ failed: 1 }), SOON)
    // Upgrades of other homes have failed too.
    const { pool } = app.database
    await pool.query(
      `insert into devices (id, type, settings, is_claimable, said_factory_reset, must_forget, created_at)
        select 'rolled-out-' || n, 'roller_shutter', '{}', true, true, false, now() from generate_series(1, 25) n`,
    )
    await pool.query(
      `insert into device_upgrades (device_id, owner_id, is_in_line, type, version, step, asked_at, changed_at)
        select 'rolled-out-' || n, (select owner_id from devices where id = $1), false, 'roller_shutter', $2,
          case when n <= 3 then 'failed' else 'done' end, now(), now() from generate_series(1, 25) n`,
      [id, version],
    )
    await app.clock.advanceAsync(1_000)
    expect(refusal(await upgrade(id))).toEqual([409, 'device_upgrade_not_available', undefined])
    expect(await upgradeAll()).toBe(0)
    // A better firmware has its own counters.
    await firmware.publish('roller_shutter', { version: '2.7.8', rollout: { stopAtFailureRate: 0.1 } })
    expect(refusal(await upgrade(id))).toEqual([409, 'device_update_failed', undefined])
  })
})
