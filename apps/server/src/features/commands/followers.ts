import { createInFlight } from './in-flight.ts'

const PER_DEVICE = 16
const PER_HOME = 2_000

/** Who follows commands that were answered already, up to a limit: of one device the oldest gives way. */
export function createFollowers() {
  const places = createInFlight(PER_HOME)
  const leaveByFollower = new Map<AbortController, () => void>()
  const followersById = new Map<string, AbortController[]>()

  return {
    /** Answers whether there is a place. */
    enter({ id, ownerId }: { id: string; ownerId: string | null }, follower: AbortController): boolean {
      const before = followersById.get(id) ?? []
      if (before.length >= PER_DEVICE) before[0]?.abort('device_update_failed')
      const leave = places.enter(ownerId ?? '')
      if (leave === null) return false
      leaveByFollower.set(follower, leave)
      // The one that gave way may have left at once.
      followersById.set(id, [...(followersById.get(id) ?? []), follower])
      return true
    },
    leave(id: string, follower: AbortController) {
      leaveByFollower.get(follower)?.()
      leaveByFollower.delete(follower)
      const left = (followersById.get(id) ?? []).filter((other) => other !== follower)
      if (left.length > 0) followersById.set(id, left)
      else followersById.delete(id)
    },
  }
}
