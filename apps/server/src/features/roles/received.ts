import type { MaintenanceOf } from '#features/devices/index.ts'
import type { ReceivedRole } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { createReceivedStore, type ReceivedRow } from './received.store.ts'
import { nextChangeOf, type RoleTimes, roleStateOf, termsOfRow, wholePermissions } from './role.ts'

/** Change notices between instances take milliseconds. This limits the effect of a lost notice. */
const KEPT_MS = 1_000
/** How long cached roles are used while the database is unavailable. Validity and time windows are evaluated at each use. */
const STALE_MS = 900_000
const ACCOUNTS_KEPT = 10_000
const ROLES_KEPT = 2_000
/** Several statements of such a transaction read the same state. */
const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

interface ReceivedOptions {
  database: Pick<Database, 'db' | 'reach'>
  clock: Clock
  failed(error: unknown): void
}

/** A role as it was read, before its validity and time windows are evaluated. */
interface Shared extends RoleTimes {
  id: string
  name: string
  permissions: ReceivedRole['permissions']
  ownerId: string
  ownerEmail: string
  isFrozen: boolean
  devices: ReadonlyMap<string, Date>
  since: Date
}

interface Entry {
  accountId: string
  shared: readonly Shared[]
}

const earliest = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((first, date) => (date !== null && (first === null || date < first) ? date : first), null)

/** The roles that accounts received, for the access rule `can`. */
export function createReceived({ database: { db, reach }, clock, failed }: ReceivedOptions) {
  const store = createReceivedStore(db)
  const entries = createTtlCache<Entry>({
    clock,
    keptMs: KEPT_MS,
    staleMs: STALE_MS,
    max: ACCOUNTS_KEPT,
  })
  /** The devices of roles at a revision. */
  const devicesByRole = new Map<string, { revision: number; devices: ReadonlyMap<string, Date> }>()

  const madeOf = new WeakMap<
    readonly Shared[],
    { received: readonly ReceivedRole[]; from: Date; until: Date | null }
  >()

  const keepDevices = (id: string, revision: number, devices: ReadonlyMap<string, Date>) => {
    devicesByRole.delete(id)
    devicesByRole.set(id, { revision, devices })
    if (devicesByRole.size <= ROLES_KEPT) return
    for (const oldest of devicesByRole.keys()) {
      devicesByRole.delete(oldest)
      return
    }
  }

  /** Reads the devices of roles that are not cached at their revision. Returns false if a role has changed in the meantime. */
  const readDevices = async (
    queries: Queries,
    known: readonly { id: string; revision: number }[],
  ): Promise<boolean> => {
    const missing = known.filter(({ id, revision }) => devicesByRole.get(id)?.revision !== revision)
    if (missing.length === 0) return true
    const rows = await store.devicesOf(
      queries,
      missing.map(({ id }) => id),
    )
    const readById = new Map<string, { revision: number; devices: Map<string, Date> }>()
    for (const { id, revision, deviceId, since } of rows) {
      const role = readById.get(id) ?? { revision, devices: new Map() }
      readById.set(id, role)
      if (deviceId !== null && since !== null) role.devices.set(deviceId, since)
    }
    for (const [id, { revision, devices }] of readById) keepDevices(id, revision, devices)
    return missing.every(({ id, revision }) => devicesByRole.get(id)?.revision === revision)
  }

  const sharedOf = ({ role, email, since, frozenAt }: ReceivedRow): Shared => {
    const { permissions, ...terms } = termsOfRow(role)
    return {
      ...terms,
      id: role.id,
      permissions: wholePermissions(permissions),
      ownerId: role.accountId,
      ownerEmail: email,
      isFrozen: frozenAt !== null,
      devices: devicesByRole.get(role.id)?.devices ?? new Map(),
      since: terms.validAfter !== null && terms.validAfter > since ? terms.validAfter : since,
    }
  }
  const revisionsOf = (rows: readonly ReceivedRow[]) => rows.map(({ role }) => role)

  const read = async (accountId: string): Promise<readonly Shared[]> => {
    const rows = await store.byReceiver(accountId)
    if (await readDevices(db, revisionsOf(rows))) return rows.map(sharedOf)
    // A role changed between the two statements.
    return db.transaction(async (queries) => {
      const sameTime = await store.byReceiver(accountId, queries)
      await readDevices(queries, revisionsOf(sameTime))
      return sameTime.map(sharedOf)
    }, SNAPSHOT)
  }

  const receivedOf = (role: Shared, now: Date): ReceivedRole => {
    const state = roleStateOf(role, now)
    return {
      id: role.id,
      name: role.name,
      ownerId: role.ownerId,
      ownerEmail: role.ownerEmail,
      permissions: role.permissions,
      devices: role.devices,
      since: role.since,
      isActive: state === 'active',
      isOver: state === 'expired',
      endsAt: role.validBefore,
      changesAt: role.isFrozen ? null : nextChangeOf(role, now),
    }
  }

  /** Evaluates roles at a moment. The result is cached until time changes one of them. */
  const at = (shared: readonly Shared[], now: Date): readonly ReceivedRole[] => {
    const known = madeOf.get(shared)
    if (known !== undefined && now >= known.from && (known.until === null || now < known.until))
      return known.received
    const received = shared.map((role) => receivedOf(role, now))
    // A role ends by time even if its owner has frozen all sharing.
    madeOf.set(shared, {
      received,
      from: now,
      until: earliest(shared.map((role) => nextChangeOf(role, now))),
    })
    return received
  }

  const readKept = async (accountId: string): Promise<readonly Shared[]> => {
    const known = entries.get(accountId)
    if (known !== undefined) return known.shared
    return readOrStale(accountId)
  }

  const readOrStale = (accountId: string): Promise<readonly Shared[]> =>
    reach.read(
      async () => {
        const [entry] = await entries.read(
          async () => [{ accountId, shared: await read(accountId) }],
          (one) => one.accountId,
        )
        return entry?.shared ?? []
      },
      () => entries.readStale(accountId)?.shared,
    )

  return {
    /** Returns who maintains devices by a role now. If several do, it is the one who used the role last. */
    async maintenanceOf(deviceIds: readonly string[]): Promise<MaintenanceOf> {
      if (deviceIds.length === 0) return () => null
      const rows = await store.maintainers(deviceIds)
      const now = clock.now()
      const byDevice = new Map<string, { email: string; until: string | null }>()
      for (const { role, email, deviceId } of rows) {
        const terms = termsOfRow(role)
        if (roleStateOf({ ...terms, isFrozen: false }, now) !== 'active') continue
        byDevice.set(deviceId, { email, until: terms.validBefore?.toISOString() ?? null })
      }
      return (deviceId) => byDevice.get(deviceId) ?? null
    },

    /** The roles of an account, at most one second old; none if they cannot be read. */
    async of(accountId: string): Promise<readonly ReceivedRole[]> {
      try {
        return at(await readKept(accountId), clock.now())
      } catch (error) {
        failed(error)
        return []
      }
    },
    /**
     * The roles of an account from committed data, or cached ones while the database is unavailable. Rejects if none are cached.
     */
    fresh: async (accountId: string): Promise<readonly ReceivedRole[]> =>
      at(await readOrStale(accountId), clock.now()),
    /** The roles of an account as a transaction reads them. */
    async within(queries: Queries, accountId: string): Promise<readonly ReceivedRole[]> {
      const rows = await store.byReceiver(accountId, queries)
      await readDevices(queries, revisionsOf(rows))
      return at(rows.map(sharedOf), clock.now())
    },
    /** The accounts that have a role with a device, whether or not it is in effect. */
    holdersOf: store.holdersOf,
    /** Drops the cached roles that an account gave or received, or all if null. */
    dropHome: (home: string | null) =>
      entries.drop(
        ({ accountId, shared }) =>
          home === null || accountId === home || shared.some(({ ownerId }) => ownerId === home),
      ),
  }
}

export type Received = ReturnType<typeof createReceived>
