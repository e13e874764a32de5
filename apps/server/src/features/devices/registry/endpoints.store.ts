import { and, asc, eq, sql } from 'drizzle-orm'
import type { DrizzleDatabase } from '#platform/postgres/database.ts'
import { endpoints } from '../devices.schema.ts'
import type { Endpoint } from './endpoints.ts'

const PAGE = 2_000

const ENDPOINT_COLUMNS = {
  driver: endpoints.driver,
  address: endpoints.address,
  deviceId: endpoints.deviceId,
  version: endpoints.version,
  firmware: endpoints.firmware,
  part: endpoints.part,
}

export type Place = Pick<Endpoint, 'driver' | 'address'>

const isAt = ({ driver, address }: Place) => and(eq(endpoints.driver, driver), eq(endpoints.address, address))

/** The endpoints of devices and their credentials. */
export function createEndpointStore(db: DrizzleDatabase) {
  const secretsByAddress = db
    .select({ address: endpoints.address, secretHash: endpoints.secretHash })
    .from(endpoints)
    .where(
      and(
        eq(endpoints.driver, sql.placeholder('driver')),
        sql`${endpoints.address} = any(${sql.placeholder('addresses')})`,
        eq(endpoints.isSecretEnabled, true),
      ),
    )
    .prepare('endpoint_secrets')
  const ofDevices = db
    .select(ENDPOINT_COLUMNS)
    .from(endpoints)
    .where(sql`${endpoints.deviceId} = any(${sql.placeholder('ids')})`)
    .prepare('endpoints_of_devices')

  return {
    /** Reads all endpoints page by page. */
    async *readAll(): AsyncGenerator<Endpoint> {
      let after: Place = { driver: '', address: '' }
      for (;;) {
        const rows = await db
          .select(ENDPOINT_COLUMNS)
          .from(endpoints)
          .where(
            sql`(${endpoints.driver}, ${endpoints.address}) > (${after.driver}::text, ${after.address}::text)`,
          )
          .orderBy(asc(endpoints.driver), asc(endpoints.address))
          .limit(PAGE)
        yield* rows
        const last = rows.at(-1)
        if (last === undefined || rows.length < PAGE) return
        after = last
      }
    },

    /** The endpoints of devices, in no particular order. */
    async readOf(deviceIds: readonly string[]): Promise<Endpoint[]> {
      return ofDevices.execute({ ids: [...deviceIds] })
    },

    /** The endpoints that exist at these addresses. */
    async readAt(places: readonly Place[]): Promise<Endpoint[]> {
      const drivers = places.map(({ driver }) => driver)
      const addresses = places.map(({ address }) => address)
      return db
        .select(ENDPOINT_COLUMNS)
        .from(endpoints)
        .where(
          sql`(${endpoints.driver}, ${endpoints.address}) in (
            select * from unnest(${sql.param(drivers)}::text[], ${sql.param(addresses)}::text[]))`,
        )
    },

    /** The hashes of the enabled secrets by address, null for an endpoint without a secret. */
    async readSecretHashes(
      driver: string,
      addresses: readonly string[],
    ): Promise<Map<string, string | null>> {
      const rows = await secretsByAddress.execute({ driver, addresses: [...addresses] })
      return new Map(rows.map(({ address, secretHash }) => [address, secretHash]))
    },

    async setSecretHash(place: Place, secretHash: string): Promise<void> {
      await db.update(endpoints).set({ secretHash }).where(isAt(place))
    },
  }
}

export type EndpointStore = ReturnType<typeof createEndpointStore>
