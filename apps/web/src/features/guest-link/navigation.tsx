import { type MouseEvent, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { createEmitter } from '#core/emitter.ts'
import type { AppLinkProps } from '#ui/layout/app-link.tsx'

/**
 * The location of the guest. `state` is the history state of the browser, which may come from anywhere; its readers must parse
 * it.
 */
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

/** The number of our pages before this one in the history, stored in the history state. */
const stepSchema = z.object({ guestStep: z.int() })

function stepOf(state: unknown): number {
  const read = stepSchema.safeParse(state)
  return read.success ? read.data.guestStep : 0
}

/** Navigates to another of our pages and keeps the state of the current one. */
export function goTo(address: string, isReplacing = false): void {
  if (isReplacing) history.replaceState(history.state, '', address)
  else history.pushState({ ...history.state, guestStep: stepOf(history.state) + 1 }, '', address)
  place = readPlace()
  moved.emit()
  if (!isReplacing) scrollTo(0, 0)
}

/** Goes back to our previous page, or to `address` if the guest came from elsewhere. */
export function goBack(address: string): void {
  if (stepOf(history.state) > 0) history.back()
  else goTo(address, true)
}

/** A link to another of our pages. The navigation state of the owner's app is left out. */
export function Link({ to, state: _, viewTransition = false, onClick, ...rest }: AppLinkProps) {
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
