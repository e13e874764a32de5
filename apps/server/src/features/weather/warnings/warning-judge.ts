import type { Database, Queries } from '#platform/postgres/database.ts'
import type { WarningPart } from './cap-message.ts'
import { type Bounds, boundsOf, isWithin, type Place } from './warning-area.ts'
import type { WarnedSource } from './warning-dangers.ts'
import type { HomeAt, WarningStore } from './warnings.store.ts'

/** A warning for a home: its alarm, its end, and the text of the service. */
interface HomeWarning {
  accountId: string
  source: WarnedSource
  endsAt: Date
  reason: string
}

/** Takes the warnings of all homes, or of one, in the given transaction. Warnings that are not included end. */
export type ApplyWarnings = (
  queries: Queries,
  warnings: readonly HomeWarning[],
  about: { accountId: string | null; now: Date },
) => Promise<void>

interface JudgeOptions {
  store: Pick<WarningStore, 'inForce' | 'homesWithin' | 'oneAtATime'>
  database: Pick<Database, 'db'>
  take: ApplyWarnings
}

const HOMES_AT_ONCE = 2_000

const isIn = ({ south, north, west, east }: Bounds, { lat, lon }: Place): boolean =>
  lat >= south && lat <= north && lon >= west && lon <= east

/** Services publish the same warning in several languages. English is preferred, because most people understand it. */
const rankOf = ({ isExtreme, language }: WarningPart): number =>
  (isExtreme ? 2 : 0) + (language.toLowerCase().startsWith('en') ? 1 : 0)

/** Decides which homes are concerned by warnings. */
export function createWarningJudge({ store, database, take }: JudgeOptions) {
  /** The warnings in force at the last evaluation of all homes; null before. */
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
    /** Whether homes are warned, as far as this instance knows. */
    mayHaveWarned: (): boolean => judged !== JSON.stringify([]),

    /** Evaluates all homes if the warnings in force have changed. */
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

    /** Called in the transaction by which a home moves. */
    async moved(queries: Queries, accountId: string, now: Date): Promise<void> {
      await store.oneAtATime(queries)
      const warnings = await warningsOf(queries, await store.inForce(queries, now), [accountId])
      await take(queries, warnings, { accountId, now })
    },
  }
}

export type WarningJudge = ReturnType<typeof createWarningJudge>
