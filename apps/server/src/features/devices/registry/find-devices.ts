import { deviceIdSchema } from '@senca/contract'
import { type Actor, can, type Verb } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import type { Device } from './device-row.ts'

/** Loads devices by their ids, in no particular order. */
export type Lookup = (ids: readonly string[]) => Promise<Device[]>

/** Also loads the shadows of the devices and of the doors behind them. */
export const withShadows =
  (find: Lookup, load: (ids: readonly string[]) => Promise<void>): Lookup =>
  async (ids) => {
    const [found] = await Promise.all([find(ids), load(ids)])
    const doors = found.flatMap(({ doorId }) => doorId ?? [])
    if (doors.length > 0) await load(doors)
    return found
  }

/** A device that an actor asked for, or the reason why it is refused. */
export type Found =
  | { ok: true; device: Device }
  | { ok: false; error: 'device_not_exist' | 'insufficient_permission' | 'device_busy' }

interface FindDevicesOptions {
  /** Load devices by their ids, with their shadows. */
  lookup: Lookup
  /** For commands: the result may be cached for a moment. */
  lookupRecent: Lookup
  isBeingRemoved(id: string): boolean
}

/**
 * Finds devices for an action of an actor. A device that the actor may not view is treated as if it did not exist. A device that
 * is being removed may only be viewed.
 */
export function createFindDevices({ lookup, lookupRecent, isBeingRemoved }: FindDevicesOptions) {
  const findAll = async (actor: Actor, verb: Verb, ids: readonly string[]): Promise<Map<string, Found>> => {
    const readable = [...new Set(ids)].filter((id) => deviceIdSchema.safeParse(id).success)
    const devices = await (verb === 'command' ? lookupRecent : lookup)(readable)
    const deviceById = new Map(devices.map((device) => [device.id, device]))
    // A guest must not learn whether a device outside the link exists.
    const unseen = actor.kind === 'link' ? 'insufficient_permission' : 'device_not_exist'
    const find = (id: string): Found => {
      const device = deviceById.get(id)
      if (device === undefined || !can(actor, 'view', device)) return { ok: false, error: unseen }
      if (!can(actor, verb, device)) return { ok: false, error: 'insufficient_permission' }
      return verb !== 'view' && isBeingRemoved(id)
        ? { ok: false, error: 'device_busy' }
        : { ok: true, device }
    }
    return new Map(ids.map((id) => [id, find(id)]))
  }

  return {
    findAll,
    /** Throws `device_not_exist`, `insufficient_permission`, `device_busy`. */
    async find(actor: Actor, verb: Verb, id: string): Promise<Device> {
      const found = (await findAll(actor, verb, [id])).get(id)
      if (found?.ok === true) return found.device
      throw new ApiError(found?.error ?? 'device_not_exist', { deviceId: id })
    },
  }
}
