import { safetySchema } from '@senca/contract/automation'
import type { CommandService } from '#features/commands/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { AppContext } from '#platform/app-context.ts'

const HOUR_MS = 3_600_000

interface HeldNoticesOptions {
  commands: { service: Pick<CommandService, 'onRefused'> }
  notify: Pick<Notify, 'publish'>
}

/**
 * Notifies the owner that a bridge asked to move a device that is held, at most once an hour for each device: few ecosystems show why
 * they were refused [BR61].
 */
export function registerHeldNotices(context: AppContext, { commands, notify }: HeldNoticesOptions) {
  const { clock, database, logger, runs } = context
  const publish = (
    ownerId: string,
    deviceId: string,
    data: { device: string; name: string },
    raw: unknown,
  ) => {
    const safety = safetySchema.safeParse(raw).data
    if (safety === undefined) return Promise.resolve()
    const at = clock.now()
    return database.db.transaction((queries) =>
      notify.publish(queries, {
        kind: 'hold_began',
        key: `bridge_held:${deviceId}:${at.getTime()}`,
        ownerId,
        deviceId,
        at,
        data: { words: 'bridge_held', ...data, reason: safety.reason },
        readers: [ownerId],
        notWithinMs: HOUR_MS,
      }),
    )
  }
  let unfollow = () => {}
  runs({
    start() {
      unfollow = commands.service.onRefused((actor, { id, name, ownerId }, { error, safety }) => {
        if (actor.kind !== 'bridge' || error !== 'weather_scenario_matched' || ownerId === null) return
        publish(ownerId, id, { device: name, name: actor.name ?? '' }, safety).catch((error: unknown) =>
          logger.error({ err: error }, 'The refusal of a connected app could not be notified'),
        )
      })
    },
    stop: () => unfollow(),
  })
}
