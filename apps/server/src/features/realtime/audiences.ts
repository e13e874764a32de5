import { type Actor, principalOf, type RightsChange, type RightsIndex } from '#features/rights/index.ts'
import type { Outbox } from './outbox.ts'

export interface Reading {
  /** It changed again: it is read once more. */
  isDueAgain: boolean
  /** It is read with rights that are none any more. */
  isVoid: boolean
}

/** The sockets of one account or link: what one of them may see, all of them may. */
export interface Audience {
  /** With what it is lent now. */
  actor: Actor
  outboxes: Set<Outbox>
  /** The ids of the devices that it may see. */
  visible: Set<string>
  /** Devices that it may see but has not been told of yet, with what is to be told after that, by subject. */
  arriving: Map<string, Map<string, () => void>>
  /** Devices of which is read what is to be told, and what came in between. */
  reading: Map<string, Reading>
  stopWatching(): void
}

interface AudiencesOptions {
  rights: Pick<RightsIndex, 'watch'>
  /** Called after an audience gained or lost devices, or is lent more or less of them. */
  changed(audience: Audience, change: RightsChange): void
}

/** Who is there, and who of them may see which device; kept up to date as rights change. */
export function createAudiences({ rights, changed }: AudiencesOptions) {
  const entryByPrincipal = new Map<string, { opening: Promise<Audience>; members: number }>()
  const audiencesByDevice = new Map<string, Set<Audience>>()

  const show = (audience: Audience, deviceId: string) => {
    audience.visible.add(deviceId)
    const audiences = audiencesByDevice.get(deviceId) ?? new Set()
    audiencesByDevice.set(deviceId, audiences.add(audience))
  }
  const hide = (audience: Audience, deviceId: string) => {
    audience.visible.delete(deviceId)
    const audiences = audiencesByDevice.get(deviceId)
    audiences?.delete(audience)
    if (audiences?.size === 0) audiencesByDevice.delete(deviceId)
  }

  const open = async (actor: Actor): Promise<Audience> => {
    const audience: Audience = {
      actor,
      outboxes: new Set(),
      visible: new Set(),
      arriving: new Map(),
      reading: new Map(),
      stopWatching: () => {},
    }
    const watched = await rights.watch(actor, (change) => {
      audience.actor = change.actor
      for (const deviceId of change.lost) hide(audience, deviceId)
      for (const deviceId of change.gained) show(audience, deviceId)
      changed(audience, change)
    })
    audience.actor = watched.actor
    audience.stopWatching = watched.stop
    for (const deviceId of watched.visible) show(audience, deviceId)
    return audience
  }

  const close = (audience: Audience) => {
    audience.stopWatching()
    for (const deviceId of [...audience.visible]) hide(audience, deviceId)
  }

  /** A socket that comes or goes while an audience is being opened is counted, so that nobody joins one that is closing. */
  const enter = (actor: Actor) => {
    const principal = principalOf(actor)
    const entry = entryByPrincipal.get(principal) ?? { opening: open(actor), members: 0 }
    entryByPrincipal.set(principal, entry)
    entry.members += 1
    const leave = () => {
      entry.members -= 1
      if (entry.members > 0) return
      entryByPrincipal.delete(principal)
      entry.opening.then(close, () => {})
    }
    return { opening: entry.opening, leave }
  }

  return {
    of: (deviceId: string): Iterable<Audience> => audiencesByDevice.get(deviceId) ?? [],
    /** Of an account that has sockets here; null for others. */
    ofAccount: async (accountId: string): Promise<Audience | null> =>
      (await entryByPrincipal.get(principalOf({ kind: 'account', accountId }))?.opening) ?? null,
    /** Resolves once the outbox is among those of its account or link; the returned function takes it out again. */
    async join(actor: Actor, outbox: Outbox): Promise<() => void> {
      const { opening, leave } = enter(actor)
      try {
        const audience = await opening
        audience.outboxes.add(outbox)
        return () => {
          audience.outboxes.delete(outbox)
          leave()
        }
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}
