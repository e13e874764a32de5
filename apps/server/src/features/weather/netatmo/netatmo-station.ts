import * as z from 'zod/mini'
import { plausible, type WeatherSample } from '../sources/weather-source.ts'

/** The measurements of all modules of one station, each with its own time. */
export interface Station {
  /** Null if unknown. */
  place: { lat: number; lon: number } | null
  samples: WeatherSample[]
}

const KMH_IN_MS = 3.6
/** `Rain` is the amount of the last five minutes. */
const RAIN_INTERVALS_PER_HOUR = 12

const valuesSchema = z.object({
  time_utc: z.number().check(z.gte(0), z.lte(4_102_444_800)),
  Temperature: z.optional(z.unknown()),
  Humidity: z.optional(z.unknown()),
  CO2: z.optional(z.unknown()),
  Pressure: z.optional(z.unknown()),
  WindStrength: z.optional(z.unknown()),
  GustStrength: z.optional(z.unknown()),
  Rain: z.optional(z.unknown()),
  sum_rain_1: z.optional(z.unknown()),
})
const moduleSchema = z.object({ type: z.string(), dashboard_data: valuesSchema })
const stationSchema = z.object({
  type: z.literal('NAMain'),
  dashboard_data: z.optional(z.unknown()),
  modules: z.optional(z.array(z.unknown())),
  place: z.optional(z.object({ location: z.optional(z.tuple([z.number(), z.number()])) })),
})
const answerSchema = z.object({ body: z.object({ devices: z.array(z.unknown()) }) })
type Values = z.infer<typeof valuesSchema>
type Module = z.infer<typeof moduleSchema>

const scaled = (value: unknown, factor: number): number | undefined =>
  typeof value === 'number' ? value * factor : undefined

const indoors = ({ CO2 }: Values) => ({ co2: CO2 })

/** The weather values of each kind of module; temperature and humidity of rooms are not used. */
const VALUES_OF: Record<string, (values: Values) => Record<string, unknown>> = {
  NAMain: (values) => ({ ...indoors(values), pressure: values.Pressure }),
  NAModule1: ({ Temperature, Humidity }) => ({ temperature: Temperature, humidity: Humidity }),
  NAModule2: ({ WindStrength, GustStrength }) => ({
    wind_speed: scaled(WindStrength, 1 / KMH_IN_MS),
    wind_gust: scaled(GustStrength, 1 / KMH_IN_MS),
  }),
  NAModule3: ({ Rain, sum_rain_1: lastHour }) => ({
    rain: scaled(Rain, RAIN_INTERVALS_PER_HOUR) ?? lastHour,
  }),
  NAModule4: indoors,
}

function sampleOf({ type, dashboard_data: values }: Module): WeatherSample[] {
  const known = plausible(VALUES_OF[type]?.(values) ?? {})
  const measuredAt = new Date(values.time_utc * 1_000)
  return Object.keys(known).length === 0 ? [] : [{ measuredAt, values: known }]
}

/** For each kind of module, the one that measured last. The CO₂ value of a room module is used if the station itself has none. */
function samplesOf(modules: readonly Module[]): WeatherSample[] {
  const newest = new Map<string, Module>()
  for (const module of modules) {
    const known = newest.get(module.type)
    if (known === undefined || known.dashboard_data.time_utc < module.dashboard_data.time_utc)
      newest.set(module.type, module)
  }
  if (typeof newest.get('NAMain')?.dashboard_data.CO2 === 'number') newest.delete('NAModule4')
  return [...newest.values()].flatMap(sampleOf)
}

function stationOf(raw: unknown): Station[] {
  const station = z.safeParse(stationSchema, raw)
  if (!station.success) return []
  const { dashboard_data: own, modules = [], place } = station.data
  const read = [{ type: 'NAMain', dashboard_data: own }, ...modules].flatMap((module) => {
    // A module that is out of reach has no data.
    const known = z.safeParse(moduleSchema, module)
    return known.success ? [known.data] : []
  })
  const [lon, lat] = place?.location ?? []
  return [
    {
      place: lat === undefined || lon === undefined ? null : { lat, lon },
      samples: samplesOf(read),
    },
  ]
}

/** Parses the answer of `getstationsdata`; null if it is not valid. Unreadable parts are left out. */
export function readStations(body: unknown): Station[] | null {
  const answer = z.safeParse(answerSchema, body)
  return answer.success ? answer.data.body.devices.flatMap(stationOf) : null
}

const squaredDistance = (one: { lat: number; lon: number }, other: { lat: number; lon: number }): number => {
  const turn = Math.abs(one.lon - other.lon)
  const east = Math.min(turn, 360 - turn) * Math.cos((one.lat * Math.PI) / 180)
  return (one.lat - other.lat) ** 2 + east ** 2
}

/** The station at a person's home: the nearest one, or the first one if places are unknown. */
export function stationAt(
  stations: readonly Station[],
  home: { lat: number; lon: number } | null,
): Station | null {
  const farness = ({ place }: Station): number =>
    home === null ? 0 : place === null ? Number.MAX_VALUE : squaredDistance(home, place)
  return stations.toSorted((one, other) => farness(one) - farness(other))[0] ?? null
}
