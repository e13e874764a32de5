import { namesOfMoved } from '#features/activity/index.ts'
import { type createNotices, SAFETY_MAIL } from '#features/confirmations/index.ts'
import { type Device, type Shadow, type Shadows, stateOf } from '#features/devices/index.ts'
import { managerOf, type TargetedScenario } from '#features/scenarios/index.ts'
import { wasSeenSince } from '#features/sessions/index.ts'
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
export type Notified = 'moved' | 'silent'

/** Movements have ended by then, and failed ones were retried. */
export const MAIL_AFTER_MS = 150_000
/** An open page makes a request at least this often. */
const SEEN_WITHIN_MS = 15 * 60_000

/** Whether a connected shade may be in its safe place, but does not confirm it. */
const isOnlyAssumed = (shadow: Shadow): boolean =>
  shadow.connected && (shadow.isAgeUnknown || stateOf(shadow).assumed)

/**
 * E-mails to owners about their scenarios of weather and security: devices that moved while nobody was looking, devices that are
 * not in a safe place, and silent sensors. Each is posted once, in the transaction that evaluates the scenario.
 */
export function createSafetyMails({ notices, holds, shadows }: SafetyMailsOptions) {
  return {
    /** Sends the owner of the devices what is worth knowing; `isOver` and without devices if the scenario ends now. */
    async notify(
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
      const moved = await namesOfMoved(queries, { accountId: ownerId, actorId: scenario.id, since })
      // What somebody else made moves a device once, and its owner may move it away again.
      const kept = scenario.managerId === null ? devices : []
      const misplaced = kept.filter((device) => {
        const move = holds.moveOf(device, shadows.get(device.id))
        return move.kind === 'move' && !move.isOutward
      })
      const namesOf = (isUnconfirmed: boolean) =>
        misplaced.filter(({ id }) => isUnconfirmed === isOnlyAssumed(shadows.get(id))).map(({ name }) => name)
      const astray = namesOf(false)
      const unconfirmed = namesOf(true)
      const isSilence = isSilent && !isOver
      const isNews = misplaced.length > 0 || isSilence
      const openedSince = new Date(since.getTime() - SEEN_WITHIN_MS)
      const isUnseen = moved.length > 0 && !(await wasSeenSince(queries, ownerId, openedSince))
      if (!isNews && !isUnseen) return
      const { address, timezone } = addressee
      await notices.safety(queries, address, {
        scenario: scenario.name,
        at: since,
        timezone,
        reason: reasonOf(cause),
        isSensorSilent: isSilence,
        moved: moved.filter((name) => misplaced.every((device) => device.name !== name)),
        astray,
        unconfirmed,
      })
    },
  }
}

export type SafetyMails = ReturnType<typeof createSafetyMails>
