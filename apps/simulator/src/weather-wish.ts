import { readFile, rm } from 'node:fs/promises'
import { parseWeather, type Weather } from './station.ts'

const LOOK_MS = 1_000

/** The weather of a running simulated home, which a person changes by writing to a file. */
export interface WeatherWish {
  weather(): Weather
  stop(): void
}

/** Every start uses the initial weather; afterwards the file decides. */
export async function followWeatherWish(
  path: string,
  { initial, changed }: { initial: Weather; changed(weather: Weather): void },
): Promise<WeatherWish> {
  let now = initial
  let isLooking = false
  await rm(path, { force: true }).catch(() => {})
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    const text = await readFile(path, 'utf8').catch(() => '')
    isLooking = false
    const wished = parseWeather(text.trim())
    if (wished === null || wished === now) return
    now = wished
    changed(wished)
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  return { weather: () => now, stop: () => clearInterval(timer) }
}
