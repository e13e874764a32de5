import type { MessageData, ServerMessage } from '@senca/contract'
import type { Shadows } from '#features/devices/index.ts'
import type { RightsChange, RightsIndex } from '#features/rights/index.ts'
import { type Audience, createAudiences } from './audiences.ts'

/** Who is told: the sockets of an account, of all who may see a device, or of one audience. */
export type Recipients = { accountId: string } | { deviceId: string } | Audience

interface HubOptions {
  rights: Pick<RightsIndex, 'watch'>
  shadows: Pick<Shadows, 'hold' | 'load'>
}

type RightsListener = (audience: Audience, change: RightsChange) => void

/** Carries messages of all features to the sockets of those who may see what they are about. */
export function createHub({ rights, shadows }: HubOptions) {
  const listeners = new Set<RightsListener>()
  const audiences = createAudiences({
    rights,
    shadows,
    changed(audience, change) {
      for (const listener of listeners) listener(audience, change)
    },
  })

  const audiencesOf = (to: Recipients): Iterable<Audience> => {
    if ('outboxes' in to) return [to]
    if ('deviceId' in to) return audiences.of(to.deviceId)
    return audiences.ofAccount(to.accountId)
  }

  const send = (key: string, to: Recipients, json: string) => {
    for (const { outboxes } of audiencesOf(to)) for (const outbox of outboxes) outbox.push(key, json)
  }

  return {
    /**
     * Tells what has happened. Messages of one subject and `about` (an id) replace each other for a reader who is slow;
     * all others keep their order.
     */
    publish<S extends ServerMessage['subject']>(
      subject: S,
      to: Recipients,
      data: MessageData<S>,
      about = '',
    ) {
      send(`${subject} ${about}`, to, JSON.stringify({ subject, data }))
    },
    /** Whether anybody would be told. */
    hasReaders: (to: Recipients): boolean => [...audiencesOf(to)].some(({ outboxes }) => outboxes.size > 0),
    /** The same for a message that is JSON already. */
    send,
    /** Forgets messages that have not left. */
    drop(key: string, { outboxes }: Audience) {
      for (const outbox of outboxes) outbox.drop(key)
    },
    audiencesOf: audiences.of,
    /** Follows who may see which device, until the returned function is called. */
    onRightsChanged(listener: RightsListener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** From the moment it resolves the outbox gets what the actor may see, until the returned function is called. */
    join: audiences.join,
  }
}

export type Hub = ReturnType<typeof createHub>
