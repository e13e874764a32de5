import { readFile, rm } from 'node:fs/promises'
import { parseWeather, type Weather } from './station.ts'

const CHECK_MS = 1_000

/** The weather of a running simulated home, which a person changes by writing to a file. */
export interface WeatherChoice {
  weather(): Weather
  stop(): void
}

/** Every start uses the initial weather; afterwards the file decides. */
export async function followWeatherChoice(
  path: string,
  { initial, changed }: { initial: Weather; changed(weather: Weather): void },
): Promise<WeatherChoice> {
  let now = initial
  let isChecking = false
  await rm(path, { force: true }).catch(() => {})
  const inspect = async (): Promise<void> => {
    if (isChecking) return
    isChecking = true
    const text = await readFile(path, 'utf8').catch(() => '')
    isChecking = false
    const wished = parseWeather(text.trim())
    if (wished === null || wished === now) return
    now = wished
    changed(wished)
  }
  const timer = setInterval(() => void inspect(), CHECK_MS)
  return { weather: () => now, stop: () => clearInterval(timer) }
}
