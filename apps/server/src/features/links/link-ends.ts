import type { LinkActor, RightsIndex } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'

const DAY_MS = 86_400_000
/** If the state of a link cannot be read, its devices stay visible for at most this long. */
const RETRY_MS = 500

/** Whether a link may be viewed: until when at most, the device whose reports could end it earlier, and the current PIN mark. */
export type LinkView =
  | ({ ok: true; until: Date; settlesBy: string | null } & Pick<LinkActor, 'pinMark'>)
  | { ok: false }

type Checking = Pick<LinkActor, 'linkId' | 'ownerId' | 'pinMark'>

interface LinkEndsOptions {
  rights: Pick<RightsIndex, 'follow'>
  clock: Clock
  view(linkId: string): Promise<LinkView>
  onReportOf(deviceId: string, reported: () => void): () => void
  failed(error: unknown): void
}

/** Watches links with open sockets and notices when they end: by a change, by time or by use. */
export function createLinkEnds({ rights, clock, view, onReportOf, failed }: LinkEndsOptions) {
  const followedById = new Map<string, { listeners: Map<() => void, LinkActor['pinMark']>; stop(): void }>()

  const follow = ({ linkId, ownerId }: Checking) => {
    const listeners = new Map<() => void, LinkActor['pinMark']>()
    let isStopped = false
    let isChecking = false
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
    const checkAgainAfter = (ms: number) => {
      cancelTimer()
      cancelTimer = clock.after(Math.min(Math.max(ms, 0), DAY_MS), check)
    }
    const take = (found: LinkView) => {
      stopHearing()
      stopHearing = () => {}
      if (isStopped) return
      if (!found.ok) return end()
      endOfAnotherPin(found.pinMark)
      if (isStopped) return
      checkAgainAfter(found.until.getTime() - clock.now().getTime())
      if (found.settlesBy !== null) stopHearing = onReportOf(found.settlesBy, check)
    }
    const check = () => {
      isStale = isChecking
      if (isChecking || isStopped) return
      isChecking = true
      view(linkId)
        .then((found) => {
          failures = 0
          take(found)
        })
        .catch((error: unknown) => {
          failed(error)
          failures += 1
          // If the right cannot be confirmed, nothing more is shown.
          if (failures > 1) end()
          else checkAgainAfter(RETRY_MS)
        })
        .finally(() => {
          isChecking = false
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
    /** Calls `ended` when the link may no longer be viewed, or requires another PIN. Returns the function that unsubscribes. */
    onEnded(link: Checking, ended: () => void): () => void {
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
