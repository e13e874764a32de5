import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { API, callBy, createBridge } from '#testing/homes/bridge-home.ts'
import { createHomeBridge, partsOf } from '#testing/homes/home-assistant-home.ts'
import { CALM, createSafetyHome, type SafetyHome, STORM, WIND } from '#testing/homes/safety-home.ts'

/** In these tests, hours pass in the home. */
vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 })

let home: SafetyHome
beforeAll(async () => {
  home = await createSafetyHome({}, { hasSpaces: true })
})
afterAll(() => home.app.close())
beforeEach(() => home.clear())

describe('an awning in a storm', () => {
  it('[BR59], [BR61], [BR62] is held for Home Assistant too, and its owner is notified once an hour', async () => {
    const awning = await home.shade('awning', 0.8)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.pass(20_000)
    const { bridge } = await createHomeBridge(home.owner, [awning.id])
    const script = await createBridge(home.owner, [awning.id], {
      scopes: ['devices:read', 'devices:command'],
    })
    const holdOf = async () =>
      (await partsOf(home.owner, bridge.id)).find(({ part }) => part === 'hold')?.told
    expect(await holdOf()).toEqual({ hold: 'OFF', 'hold/attributes': '{}' })
    await home.measure(STORM)
    await home.pass(60_000)
    const told = await holdOf()
    expect(told).toMatchObject({ hold: 'ON' })
    expect(JSON.parse(String(told?.['hold/attributes']))).toMatchObject({
      reason: 'wind_gust',
      value: 14,
      unit: 'm/s',
      threshold: 10.2778,
      until: null,
      is_sensor_silent: false,
      text: expect.any(String),
    })

    const refusals = async () => {
      const move = { token: awning.id, command: 'move', position: 80 }
      const { body } = await callBy(home.app, script.secret, 'POST', `${API}/device/move`, {
        commands: [move],
        wait: false,
      })
      const [result] = Object(body)
      expect(result).toMatchObject({ error: 'weather_scenario_matched' })
    }
    const notified = async () => {
      const { rows } = await home.app.database.pool.query(
        "select data from notifications where data ->> 'words' = 'bridge_held' and device_id = $1",
        [awning.id],
      )
      return rows.map(({ data }) => data.name)
    }
    await refusals()
    await vi.waitFor(async () => expect(await notified()).toEqual([script.name]))
    await refusals()
    await home.sleep(59 * 60_000)
    await home.measure(STORM)
    await refusals()
    expect(await notified()).toHaveLength(1)
    await home.sleep(2 * 60_000)
    await home.measure(STORM)
    await refusals()
    await vi.waitFor(async () => expect(await notified()).toHaveLength(2))
  })
})
