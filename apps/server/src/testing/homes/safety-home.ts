import type { Resident } from './virtual-home.ts'
import { createWeatherHome, type WeatherHome } from './weather-home.ts'

export const CALM = { wind_gust: 2 }
export const STORM = { wind_gust: 14 }
export const WIND = { protect: 'wind', windClass: 2 }

const SOURCES = ['break_in', 'smoke', 'forced_door', 'hail', 'storm']

/** A home with a weather station, shared by the tests of a file. Each test begins with `clear`. */
export async function createSafetyHome(...options: Parameters<typeof createWeatherHome>) {
  const home = await createWeatherHome(...options)
  const { owner } = home
  let residents: Resident[] = []

  const post = (path: string, json: object) => owner.api('POST', `/auth/api/v1/${path}`, { json })
  const scenarioList = async (): Promise<{ id: string }[]> =>
    Object(await owner.ok(owner.api('GET', '/auth/api/v1/scenario/list', {})))

  return {
    ...home,
    post,

    /** Like `shade` of a weather home, but for one test only. */
    async shade(...args: Parameters<WeatherHome['shade']>): Promise<Resident> {
      const resident = await home.shade(...args)
      residents.push(resident)
      return resident
    },

    /** Called for a shade that has already left the home. */
    forget({ id, device }: Resident) {
      residents = residents.filter((resident) => resident.id !== id)
      device.stop()
    },

    /** Removes devices, scenarios and alarms, and advances time until no measurement is valid any more. */
    async clear(): Promise<void> {
      for (const { id } of await scenarioList()) await owner.ok(post('scenario/delete', { id }))
      await home.moveOut(residents)
      residents = []
      for (const source of SOURCES) await home.alarm(source, false)
      await home.sleep(31 * 60_000)
    },
  }
}

export type SafetyHome = Awaited<ReturnType<typeof createSafetyHome>>
