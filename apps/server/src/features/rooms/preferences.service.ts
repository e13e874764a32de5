import { DEFAULT_PREFERENCES, type Preferences, type PreferencesRequest } from '@senca/contract'
import type { DeviceService } from '#features/devices/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { PreferencesStore } from './preferences.store.ts'
import { changeAlone } from './rooms.store.ts'

/** What an account can pin besides devices: its groups, or its scenarios. */
export interface Pinnable {
  /** The ids of those that an account sees. */
  idsOf(actor: AccountActor): Promise<ReadonlySet<string>>
  /** Returns which of the ids the account has. They are locked until the transaction ends. */
  hold(queries: Queries, actor: AccountActor, ids: readonly string[]): Promise<ReadonlySet<string>>
}

interface PreferencesServiceOptions {
  store: PreferencesStore
  database: Pick<Database, 'db'>
  devices: Pick<DeviceService, 'list' | 'holdVisible'>
  pinnable: readonly Pinnable[]
}

/** How each account displays its home. */
export function createPreferencesService({ store, database, devices, pinnable }: PreferencesServiceOptions) {
  // Only this function decides what may be pinned, for new and existing pins.
  const assertPinnable = async (queries: Queries, actor: AccountActor, ids: readonly string[]) => {
    const found = new Set((await devices.holdVisible(queries, actor, ids)).keys())
    for (const kind of pinnable) for (const id of await kind.hold(queries, actor, ids)) found.add(id)
    if (!ids.every((id) => found.has(id)))
      throw new ApiError('malformed_request', { key: 'pinned', message: 'This cannot be pinned.' })
  }
  const stillPinnable = async (actor: AccountActor, ids: readonly string[]): Promise<string[]> => {
    const [visible, ...others] = await Promise.all([
      devices.list(actor),
      ...pinnable.map((kind) => kind.idsOf(actor)),
    ])
    return ids.filter((id) => Object.hasOwn(visible, id) || others.some((known) => known.has(id)))
  }

  const find = async (actor: AccountActor): Promise<Preferences> => {
    const { pinned, density, units } = await store.find(actor.accountId)
    return {
      pinned: pinned.length === 0 ? [] : await stillPinnable(actor, pinned),
      density: density ?? DEFAULT_PREFERENCES.density,
      units: units ?? DEFAULT_PREFERENCES.units,
    }
  }

  return {
    find,

    /** Changes the given properties. Throws `malformed_request` with key `pinned` for something that cannot be pinned. */
    async change(actor: AccountActor, { pinned, density, units }: PreferencesRequest): Promise<Preferences> {
      const { accountId } = actor
      const chosen = {
        ...(density === undefined ? {} : { density }),
        ...(units === undefined ? {} : { units }),
      }
      await changeAlone(database.db, accountId, async (queries) => {
        if (pinned !== undefined) {
          await assertPinnable(queries, actor, pinned)
          await store.pin(queries, accountId, pinned)
        }
        if (Object.keys(chosen).length > 0) await store.choose(queries, accountId, chosen)
      })
      return find(actor)
    },
  }
}

export type PreferencesService = ReturnType<typeof createPreferencesService>
