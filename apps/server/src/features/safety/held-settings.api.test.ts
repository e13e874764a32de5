import { errorBodySchema } from '@senca/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPerson, giveRole, type Person } from '#testing/homes/role-home.ts'
import { CALM, createSafetyHome, type SafetyHome, STORM, WIND } from '#testing/homes/safety-home.ts'
import type { Resident } from '#testing/homes/virtual-home.ts'
import type { TestClient } from '#testing/test-client.ts'

/** In some of these tests, hours pass in the home. */
vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 })

let home: SafetyHome
let installer: Person
beforeAll(async () => {
  home = await createSafetyHome()
  await home.app.database.pool.query('update accounts set is_confirmed = true')
  installer = await createPerson(home.app)
})
afterAll(() => home.app.close())
beforeEach(() => home.clear())

const call = (client: TestClient, path: string, json: object) => {
  client.forgetApiToken()
  return home.during(client.api('POST', `/auth/api/v1/device/${path}`, { json }))
}
const set = async ({ id }: Resident, settings: object, client: TestClient = home.owner) => {
  const { status, body } = await call(client, 'settings', { token: id, settings })
  if (status === 200) return 'success'
  const { error, key } = errorBodySchema.parse(body)
  return key === undefined ? error : `${error} ${key}`
}
const maintained = (devices: readonly Resident[]) =>
  giveRole(home.owner, {
    permissions: ['maintain'],
    devices: devices.map(({ id }) => id),
    users: [installer.email],
  })
const mailed = async (): Promise<number> => {
  const { rowCount } = await home.app.database.pool.query(
    "select id from mails where kind = 'safety_settings'",
  )
  return rowCount ?? 0
}

describe('a safe place of its own', () => {
  it('is where a shutter goes; one that is set during a hold counts from the next hold on', async () => {
    const shutter = await home.shade('roller_shutter', 0.8)
    expect(await set(shutter, { safePlaces: { break_in: 0.3 } })).toBe('success')
    await home.scenario([shutter], {
      triggers: [{ type: 'Security', sources: ['break_in'] }],
      actions: [{ type: 'MoveSelfSecurity' }],
    })
    await home.alarm('break_in', true)
    await home.pass(60_000)
    expect((await home.seen(shutter)).place).toBeCloseTo(0.3, 2)
    expect(await set(shutter, { safePlaces: { break_in: 0.1 } })).toBe('success')
    expect(await set(shutter, { safePlaces: { break_in: null } })).toBe('success')
    await home.app.restart()
    home.owner.forgetApiToken()
    shutter.device.fault({ kind: 'lost_link', ms: 2_000 })
    await home.pass(60_000)
    expect((await home.seen(shutter)).place).toBeCloseTo(0.3, 2)
    expect(await home.move(shutter, 90)).toMatchObject({ error: 'weather_scenario_matched' })
    await home.alarm('break_in', false)
    await home.alarm('break_in', true)
    expect((await home.seen(shutter)).safety).toBeNull()
    expect(await home.move(shutter, 90)).toMatchObject({ status: 'success' })
  })

  it.each([
    ['awning', { wind: 0.021 }, 'malformed_request safePlaces'],
    ['awning', { rain: null }, 'malformed_request safePlaces'],
    ['awning', { wind: 0.02, break_in: 1 }, 'success'],
    ['pergola', { rain: 0.9 }, 'malformed_request safePlaces'],
    ['falcon', { smoke: 1 }, 'malformed_request safePlaces'],
    ['venetian_blind', { wind: 1, hail: null }, 'success'],
  ] as const)('of an %s at %j: %s', async (type, safePlaces, outcome) => {
    expect(await set(await home.shade(type), { safePlaces })).toBe(outcome)
  })

  it('that an earlier version stored and that is too far out counts as that of its kind', async () => {
    const awning = await home.shade('awning', 0.8)
    await home.app.database.pool.query(
      `update devices set settings = '{"safePlaces": {"wind": 1}}' where id = $1`,
      [awning.id],
    )
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBe(0)
  })
})

describe('a setting that decides safety', () => {
  it('is changed by the owner alone: safe places and the door behind a shade always, the type during a hold [DV11]', async () => {
    const awning = await home.shade('awning', 0.8)
    await maintained([awning])
    expect(await set(awning, { safePlaces: { wind: 0 } }, installer)).toBe('insufficient_permission')
    const doorway = await call(installer, 'doorway', { token: awning.id, door: null })
    expect(errorBodySchema.parse(doorway.body).error).toBe('insufficient_permission')
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(60_000)
    expect(await set(awning, { devicetype: 'roller_shutter' }, installer)).toBe('insufficient_permission')
    expect(await set(awning, { motorInverted: true }, installer)).toBe('weather_scenario_matched')
    const ventilation = await call(installer, 'ventilation', { token: awning.id, position: 80 })
    expect(errorBodySchema.parse(ventilation.body).error).toBe('insufficient_permission')
    for (const settings of [{ devicetype: 'roller_shutter' }, { motorInverted: true }])
      expect(await set(awning, settings)).toBe('weather_scenario_matched')
    expect(await set(awning, { switchInverted: true })).toBe('success')
    expect((await home.seen(awning)).safety).not.toBeNull()
    expect(await mailed()).toBe(0)
  })

  it('is mailed to the owner when somebody else changes it while nothing is held [DV11]', async () => {
    const blind = await home.shade('venetian_blind')
    await maintained([blind])
    expect(await set(blind, { motorInverted: true, switchInverted: true })).toBe('success')
    expect(await set(blind, { switchInverted: false }, installer)).toBe('success')
    expect(await mailed()).toBe(0)
    expect(await set(blind, { motorInverted: false, inclinationType: 'full_180' }, installer)).toBe('success')
    expect(await mailed()).toBe(1)
  })
})
