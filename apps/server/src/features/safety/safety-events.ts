import * as z from 'zod/mini'
import { type Database, notifyAtCommit, type Queries } from '#platform/postgres/database.ts'

const CHANNEL = 'senca_safety'

const noticeSchema = z.union([
  /** A scenario became active, changed while active, or ended. */
  z.object({ scenarioId: z.string() }),
  /** The weather may no longer move these devices, or may again. */
  z.object({ deviceIds: z.array(z.string()) }),
  /** The owner of a held device moves it anyway. */
  z.object({ overriddenId: z.string() }),
  /** A measurement or a request requires that scenarios are evaluated. */
  z.object({ isDue: z.literal(true) }),
])
export type SafetyNotice = z.infer<typeof noticeSchema>

/** Notifies all instances when the transaction is committed. This instance has applied the notice when the transaction resolves. */
export const tellOfSafety = (queries: Queries, notice: SafetyNotice): Promise<void> =>
  notifyAtCommit(queries, CHANNEL, JSON.stringify(notice))

/**
 * Calls the listener for notices of all instances, including this one, until the returned function is called. `missed` is called
 * when notices may have been lost.
 */
export const followSafety = (
  database: Pick<Database, 'listen'>,
  heard: (notice: SafetyNotice) => Promise<void>,
  missed: () => void,
): Promise<() => void> =>
  database.listen(
    CHANNEL,
    async (payload) => {
      const notice = noticeSchema.safeParse(JSON.parse(payload))
      if (notice.success) await heard(notice.data)
    },
    missed,
  )
