import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createWeatherHome, type WeatherHome } from '#testing/homes/weather-home.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let home: WeatherHome
beforeAll(async () => {
  home = await createWeatherHome()
})
afterAll(() => home.app.close())

const AWAY_MS = 60_000
/** The time between connecting and the first report. */
const LATE_MS = 4_000

it('a held shade that reconnects is moved by its newly reported position, not by its old one', async () => {
  const awning = await home.shade('awning', 0.8)
  await home.measure({ wind_gust: 2 })
  await home.protect([awning], { protect: 'wind', windClass: 2 })
  awning.device.fault({ kind: 'lost_link', ms: AWAY_MS })
  await home.measure({ wind_gust: 14 })
  // Somebody moves it in by hand while it is offline, so the server cannot know.
  awning.device.wallSwitch('open')
  await home.pass(AWAY_MS - 2_000)
  expect(awning.device.state().position).toBe(0)
  home.broker.setLatency(LATE_MS)
  await home.pass(2_000)
  const before = home.receivedBy(awning).length
  expect(await home.info(awning)).toMatchObject({ connected: true, state: { position: 0.8 } })
  // Seen from 0.8 this would be inwards.
  expect(await home.move(awning, 50)).toMatchObject({ status: 'error', error: 'weather_scenario_matched' })
  expect(home.receivedBy(awning).slice(before)).not.toContainEqual(
    expect.objectContaining({ command: 'move', position: 50 }),
  )
  home.broker.setLatency(0)
  await home.pass(60_000)
  expect(await home.seen(awning)).toMatchObject({ place: 0, safety: { isSensorSilent: false } })
})
