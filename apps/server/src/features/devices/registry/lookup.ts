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
