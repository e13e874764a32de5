import type { Database, Queries } from '#platform/postgres/database.ts'
import type { WarningPart } from './cap-message.ts'
import { type Bounds, boundsOf, isWithin, type Place } from './warning-area.ts'
import type { WarnedSource } from './warning-dangers.ts'
import type { HomeAt, WarningStore } from './warnings.store.ts'

/** What a home is warned of, until when, and what the service says. */
export interface HomeWarning {
  accountId: string
  source: WarnedSource
  endsAt: Date
  reason: string
}

/** Takes the warnings of all homes, or of one, as part of a transaction; what is not among them ends. */
export type TakeWarnings = (
  queries: Queries,
  warnings: readonly HomeWarning[],
  about: { accountId: string | null; now: Date },
) => Promise<void>

interface JudgeOptions {
  store: Pick<WarningStore, 'inForce' | 'homesWithin' | 'oneAtATime'>
  database: Pick<Database, 'db'>
  take: TakeWarnings
}

const HOMES_AT_ONCE = 2_000

const isIn = ({ south, north, west, east }: Bounds, { lat, lon }: Place): boolean =>
  lat >= south && lat <= north && lon >= west && lon <= east

/** Services say the same in several languages: English first, since it is read by most. */
const rankOf = ({ isExtreme, language }: WarningPart): number =>
  (isExtreme ? 2 : 0) + (language.toLowerCase().startsWith('en') ? 1 : 0)

/** Decides which homes warnings are for. */
export function createWarningJudge({ store, database, take }: JudgeOptions) {
  /** What was in force when all homes were last looked at; null before. */
  let judged: string | null = null

  const warningsOf = async (
    queries: Queries,
    parts: readonly WarningPart[],
    accountIds: readonly string[] | null,
  ): Promise<HomeWarning[]> => {
    const found = new Map<string, HomeWarning & { rank: number }>()
    const add = (part: WarningPart, { accountId }: HomeAt) => {
      const rank = rankOf(part)
      for (const source of part.sources) {
        const key = `${accountId} ${source}`
        const known = found.get(key)
        const isGraver = known === undefined || rank > known.rank
        found.set(key, {
          accountId,
          source,
          endsAt: known === undefined || part.endsAt > known.endsAt ? part.endsAt : known.endsAt,
          reason: isGraver ? part.text : known.reason,
          rank: isGraver ? rank : known.rank,
        })
      }
    }
    for (const part of parts)
      for (const area of part.areas) {
        const bounds = boundsOf(area)
        let after: string | null = null
        let count = HOMES_AT_ONCE
        while (count === HOMES_AT_ONCE) {
          const near: HomeAt[] = await store.homesWithin(queries, bounds, {
            after,
            limit: HOMES_AT_ONCE,
            accountIds,
          })
          for (const home of near) if (isIn(bounds, home) && isWithin(area, home)) add(part, home)
          after = near.at(-1)?.accountId ?? null
          count = near.length
        }
      }
    return [...found.values()].map(({ rank: _, ...warning }) => warning)
  }

  return {
    /** Looks at all homes where something else is in force than before. */
    async judge(now: Date): Promise<void> {
      const before = judged
      judged = await database.db.transaction(async (queries) => {
        await store.oneAtATime(queries)
        const parts = await store.inForce(queries, now)
        const inForce = JSON.stringify(parts)
        if (inForce !== before)
          await take(queries, await warningsOf(queries, parts, null), { accountId: null, now })
        return inForce
      })
    },

    /** A home is somewhere else, as part of the transaction that moves it. */
    async moved(queries: Queries, accountId: string, now: Date): Promise<void> {
      await store.oneAtATime(queries)
      const warnings = await warningsOf(queries, await store.inForce(queries, now), [accountId])
      await take(queries, warnings, { accountId, now })
    },
  }
}

export type WarningJudge = ReturnType<typeof createWarningJudge>
