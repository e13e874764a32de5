import { setTimeout as wait } from 'node:timers/promises'
import { sharedNow } from '../monotonic.ts'
import type { ProductWorld } from '../product/product.ts'

interface Timeouts {
  /** If no device has moved for this long, no further moves are expected. */
  quietMs: number
  everyMs: number
}

/**
 * Counts the moves of devices. The returned function waits until all devices have moved again, and returns when and how often.
 */
export async function followMoves(world: ProductWorld, ids: ReadonlySet<string>) {
  const before = new Map((await world.devices.inspect()).map(({ id, moves }) => [id, moves]))
  const movesOf = (id: string) => before.get(id) ?? 0
  const inspect = async () =>
    (await world.devices.inspect()).filter(({ id, moves }) => ids.has(id) && moves > movesOf(id))

  return async ({ quietMs, everyMs }: Timeouts) => {
    let moved = await inspect()
    let grewAt = sharedNow()
    while (moved.length < ids.size && sharedNow() - grewAt < quietMs) {
      await wait(everyMs)
      const now = await inspect()
      if (now.length > moved.length) grewAt = sharedNow()
      moved = now
    }
    return {
      moved: moved.length,
      twice: moved.filter(({ id, moves }) => moves > movesOf(id) + 1).length,
      /** Milliseconds of `sharedNow`, sorted ascending. */
      times: moved.map(({ movedAt }) => movedAt).toSorted((one, next) => one - next),
    }
  }
}
