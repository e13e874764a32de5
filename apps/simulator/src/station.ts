import { randomUUID } from 'node:crypto'
import { connect, type MqttClient } from 'mqtt'

export const WEATHERS = ['calm', 'storm'] as const
export type Weather = (typeof WEATHERS)[number]
export const parseWeather = (text: string): Weather | null => WEATHERS.find((known) => known === text) ?? null

/** The address to which a station reports, and the key of its home. */
interface StationEndpoint {
  host: string
  port: number
  key: string
}

interface StationOptions {
  /** Called for each connection; null if the home has no station. */
  endpoint(): StationEndpoint | null
  weather(): Weather
  random?: () => number
}

/** The weather station of a home. It reports when it connects, every 30 seconds, and on request. */
export interface Station {
  /** Resolves when its first report was accepted, or after a timeout. */
  start(): Promise<void>
  report(): void
  stop(): void
}

const TOPIC = 'senca/weather'
const REPORT_MS = 30_000
const RETRY_MS = 3_000
/** The retry delay after a refused key is long, because somebody may have replaced the key. */
const REFUSED_RETRY_MS = 60_000
const CONNECT_TIMEOUT_MS = 4_000
const FIRST_REPORT_MS = 3_000
/** Gives the server time to process the first report before the devices connect. */
const SETTLE_MS = 500
const YEAR_MS = 365.25 * 86_400_000

const rounded = (value: number) => Math.round(value * 10) / 10

/** Typical values of a station in Ljubljana: wind in m/s, rain in mm/h, temperature in °C by the time of year. */
export function measuredIn(weather: Weather, at: Date, random: () => number): Record<string, number> {
  const ofYear = (at.getTime() % YEAR_MS) / YEAR_MS
  const usual = 11 - 10.5 * Math.cos(2 * Math.PI * (ofYear - 0.05))
  const gust = random()
  if (weather === 'calm')
    return {
      wind_speed: rounded(1.2 + 0.8 * gust),
      wind_gust: rounded(2.4 + 1.6 * gust),
      temperature: rounded(usual),
      humidity: Math.round(52 + 4 * gust),
      rain: 0,
      pressure: 1_017,
    }
  return {
    wind_speed: rounded(12 + 2 * gust),
    // 65 to 79 km/h: too strong for an awning of any wind class.
    wind_gust: rounded(18 + 4 * gust),
    temperature: rounded(usual - 5),
    humidity: Math.round(88 + 6 * gust),
    rain: rounded(6 + 6 * gust),
    pressure: 996,
  }
}

export function createStation({ endpoint, weather, random = Math.random }: StationOptions): Station {
  let client: MqttClient | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let taken = () => {}

  const report = (): void => {
    if (client === null || !client.connected) return
    const body = JSON.stringify(measuredIn(weather(), new Date(), random))
    client.publish(TOPIC, body, { qos: 1 }, (error) => {
      if (error == null) taken()
    })
  }
  const later = (ms: number, task: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(task, ms)
    timer.unref()
  }
  const reportAgain = (): void => {
    report()
    later(REPORT_MS, reportAgain)
  }
  const attempt = (): void => {
    const to = endpoint()
    if (isStopped) return
    if (to === null) {
      later(RETRY_MS, attempt)
      return
    }
    const current = connect({
      protocol: 'mqtt',
      host: to.host,
      port: to.port,
      clientId: `station-${randomUUID()}`,
      username: 'station',
      password: to.key,
      clean: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectPeriod: 0,
    })
    client = current
    let retryMs = RETRY_MS
    current.on('connect', reportAgain)
    current.on('error', ({ message }) => {
      if (/not authorized|bad user/i.test(message)) retryMs = REFUSED_RETRY_MS
    })
    current.on('close', () => {
      if (client !== current) return
      client = null
      current.end(true)
      if (!isStopped) later(retryMs, attempt)
    })
  }

  return {
    start: () =>
      new Promise((resolve) => {
        const giveUp = setTimeout(resolve, endpoint() === null ? 0 : FIRST_REPORT_MS)
        taken = () => {
          taken = () => {}
          clearTimeout(giveUp)
          setTimeout(resolve, SETTLE_MS)
        }
        attempt()
      }),
    report,
    stop() {
      isStopped = true
      clearTimeout(timer)
      client?.end(true)
      client = null
    },
  }
}
