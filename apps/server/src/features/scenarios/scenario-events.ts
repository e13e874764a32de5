// biome-ignore lint/style/noRestrictedImports: a notice at the commit is a statement that reads no table.
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Queries } from '#platform/postgres/database.ts'

const CHANNEL = 'senca_scenarios'

const noticeSchema = z.object({
  accountId: z.string(),
  scenarioId: z.string(),
  change: z.enum(['created', 'updated', 'deleted', 'status']),
})
export type ScenarioNotice = z.infer<typeof noticeSchema>

/** The accounts that a scenario concerns: its author and the owner of its devices. */
export interface Concerned {
  id: string
  accountId: string
  managerId: string | null
}

/** Notifies all instances when the transaction is committed, once for each account concerned. */
export const tellOfScenarios = async (
  queries: Queries,
  changed: readonly Concerned[],
  change: ScenarioNotice['change'],
): Promise<void> => {
  if (changed.length === 0) return
  const notices = changed.flatMap(({ id: scenarioId, accountId, managerId }): ScenarioNotice[] =>
    [...new Set([accountId, managerId ?? accountId])].map((told) => ({
      accountId: told,
      scenarioId,
      change,
    })),
  )
  const payloads = sql.param(notices.map((notice) => JSON.stringify(notice)))
  await queries.execute(
    sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`,
  )
}

export const tellOfScenario = (
  queries: Queries,
  scenario: Concerned,
  change: ScenarioNotice['change'],
): Promise<void> => tellOfScenarios(queries, [scenario], change)

/** Calls the listener for notices of all instances, including this one, until the returned function is called. */
export const followScenarios = (
  database: Pick<Database, 'listen'>,
  changed: (notice: ScenarioNotice) => void,
): Promise<() => void> =>
  database.listen(CHANNEL, (payload) => {
    const notice = noticeSchema.safeParse(JSON.parse(payload))
    if (notice.success) changed(notice.data)
  })
