import * as z from 'zod/mini'
import { createLampLevels } from './lamp-levels.ts'

const KEY = 'lampLevels'
const levelsSchema = z.record(z.string(), z.number().check(z.gt(0), z.lte(1)))

/** The last brightness of each lamp, kept in the browser. One that refuses storage keeps it for the page only. */
export function keptLampLevels(store: Pick<Storage, 'getItem' | 'setItem'>) {
  const read = () => {
    try {
      const kept = levelsSchema.safeParse(JSON.parse(store.getItem(KEY) ?? '{}'))
      return kept.success ? kept.data : {}
    } catch {
      return {}
    }
  }
  return createLampLevels(read(), (levels) => {
    try {
      store.setItem(KEY, JSON.stringify(levels))
    } catch {
      // The levels stay known to this page.
    }
  })
}
