import type { Shadows } from '#features/devices/index.ts'
import { type Actor, principalOf, type RightsChange, type RightsIndex } from '#features/rights/index.ts'
import type { Outbox } from './outbox.ts'

/** The sockets of one account or link: what one of them may see, all of them may. */
export interface Audience {
  /** With what it is lent now. */
  actor: Actor
  outboxes: Set<Outbox>
  /** The ids of the devices that it may see. */
  visible: Set<string>
  /** Of these devices it is told as soon as they are read. */
  untold: Map<string, 'device.created' | 'device.updated'>
  stopWatching(): void
}

interface AudiencesOptions {
  rights: Pick<RightsIndex, 'watch'>
  /** The shadows of devices that somebody here sees: kept up to date, and read. */
  shadows: Pick<Shadows, 'hold' | 'load'>
  /** Called after an audience gained or lost devices, or is lent more or less of them. */
  changed(audience: Audience, change: RightsChange): void
}

/** Who is there, and who of them may see which device; kept up to date as rights change. */
export function createAudiences({ rights, shadows, changed }: AudiencesOptions) {
  const entryByPrincipal = new Map<string, { opening: Promise<Audience>; members: number }>()
  const openedByPrincipal = new Map<string, Audience>()
  const audiencesByDevice = new Map<string, Set<Audience>>()
  const releaseByDevice = new Map<string, () => void>()

  const show = (audience: Audience, deviceId: string) => {
    audience.visible.add(deviceId)
    const audiences = audiencesByDevice.get(deviceId) ?? new Set()
    if (audiences.size === 0) releaseByDevice.set(deviceId, shadows.hold([deviceId]))
    audiencesByDevice.set(deviceId, audiences.add(audience))
  }
  const hide = (audience: Audience, deviceId: string) => {
    audience.visible.delete(deviceId)
    const audiences = audiencesByDevice.get(deviceId)
    audiences?.delete(audience)
    if (audiences?.size !== 0) return
    audiencesByDevice.delete(deviceId)
    releaseByDevice.get(deviceId)?.()
    releaseByDevice.delete(deviceId)
  }

  const close = (audience: Audience) => {
    audience.stopWatching()
    const principal = principalOf(audience.actor)
    // Another one may have been opened for the same principal meanwhile.
    if (openedByPrincipal.get(principal) === audience) openedByPrincipal.delete(principal)
    for (const deviceId of [...audience.visible]) hide(audience, deviceId)
  }

  const open = async (actor: Actor): Promise<Audience> => {
    const audience: Audience = {
      actor,
      outboxes: new Set(),
      visible: new Set(),
      untold: new Map(),
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
    try {
      await shadows.load(watched.visible)
    } catch (error) {
      close(audience)
      throw error
    }
    openedByPrincipal.set(principalOf(actor), audience)
    return audience
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
    /** Of an account that has sockets here; none for others. */
    ofAccount(accountId: string): Iterable<Audience> {
      const audience = openedByPrincipal.get(principalOf({ kind: 'account', accountId }))
      return audience === undefined ? [] : [audience]
    },
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
