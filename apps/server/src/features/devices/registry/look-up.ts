import type { Device } from './device-row.ts'

/** Devices by their ids, in no particular order. */
export type LookUp = (ids: readonly string[]) => Promise<Device[]>

/** Devices with their shadows, and those of the doors behind them: what is looked up has its shadow here. */
export const withShadows =
  (find: LookUp, load: (ids: readonly string[]) => Promise<void>): LookUp =>
  async (ids) => {
    const [found] = await Promise.all([find(ids), load(ids)])
    const doors = found.flatMap(({ doorId }) => doorId ?? [])
    if (doors.length > 0) await load(doors)
    return found
  }
