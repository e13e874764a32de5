import * as z from 'zod/mini'
import { type Database, notifyAtCommit, type Queries } from '#platform/postgres/database.ts'

const CHANNEL = 'senca_safety'
/** The payload of a PostgreSQL notification must be shorter than 8,000 bytes. */
const DEVICES_PER_NOTICE = 100

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

function* partsOf(notice: SafetyNotice): Generator<SafetyNotice, void> {
  if (!('deviceIds' in notice)) return yield notice
  const { deviceIds } = notice
  for (let start = 0; start < deviceIds.length; start += DEVICES_PER_NOTICE)
    yield { deviceIds: deviceIds.slice(start, start + DEVICES_PER_NOTICE) }
}

/** Notifies all instances when the transaction is committed. This instance has applied the notice when the transaction resolves. */
export const tellOfSafety = async (queries: Queries, notice: SafetyNotice): Promise<void> => {
  for (const part of partsOf(notice)) await notifyAtCommit(queries, CHANNEL, JSON.stringify(part))
}

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
