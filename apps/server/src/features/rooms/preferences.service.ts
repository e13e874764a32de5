import { DEFAULT_PREFERENCES, isOnFacade, type Preferences, type PreferencesRequest } from '@senca/contract'
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
  devices: Pick<DeviceService, 'findAll' | 'list' | 'holdVisible'>
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
  /** Only shades and doors that the account sees have a place on its façade. */
  const placeable = async (actor: AccountActor, ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const found = await devices.findAll(actor, 'view', ids)
    return new Set([...found].flatMap(([id, one]) => (one.ok && isOnFacade(one.device.type) ? [id] : [])))
  }
  const assertPlaced = (known: ReadonlySet<string>, ids: readonly string[]) => {
    if (!ids.every((id) => known.has(id)))
      throw new ApiError('malformed_request', { key: 'facade', message: 'This has no place on the façade.' })
  }
  const stillPinnable = async (actor: AccountActor, ids: readonly string[]): Promise<string[]> => {
    const [visible, ...others] = await Promise.all([
      devices.list(actor),
      ...pinnable.map((kind) => kind.idsOf(actor)),
    ])
    return ids.filter((id) => Object.hasOwn(visible, id) || others.some((known) => known.has(id)))
  }

  const find = async (actor: AccountActor): Promise<Preferences> => {
    const { pinned, facade, density, units } = await store.find(actor.accountId)
    const visible = facade.length === 0 ? {} : await devices.list(actor)
    return {
      pinned: pinned.length === 0 ? [] : await stillPinnable(actor, pinned),
      facade: facade.filter(({ device }) => Object.hasOwn(visible, device)),
      density: density ?? DEFAULT_PREFERENCES.density,
      units: units ?? DEFAULT_PREFERENCES.units,
    }
  }

  return {
    find,

    /**
     * Changes the given properties. Throws `malformed_request` with key `pinned` for something that cannot be pinned, and with key
     * `facade` for a device that the account does not see or that is no shade or door.
     */
    async change(
      actor: AccountActor,
      { pinned, facade, density, units }: PreferencesRequest,
    ): Promise<Preferences> {
      const { accountId } = actor
      const chosen = {
        ...(density === undefined ? {} : { density }),
        ...(units === undefined ? {} : { units }),
      }
      const onFront = facade?.map(({ device }) => device) ?? []
      if (onFront.length > 0) assertPlaced(await placeable(actor, onFront), onFront)
      await changeAlone(database.db, accountId, async (queries) => {
        if (pinned !== undefined) {
          await assertPinnable(queries, actor, pinned)
          await store.pin(queries, accountId, pinned)
        }
        if (facade !== undefined) {
          assertPlaced(await devices.holdVisible(queries, actor, onFront), onFront)
          await store.arrange(queries, accountId, facade)
        }
        if (Object.keys(chosen).length > 0) await store.choose(queries, accountId, chosen)
      })
      return find(actor)
    },
  }
}

export type PreferencesService = ReturnType<typeof createPreferencesService>
