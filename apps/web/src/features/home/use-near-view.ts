import { type RefObject, useEffect, useState } from 'react'

/** How far an element is from the window: far away, soon in it, or in it or about to be. */
export type Nearness = 'far' | 'near' | 'inView'

/** Further than canvases are drawn ahead: a fast flick meets cards, not bare walls. */
const NEAR = '2400px 0px'
const IN_VIEW = '300px 0px'

type Watch = (element: Element, listener: (isWithin: boolean) => void) => () => void

/** Watches elements come within a margin around the window; one observer serves all of them. */
function createWatch(rootMargin: string): Watch {
  const listenerByElement = new Map<Element, (isWithin: boolean) => void>()
  let observer: IntersectionObserver | null = null
  return (element, listener) => {
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) listenerByElement.get(target)?.(isIntersecting)
      },
      { rootMargin },
    )
    listenerByElement.set(element, listener)
    observer.observe(element)
    return () => {
      listenerByElement.delete(element)
      observer?.unobserve(element)
    }
  }
}

const watchNear = createWatch(NEAR)
const watchInView = createWatch(IN_VIEW)

/** How near an element is; of what is not watched, that it is in view. */
export function useNearness(ref: RefObject<Element | null>, isWatching: boolean): Nearness {
  const [isNear, setNear] = useState(false)
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (!isWatching || ref.current === null) return
    return watchNear(ref.current, setNear)
  }, [ref, isWatching])
  useEffect(() => {
    if (!isWatching || !isNear || ref.current === null) return
    return watchInView(ref.current, setInView)
  }, [ref, isWatching, isNear])
  if (!isWatching || (isNear && isInView)) return 'inView'
  return isNear ? 'near' : 'far'
}
