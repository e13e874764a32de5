import type { Shadows } from '#features/devices/index.ts'
import { type Actor, principalOf, type RightsChange, type RightsIndex } from '#features/rights/index.ts'
import { createKeyedSets } from '#platform/keyed-sets.ts'
import type { Outbox } from './outbox.ts'

/** The sockets of one account or link. All of them may see the same. */
export interface Audience {
  /** The actor with what is shared with it now. */
  actor: Actor
  outboxes: Set<Outbox>
  /** The ids of the devices that the actor may see. */
  visible: Set<string>
  /** The devices whose info must still be sent, with the subject of that message. */
  unpublished: Map<string, 'device.created' | 'device.updated'>
  stopWatching(): void
}

interface AudiencesOptions {
  rights: Pick<RightsIndex, 'watch'>
  /** The shadows of devices that somebody here sees are kept loaded and up to date. */
  shadows: Pick<Shadows, 'hold' | 'load'>
  /** Called after an audience gained or lost devices, or after the access to them changed. */
  changed(audience: Audience, change: RightsChange): void
}

/** The audiences on this instance, and which of them may see which device. Kept up to date when rights change. */
export function createAudiences({ rights, shadows, changed }: AudiencesOptions) {
  const entryByPrincipal = new Map<string, { opening: Promise<Audience>; members: number }>()
  const openedByPrincipal = new Map<string, Audience>()
  const bridgesByAccount = createKeyedSets<Audience>()
  const audiencesByDevice = createKeyedSets<Audience>()
  const releaseByDevice = new Map<string, () => void>()

  const show = (audience: Audience, deviceId: string) => {
    audience.visible.add(deviceId)
    if (audiencesByDevice.of(deviceId).size === 0) releaseByDevice.set(deviceId, shadows.hold([deviceId]))
    audiencesByDevice.add(deviceId, audience)
  }
  const hide = (audience: Audience, deviceId: string) => {
    audience.visible.delete(deviceId)
    audiencesByDevice.delete(deviceId, audience)
    if (audiencesByDevice.of(deviceId).size > 0) return
    releaseByDevice.get(deviceId)?.()
    releaseByDevice.delete(deviceId)
  }

  const close = (audience: Audience) => {
    audience.stopWatching()
    const principal = principalOf(audience.actor)
    // A new audience may have been opened for the same principal in the meantime.
    if (openedByPrincipal.get(principal) === audience) openedByPrincipal.delete(principal)
    if (audience.actor.kind === 'bridge') bridgesByAccount.delete(audience.actor.accountId, audience)
    for (const deviceId of [...audience.visible]) hide(audience, deviceId)
  }

  const open = async (actor: Actor): Promise<Audience> => {
    const audience: Audience = {
      actor,
      outboxes: new Set(),
      visible: new Set(),
      unpublished: new Map(),
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
    if (actor.kind === 'bridge' && actor.bridgeKind === 'matter')
      bridgesByAccount.add(actor.accountId, audience)
    return audience
  }

  /**
   * Counts the sockets of an audience from the moment it is being opened, so that no socket joins an audience that is closing.
   */
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
    of: audiencesByDevice.of,
    /** The audience of an account; empty if the account has no sockets here. */
    ofAccount(accountId: string): Iterable<Audience> {
      const audience = openedByPrincipal.get(principalOf({ kind: 'account', accountId }))
      return audience === undefined ? [] : [audience]
    },
    /** The audiences of the Matter bridges of an account that have sockets here. */
    ofBridges: bridgesByAccount.of,
    /** Adds an outbox to the audience of its account or link. Returns the function that removes it. */
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
