import type { QueryClient } from '@tanstack/react-query'
import type { ActivityPage } from './activity.api.ts'
import { type ActivityPages, withNewest } from './activity.queries.ts'

interface Needs {
  client: QueryClient
  queryKey: readonly unknown[]
  load(): Promise<ActivityPage>
  /** Asks for another look a moment later. */
  lookSoon(): void
}

/**
 * A look at the newest page, one at a time: answers that overtake each other would put older entries on top. Pages that
 * are being loaded meanwhile would be put together from what was known before, so the look waits for them.
 */
export function createLook({ client, queryKey, load, lookSoon }: Needs): () => Promise<void> {
  let isLooking = false
  let isDueAgain = false

  const isLoading = () => client.isFetching({ queryKey, exact: true }) > 0

  return async () => {
    if (client.getQueryData(queryKey) === undefined) return
    if (isLooking || isLoading()) {
      isDueAgain = true
      if (!isLooking) lookSoon()
      return
    }
    isLooking = true
    isDueAgain = false
    try {
      const newest = await load()
      if (isLoading()) isDueAgain = true
      else
        client.setQueryData<ActivityPages>(queryKey, (known) =>
          known === undefined ? known : withNewest(known, newest),
        )
    } catch {
      // What is shown stays; the next sign of something happening is another chance.
    } finally {
      isLooking = false
      if (isDueAgain) lookSoon()
    }
  }
}
