import type { SafetyReason } from '@senca/contract/automation'
import { namesOfMoved } from '#features/activity/index.ts'
import { writeSafetyMail } from '#features/confirmations/index.ts'
import { type Device, type Shadow, type Shadows, stateOf } from '#features/devices/index.ts'
import type { NewNotification, Notify, Publisher } from '#features/notifications/index.ts'
import { managerOf, type TargetedScenario } from '#features/scenarios/index.ts'
import { wasSeenSince } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { reasonOf } from './hold.ts'
import type { Holds } from './holds.ts'
import type { WatchState } from './watch-state.ts'

interface SafetyNoticesOptions {
  notify: SafetyNotify
  holds: Pick<Holds, 'moveOf'>
  shadows: Pick<Shadows, 'get'>
  clock: Clock
}

export type SafetyNotify = Notify & Pick<Publisher, 'readersOf'>

/** What the owner has been notified of for a scenario while it is active. */
export type Notified = 'moved' | 'silent'

/** Movements have ended by then, and failed ones were retried. */
export const NOTIFY_AFTER_MS = 150_000
/** An open page makes a request at least this often. */
const SEEN_WITHIN_MS = 15 * 60_000

/** Whether a connected shade may be in its safe place, but does not confirm it. */
const isOnlyAssumed = (shadow: Shadow): boolean =>
  shadow.connected && (shadow.isAgeUnknown || stateOf(shadow).assumed)

/** The key of all notifications of one time in which a scenario is active. */
const keyOf = (scenarioId: string, since: Date) => `hold:${scenarioId}:${since.getTime()}:`

/** Of several notifications at once, the gravest one has the e-mail, which says all of it. */
const GRAVEST_FIRST = ['hold_failed', 'sensor_silent', 'hold_began'] as const

/**
 * Notifies owners of their scenarios of weather and security: devices that moved, devices that are not in a safe place, and silent
 * sensors. It runs in the transaction that evaluates the scenario. What moved while somebody was looking is not mailed.
 */
export function createSafetyNotices({ notify, holds, shadows, clock }: SafetyNoticesOptions) {
  /** Who sees a device that is not in its safe place and wants to know is notified of that device alone, not of the scenario. */
  const notifyViewers = async (
    queries: Queries,
    { ownerId, key, since, reason }: { ownerId: string; key: string; since: Date; reason: SafetyReason },
    astray: readonly Device[],
  ): Promise<void> => {
    const kind = 'hold_failed'
    for (const { id: deviceId, name: device } of astray) {
      const readers = await notify.readersOf(queries, { kind, ownerId, deviceId })
      await notify.publish(queries, {
        kind,
        key: `${key}:${deviceId}`,
        ownerId,
        deviceId,
        at: clock.now(),
        data: { words: kind, device, since: since.toISOString(), reason },
        readers: readers.flatMap(({ accountId }) => (accountId === ownerId ? [] : accountId)),
      })
    }
  }

  return {
    /** Publishes what is worth knowing; `isOver` and without devices if the scenario ends now. */
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
      const moved = await namesOfMoved(queries, { accountId: ownerId, actorId: scenario.id, since })
      // What somebody else made moves a device once, and its owner may move it away again.
      const kept = scenario.managerId === null ? devices : []
      const misplaced = kept.filter((device) => {
        const move = holds.moveOf(device, shadows.get(device.id))
        return move.kind === 'move' && !move.isOutward
      })
      const unconfirmed = misplaced.filter(({ id }) => isOnlyAssumed(shadows.get(id)))
      const astray = misplaced.filter((device) => !unconfirmed.includes(device))
      const isSilence = isSilent && !isOver
      const openedSince = new Date(since.getTime() - SEEN_WITHIN_MS)
      const isMailed =
        misplaced.length > 0 ||
        isSilence ||
        (moved.length > 0 && !(await wasSeenSince(queries, ownerId, openedSince)))
      const reason = reasonOf(cause)
      const namesOf = (found: readonly Device[]) => found.map(({ name }) => name)
      const movedToSafety = moved.filter((name) => misplaced.every((device) => device.name !== name))
      const mail: NewNotification['mail'] = ({ timezone, ...address }) =>
        writeSafetyMail(address, {
          scenario: scenario.name,
          at: since,
          timezone,
          reason,
          isSensorSilent: isSilence,
          moved: movedToSafety,
          astray: namesOf(astray),
          unconfirmed: namesOf(unconfirmed),
        })
      const [lost, ...others] = astray
      const words = {
        hold_failed: others.length === 0 ? 'hold_failed' : 'holds_failed',
        sensor_silent: 'sensor_silent',
        hold_began: unconfirmed.length > 0 ? 'hold_unconfirmed' : 'hold_began',
      } as const
      const named = {
        hold_failed: astray,
        sensor_silent: [],
        hold_began: unconfirmed.length > 0 ? unconfirmed : [],
      }
      const isTrue = {
        hold_failed: lost !== undefined,
        sensor_silent: isSilence,
        hold_began: moved.length > 0 || unconfirmed.length > 0,
      }
      const events = GRAVEST_FIRST.filter((kind) => isTrue[kind])
      for (const [place, kind] of events.entries()) {
        const devicesOfKind = named[kind]
        const key = `${keyOf(scenario.id, since)}${isSilent ? 'silent' : 'reported'}:${kind}`
        await notify.publish(queries, {
          kind,
          key,
          ownerId,
          deviceId: kind === 'hold_failed' && others.length === 0 ? (lost?.id ?? null) : null,
          at: clock.now(),
          data: {
            words: words[kind],
            ...(kind === 'hold_failed' && lost !== undefined ? { device: lost.name } : {}),
            devices: devicesOfKind.length > 0 ? namesOf(devicesOfKind) : movedToSafety,
            since: since.toISOString(),
            name: scenario.name,
            reason,
          },
          readers: [ownerId],
          mail,
          ...(place === 0 && isMailed ? {} : { isMailed: false }),
          ...(kind === 'hold_failed' ? {} : { mailKind: 'safety' }),
        })
        if (kind === 'hold_failed') await notifyViewers(queries, { ownerId, key, since, reason }, astray)
      }
    },
    /** The scenario is no longer active, so nothing is missing from its safe place any more. */
    ended: (queries: Queries, scenarioId: string, since: Date): Promise<void> =>
      notify.end(queries, { keyPrefix: keyOf(scenarioId, since) }, clock.now()),
  }
}

export type SafetyNotices = ReturnType<typeof createSafetyNotices>
