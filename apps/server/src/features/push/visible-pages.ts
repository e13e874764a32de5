import type { Clock } from '#platform/clock.ts'
import type { SubscriptionStore } from './subscriptions.store.ts'

/** Heartbeats of many pages are written together. */
const WRITE_AFTER_MS = 500

interface VisiblePagesOptions {
  subscriptions: Pick<SubscriptionStore, 'setVisible'>
  clock: Clock
  failed(error: unknown): void
}

/** Notes which sessions have a visible page: what it shows needs no push to the same phone [PK22]. */
export function createVisiblePages({ subscriptions, clock, failed }: VisiblePagesOptions) {
  let changed = new Map<string, boolean>()
  let cancel: (() => void) | null = null

  const write = (): void => {
    cancel = null
    const sessions = [...changed]
    changed = new Map()
    const those = (isVisible: boolean) => sessions.flatMap(([id, is]) => (is === isVisible ? id : []))
    subscriptions.setVisible(those(true), those(false), clock.now()).catch(failed)
  }

  return {
    /** A page of a session reported whether it is visible. */
    note(sessionId: string, isVisible: boolean): void {
      changed.set(sessionId, isVisible)
      cancel ??= clock.after(WRITE_AFTER_MS, write)
    },
    stop(): void {
      cancel?.()
    },
  }
}
