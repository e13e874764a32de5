import { and, count, desc, eq, gte, isNotNull, sql } from 'drizzle-orm'
import { activity } from '#features/activity/activity.schema.ts'
import { type createNotices, SAFETY_MAIL } from '#features/confirmations/index.ts'
import type { Device, Shadows } from '#features/devices/index.ts'
import { managerOf, type TargetedScenario } from '#features/scenarios/index.ts'
import { sessions } from '#features/sessions/sessions.schema.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { reasonOf } from './hold.ts'
import type { Holds } from './holds.ts'
import { addresseeOf } from './mail-addressee.ts'
import type { WatchState } from './watch-state.ts'

interface SafetyMailsOptions {
  notices: Pick<ReturnType<typeof createNotices>, 'safety'>
  holds: Pick<Holds, 'moveOf'>
  shadows: Pick<Shadows, 'get'>
}

/** What the owner has been notified of for a scenario while it is active. */
export type Told = 'moved' | 'silent'

/** Movements have ended by then, and failed ones were retried. */
export const MAIL_AFTER_MS = 150_000
/** An open page makes a request at least this often. */
const LOOKING_MS = 15 * 60_000
/** How many of the newest activity entries of a home are searched for those of a scenario. */
const LOOKED_THROUGH = 1_000

/**
 * E-mails to owners about their scenarios of weather and security: devices that moved while nobody was looking, devices that are
 * not in a safe place, and silent sensors. Each is posted once, in the transaction that evaluates the scenario.
 */
export function createSafetyMails({ notices, holds, shadows }: SafetyMailsOptions) {
  /** Whether somebody had the app open. */
  const isLookedAt = async (queries: Queries, accountId: string, since: Date): Promise<boolean> => {
    const [seen] = await queries
      .select({ number: count() })
      .from(sessions)
      .where(
        and(
          eq(sessions.accountId, accountId),
          gte(sessions.lastSeenAt, new Date(since.getTime() - LOOKING_MS)),
        ),
      )
    return (seen?.number ?? 0) > 0
  }

  /** The names of the devices that a scenario has moved since a time. */
  const movedBy = async (queries: Queries, scenario: TargetedScenario, since: Date): Promise<string[]> => {
    const newest = queries
      .select()
      .from(activity)
      .where(and(eq(activity.accountId, managerOf(scenario)), isNotNull(activity.deviceId)))
      .orderBy(desc(activity.id))
      .limit(LOOKED_THROUGH)
      .as('newest')
    const rows = await queries
      .selectDistinct({ name: newest.deviceName })
      .from(newest)
      .where(
        and(
          eq(newest.actorId, scenario.id),
          eq(newest.action, 'move'),
          gte(newest.at, since),
          sql`${newest.result} ->> 'status' = 'success'`,
        ),
      )
    return rows.flatMap(({ name }) => name ?? [])
  }

  return {
    /** Sends the owner of the devices what is worth knowing; `isOver` and without devices if the scenario ends now. */
    async tell(
      queries: Queries,
      scenario: TargetedScenario,
      {
        state,
        since,
        isOver,
        devices,
      }: { state: WatchState; since: Date; isOver: boolean; devices: readonly Device[] },
    ): Promise<void> {
      const { cause, isSilent } = state
      if (cause === null) return
      const ownerId = managerOf(scenario)
      const addressee = await addresseeOf(queries, ownerId, SAFETY_MAIL)
      if (addressee === null) return
      const moved = await movedBy(queries, scenario, since)
      // What somebody else made moves a device once, and its owner may move it away again.
      const kept = scenario.managerId === null ? devices : []
      const astray = kept
        .filter((device) => {
          const move = holds.moveOf(device, shadows.get(device.id))
          return move.kind === 'move' && !move.isOutward
        })
        .map(({ name }) => name)
      const isSilence = isSilent && !isOver
      const isNews = astray.length > 0 || isSilence
      const isUnseen = moved.length > 0 && !(await isLookedAt(queries, ownerId, since))
      if (!isNews && !isUnseen) return
      const { address, timezone } = addressee
      await notices.safety(queries, address, {
        scenario: scenario.name,
        at: since,
        timezone,
        reason: reasonOf(cause),
        isSensorSilent: isSilence,
        moved: moved.filter((name) => !astray.includes(name)),
        astray,
      })
    },
  }
}

export type SafetyMails = ReturnType<typeof createSafetyMails>
