import * as z from 'zod/mini'
import { parseJson } from '#core/api/failures.ts'

const KEY = 'senca.removed'
const idsSchema = z.array(z.string())

export type LocallyRemoved = ReturnType<typeof createLocallyRemoved>

/** The devices that were removed in this tab. The history of the tab may still lead to them. Survives a reload. */
export function createLocallyRemoved(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const removed = new Set(read(storage))
  const keep = () => storage.setItem(KEY, JSON.stringify([...removed]))
  return {
    has: (deviceId: string) => removed.has(deviceId),
    add(deviceId: string) {
      removed.add(deviceId)
      keep()
    },
    delete(deviceId: string) {
      if (removed.delete(deviceId)) keep()
    },
  }
}

const read = (storage: Pick<Storage, 'getItem'>): string[] =>
  idsSchema.safeParse(parseJson(storage.getItem(KEY) ?? '')).data ?? []
