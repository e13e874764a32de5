import { dateIn, middayIn } from '@senca/contract'
import type { Home, HomeCreateRequest, HomeSun, HomeUpdateRequest } from '@senca/contract/automation'
import type { AccountActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { HomeRow, HomeStore } from './homes.store.ts'
import { sunPositionAt, sunTimesAround } from './sun.ts'
import { zoneOfPlace } from './zone-of-place.ts'

interface HomeServiceOptions {
  store: HomeStore
  clock: Clock
}

/** Removes properties that are undefined. */
const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>
  }

/** The columns to update, depending on the home before. */
function changesOf(home: Home, { timezone, ...changes }: HomeUpdateRequest): Partial<HomeRow> {
  const { lat = home.lat, lon = home.lon } = changes
  // The stored country may not be that of another place.
  const hasMoved = lat !== home.lat || lon !== home.lon
  const country = changes.country === undefined && !hasMoved ? home.country : (changes.country ?? null)
  return given({ ...changes, timezone: timezone === null ? zoneOfPlace({ lat, lon }, country) : timezone })
}

/** The home of each account: its place and its sun times. */
export function createHomeService({ store, clock }: HomeServiceOptions) {
  /** Throws `resource_not_found` if there is no home. */
  const info = async ({ accountId }: Pick<AccountActor, 'accountId'>): Promise<Home> => {
    const home = await store.find(accountId)
    if (home === null) throw new ApiError('resource_not_found')
    return home
  }

  return {
    info,
    find: store.find,

    /** If no time zone is given, that of the place is used. Throws `home_already_exists`. */
    async create({ accountId }: AccountActor, request: HomeCreateRequest): Promise<Home> {
      const { name, lat, lon, timezone, country = null, altitude = null } = request
      const home = {
        name,
        lat,
        lon,
        country,
        altitude,
        timezone: timezone ?? zoneOfPlace({ lat, lon }, country),
      }
      const made = await store.insert(accountId, home)
      if (made === null) throw new ApiError('home_already_exists')
      return made
    },

    /** Changes the given properties. Throws `resource_not_found` if there is no home. */
    async update({ accountId }: AccountActor, request: HomeUpdateRequest): Promise<Home> {
      const home = await store.update(accountId, (before) => changesOf(before, request))
      if (home === null) throw new ApiError('resource_not_found')
      return home
    },

    /**
     * The sun times of the home for a day (default: today) and the current position of the sun. Throws `data_missing` if there is
     * no home.
     */
    async sun({ accountId }: Pick<AccountActor, 'accountId'>, date: string | undefined): Promise<HomeSun> {
      const home = await store.find(accountId)
      if (home === null)
        throw new ApiError('data_missing', { key: 'home', message: 'The home has no place yet.' })
      const now = clock.now()
      const { dawn, sunrise, noon, sunset, dusk } = sunTimesAround(
        middayIn(home.timezone, date ?? dateIn(home.timezone, now)),
        home,
      )
      const text = (at: Date | null) => at?.toISOString() ?? null
      return {
        dawn: text(dawn),
        sunrise: text(sunrise),
        noon: text(noon),
        sunset: text(sunset),
        dusk: text(dusk),
        ...sunPositionAt(now, home),
      }
    },
  }
}

export type HomeService = ReturnType<typeof createHomeService>
