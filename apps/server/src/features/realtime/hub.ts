import { type MessageData, type ServerMessage, SUBJECTS_OF_TOLERANT } from '@senca/contract'
import type { Shadows } from '#features/devices/index.ts'
import type { RightsChange, RightsIndex } from '#features/rights/index.ts'
import { type Audience, createAudiences } from './audiences.ts'

/** The recipients: the sockets of an account, of its Matter bridges, of all who may see a device, or of one audience. */
export type Recipients = { accountId: string } | { deviceId: string } | { bridgesOf: string } | Audience

interface HubOptions {
  rights: Pick<RightsIndex, 'watch'>
  shadows: Pick<Shadows, 'hold' | 'load'>
}

type RightsListener = (audience: Audience, change: RightsChange) => void

/** Sends messages of all features to the sockets of those who may see them. */
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
    return 'bridgesOf' in to ? audiences.ofBridges(to.bridgesOf) : audiences.ofAccount(to.accountId)
  }

  const send = (key: string, to: Recipients, json: string, isForTolerant = false) => {
    for (const { outboxes } of audiencesOf(to))
      for (const outbox of outboxes) if (!isForTolerant || outbox.isTolerant()) outbox.push(key, json)
  }

  return {
    /**
     * Sends a message. If a reader is slow, a newer message with the same subject and `about` (an id) replaces the waiting one;
     * all other messages keep their order.
     */
    publish<S extends ServerMessage['subject']>(
      subject: S,
      to: Recipients,
      data: MessageData<S>,
      about = '',
    ) {
      send(`${subject} ${about}`, to, JSON.stringify({ subject, data }), SUBJECTS_OF_TOLERANT.has(subject))
    },
    /** Whether there is at least one recipient. */
    hasReaders: (to: Recipients): boolean => [...audiencesOf(to)].some(({ outboxes }) => outboxes.size > 0),
    /** Like `publish`, for a message that is already JSON. */
    send,
    /** Discards messages that have not been sent yet. */
    drop(key: string, { outboxes }: Audience) {
      for (const outbox of outboxes) outbox.drop(key)
    },
    audiencesOf: audiences.of,
    /** Calls the listener when it changes who may see which device. Returns the function that unsubscribes. */
    onRightsChanged(listener: RightsListener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** When it resolves, the outbox receives what the actor may see, until the returned function is called. */
    join: audiences.join,
  }
}

export type Hub = ReturnType<typeof createHub>
