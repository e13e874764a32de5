import { type RefObject, useEffect, useState } from 'react'

/** The distance of an element from the window: far away, near, or in view or almost in view. */
export type Nearness = 'far' | 'near' | 'inView'

/** Larger than the margin within which canvases are painted ahead, so that a fast scroll shows cards and no placeholders. */
const NEAR = '2400px 0px'
const IN_VIEW = '300px 0px'

type Watch = (element: Element, listener: (isWithin: boolean) => void) => () => void

/** Reports when elements come within a margin around the window. One observer serves all elements. */
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

/**
 * The distance of an element from the window; `inView` for an element that is not observed. `content-visibility` would not replace
 * it: it saves layout and painting, and every card with its canvas would still be rendered by React.
 */
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
