import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Queries } from '#platform/postgres/database.ts'

const CHANNEL = 'senca_safety'

const noticeSchema = z.union([
  /** A scenario became active, changed while it is, or is over. */
  z.object({ scenarioId: z.string() }),
  /** The weather may no longer move a device, or may again. */
  z.object({ deviceIds: z.array(z.string()) }),
  /** The owner of a held device moves it all the same. */
  z.object({ overriddenId: z.string() }),
  /** Something was measured or asked for that scenarios have to be looked at for. */
  z.object({ isDue: z.literal(true) }),
])
export type SafetyNotice = z.infer<typeof noticeSchema>

/** Tells all instances, once the transaction is committed. */
export const tellOfSafety = async (queries: Queries, notice: SafetyNotice): Promise<void> => {
  await queries.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`)
}

/** Hears every instance, this one too, until the returned function is called. `missed`: something may not have been heard. */
export const followSafety = (
  database: Pick<Database, 'listen'>,
  heard: (notice: SafetyNotice) => void,
  missed: () => void,
): Promise<() => void> =>
  database.listen(
    CHANNEL,
    (payload) => {
      const notice = noticeSchema.safeParse(JSON.parse(payload))
      if (notice.success) heard(notice.data)
    },
    missed,
  )
