import type { LinkActor, RightsIndex } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'

const DAY_MS = 86_400_000
/** What could not be read is not shown for longer than this. */
const RETRY_MS = 500

/** Whether a link may be looked at: until when at most, by which device's reports it could end earlier, and by which PIN. */
export type Look =
  | ({ ok: true; until: Date; settlesBy: string | null } & Pick<LinkActor, 'pinMark'>)
  | { ok: false }

type Looking = Pick<LinkActor, 'linkId' | 'ownerId' | 'pinMark'>

interface LinkEndsOptions {
  rights: Pick<RightsIndex, 'follow'>
  clock: Clock
  look(linkId: string): Promise<Look>
  onReportOf(deviceId: string, reported: () => void): () => void
  failed(error: unknown): void
}

/** Follows links that somebody looks through, and says when they end: by their owner's will, by time or by use. */
export function createLinkEnds({ rights, clock, look, onReportOf, failed }: LinkEndsOptions) {
  const followedById = new Map<string, { listeners: Map<() => void, LinkActor['pinMark']>; stop(): void }>()

  const follow = ({ linkId, ownerId }: Looking) => {
    const listeners = new Map<() => void, LinkActor['pinMark']>()
    let isStopped = false
    let isLooking = false
    let isStale = false
    let failures = 0
    let cancelTimer = () => {}
    let stopHearing = () => {}

    const end = () => {
      for (const listener of [...listeners.keys()]) listener()
    }
    const endOfAnotherPin = (pinMark: string | null) => {
      if (pinMark === null) return
      for (const [listener, shown] of [...listeners]) if (shown !== pinMark) listener()
    }
    const lookAgainAfter = (ms: number) => {
      cancelTimer()
      cancelTimer = clock.after(Math.min(Math.max(ms, 0), DAY_MS), check)
    }
    const take = (found: Look) => {
      stopHearing()
      stopHearing = () => {}
      if (isStopped) return
      if (!found.ok) return end()
      endOfAnotherPin(found.pinMark)
      if (isStopped) return
      lookAgainAfter(found.until.getTime() - clock.now().getTime())
      if (found.settlesBy !== null) stopHearing = onReportOf(found.settlesBy, check)
    }
    const check = () => {
      isStale = isLooking
      if (isLooking || isStopped) return
      isLooking = true
      look(linkId)
        .then((found) => {
          failures = 0
          take(found)
        })
        .catch((error: unknown) => {
          failed(error)
          failures += 1
          // What nobody can vouch for is not shown.
          if (failures > 1) end()
          else lookAgainAfter(RETRY_MS)
        })
        .finally(() => {
          isLooking = false
          if (isStale) check()
        })
    }
    const stopFollowing = rights.follow(ownerId, check)
    check()
    return {
      listeners,
      stop() {
        isStopped = true
        stopFollowing()
        cancelTimer()
        stopHearing()
      },
    }
  }

  return {
    /**
     * Calls `ended` once the link may not be looked at any more, or not without another PIN, until the returned function
     * is called.
     */
    onEnded(link: Looking, ended: () => void): () => void {
      const { linkId, pinMark } = link
      const own = () => ended()
      const followed = followedById.get(linkId) ?? follow(link)
      followedById.set(linkId, followed)
      followed.listeners.set(own, pinMark)
      return () => {
        followed.listeners.delete(own)
        if (followed.listeners.size > 0 || followedById.get(linkId) !== followed) return
        followedById.delete(linkId)
        followed.stop()
      }
    },
  }
}
