import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { createEmitter } from '#core/emitter.ts'

/** Where the guest is. `state` is the browser's, of any origin: the code that reads it parses it. */
export interface Place {
  path: string
  search: string
  state: unknown
}

const moved = createEmitter<void>()
export const readPlace = (): Place => ({
  path: location.pathname,
  search: location.search,
  state: history.state,
})
let place = readPlace()

addEventListener('popstate', () => {
  place = readPlace()
  moved.emit()
})

export const usePlace = (): Place => useSyncExternalStore(moved.subscribe, () => place)

/** How many pages of ours lie behind a page, which its state tells. */
const stepSchema = z.object({ guestStep: z.int() })

function stepOf(state: unknown): number {
  const read = stepSchema.safeParse(state)
  return read.success ? read.data.guestStep : 0
}

/** Shows another page of ours; what came with the navigation to this one goes along. */
export function goTo(address: string, isReplacing = false): void {
  if (isReplacing) history.replaceState(history.state, '', address)
  else history.pushState({ ...history.state, guestStep: stepOf(history.state) + 1 }, '', address)
  place = readPlace()
  moved.emit()
  if (!isReplacing) scrollTo(0, 0)
}

/** Back to the page of ours that the guest came from; to `address` when the guest came from elsewhere. */
export function goBack(address: string): void {
  if (stepOf(history.state) > 0) history.back()
  else goTo(address, true)
}

/** What cards and parts know as the link of react-router. */
export function Link({
  to,
  viewTransition = false,
  onClick,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { to: string; viewTransition?: boolean }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    const isOurs = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isOurs || event.defaultPrevented) return
    event.preventDefault()
    if (viewTransition && 'startViewTransition' in document) {
      document.startViewTransition(() => flushSync(() => goTo(to)))
    } else goTo(to)
  }
  return <a {...rest} href={to} onClick={follow} />
}
