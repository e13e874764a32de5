import type { AppContext } from '#platform/app-context.ts'
import { homeRoutes } from './homes.routes.ts'
import { createHomeService } from './homes.service.ts'
import { createHomeStore, type HomeMoved } from './homes.store.ts'

export { homes } from './homes.schema.ts'
export type { HomeService } from './homes.service.ts'
export { type HomePlace, homeNameOf, homeNamesOf, homePlaceOf, homePlacesOf } from './homes.store.ts'
export { type SunTimes, sunPositionAt, sunTimesAround } from './sun.ts'

/** Registers homes: the place of each account, its time zone and its sun. */
export function registerHomes({ clock, database, http }: AppContext, { moved }: { moved: HomeMoved }) {
  const service = createHomeService({ store: createHomeStore(database.db, moved), clock })
  http.register(homeRoutes, { homes: service })
  return service
}
