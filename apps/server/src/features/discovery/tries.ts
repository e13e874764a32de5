import { LIMITS } from '@senca/contract'
import type { DiscoveryTryRequest } from '@senca/contract/discovery'
import type { Entity, EntityAction } from '#drivers/hardware.ts'
import type { Activity } from '#features/activity/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import { type Prove, proveForDoor, type ShownProof } from '#features/second-factor/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { createKeyedRate } from '#platform/keyed-rate.ts'
import type { Home } from './homes.ts'
import { nudgeOf, type Step } from './nudge.ts'

const RATE = { burst: LIMITS.ENTITY_TRIES_AT_ONCE, everyMs: 1_000 / LIMITS.ENTITY_TRIES_PER_SECOND }

/** The actions that take a value from a person: a share, or the code of a lock. */
const WITH_VALUE: ReadonlySet<EntityAction> = new Set([
  'setPosition',
  'setTilt',
  'setBrightness',
  'lock',
  'unlock',
  'unlatch',
])
const takesValue = ({ kind }: Entity, action: EntityAction): boolean =>
  WITH_VALUE.has(action) || (kind === 'light' && action === 'on')
/** What can set the tilt can open and close it. */
const NEEDED: Partial<Record<EntityAction, EntityAction>> = { openTilt: 'setTilt', closeTilt: 'setTilt' }

interface TriesOptions {
  activity: Pick<Activity, 'recordEntityUnlock'>
  prove: Prove
  clock: Clock
  failed(error: unknown): void
}

/** Commands to entities that are not in a device. */
export function createTries({ activity, prove, clock, failed }: TriesOptions) {
  const rate = createKeyedRate(RATE)
  /** The second halves of nudges, by entity. */
  const backs = new Map<string, { cancel(): void; send(): Promise<void> }>()

  /** Throws before the first message if one of them would be received by nobody. */
  async function send(home: Home, id: string, { action, value }: Step, record?: Recorded) {
    const { hardware } = home
    const space = hardware.spaceOf(id)
    if (space?.isConnected() === false) throw new ApiError('device_unreachable')
    const command = hardware.commandsFor(id, action, value)
    if ('error' in command) throw new ApiError(command.error, { detail: command.detail })
    if (space === undefined || !command.messages.every(({ topic }) => space.hasSubscriber(topic)))
      throw new ApiError('device_offline', { detail: 'nobody is subscribed to its command topic' })
    const life = await record?.()
    // A refused command leaves what moves to be stopped.
    cancelBack(keyOf(home, id))
    for (const { topic, payload, qos } of command.messages) {
      if (await space.publish(topic, payload, qos)) continue
      life?.ended({ ok: false, error: 'device_offline' })
      throw new ApiError('device_offline', { detail: 'nobody received the command within a second' })
    }
    hardware.sent(id, action, value)
  }
  type Recorded = () => ReturnType<Activity['recordEntityUnlock']>

  const cancelBack = (key: string) => {
    backs.get(key)?.cancel()
    backs.delete(key)
  }

  async function nudge(home: Home, entity: Entity): Promise<void> {
    const key = keyOf(home, entity.id)
    if (backs.has(key)) throw new ApiError('device_busy')
    const found = nudgeOf(entity)
    if (found === null) throw unsupported()
    const { first, back, afterMs } = found
    await send(home, entity.id, first)
    if (back === null) return
    const sendBack = () => {
      cancelBack(key)
      return send(home, entity.id, back).catch(failed)
    }
    backs.set(key, { cancel: clock.after(afterMs, () => void sendBack()), send: sendBack })
  }

  return {
    /** Every try counts, refused ones too. Throws `too_many_requests`. */
    count({ accountId }: AccountActor): void {
      if (rate.take(accountId, clock.now().getTime()) === null)
        throw new ApiError('too_many_requests', { retryAfterSeconds: 1 })
    },

    /** What unlocks a door that ever was guarded takes the password of the account. */
    async send(
      actor: AccountActor,
      home: Home,
      entity: Entity,
      { asked, caller }: { asked: DiscoveryTryRequest; caller: ShownProof['caller'] },
    ): Promise<void> {
      const { do: action, value } = asked
      if (home.bindingOf(entity.id) !== undefined) throw new ApiError('entity_in_use', { key: 'id' })
      if (action === 'nudge') return nudge(home, entity)
      if (!entity.can.includes(NEEDED[action] ?? action)) throw unsupported()
      const isUnlock = action === 'unlock' || action === 'unlatch'
      if (isUnlock && home.records.of(entity.id).wasGuarded)
        await proveForDoor(prove, actor, { password: asked.password, caller }, entity.id)
      await send(
        home,
        entity.id,
        { action, value: takesValue(entity, action) ? value : undefined },
        isUnlock
          ? () =>
              activity.recordEntityUnlock(
                actor,
                { id: entity.id, name: entity.name },
                { lockType: action === 'unlatch' ? 'magnet' : 'motor' },
              )
          : undefined,
      )
    },

    /** Ends nudges at once: what moves is stopped. */
    async stop(): Promise<void> {
      await Promise.all([...backs.values()].map((back) => back.send()))
    },
  }
}

export type Tries = ReturnType<typeof createTries>

const keyOf = ({ accountId }: Home, id: string): string => `${accountId} ${id}`
const unsupported = () => new ApiError('device_unsupported_action')
