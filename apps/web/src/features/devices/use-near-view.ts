import { type RefObject, useEffect, useState } from 'react'

/** Further than canvases are drawn ahead: a fast flick meets cards, not bare walls. */
const MARGIN = '2400px 0px'

const listenerByElement = new Map<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | null = null

function watch(element: Element, listener: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listenerByElement.get(target)?.(isIntersecting)
    },
    { rootMargin: MARGIN },
  )
  listenerByElement.set(element, listener)
  observer.observe(element)
  return () => {
    listenerByElement.delete(element)
    observer?.unobserve(element)
  }
}

/** Whether an element is in view or will soon be. One observer serves all of them. */
export function useNearView(ref: RefObject<Element | null>, isWatching: boolean): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!isWatching || ref.current === null) return
    return watch(ref.current, setNear)
  }, [ref, isWatching])
  return isNear || !isWatching
}
