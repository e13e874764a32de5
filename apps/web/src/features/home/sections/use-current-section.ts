import { useCallback, useEffect, useRef, useState } from 'react'
import { wantsStillness } from '#light/paint/stillness.ts'
import type { Section } from './sections.ts'

/** The section that is read is one that reaches into the upper part of the window, below the bar. */
const READ_BAND = '-56px 0px -60% 0px'
/** Who moves the page by hand reads where that leads, and no longer what was jumped to. */
const BY_HAND = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * The section that is read now, and the way to another: it is scrolled to, its heading gets the focus, and it stays marked
 * until the page is moved by hand, also where the end of the page keeps it from the top.
 */
export function useCurrentSection(sections: readonly Section[]) {
  const [currentId, setCurrentId] = useState<string | null>(sections[0]?.id ?? null)
  const isHeld = useRef(false)
  const order = sections.map(({ id }) => id).join(' ')

  useEffect(() => {
    const ids = order.split(' ')
    const within = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) within.add(target.id)
          else within.delete(target.id)
        }
        const first = ids.find((id) => within.has(id))
        if (first !== undefined && !isHeld.current) setCurrentId(first)
      },
      { rootMargin: READ_BAND },
    )
    for (const id of ids) {
      const section = document.getElementById(id)
      if (section !== null) observer.observe(section)
    }
    const release = () => {
      isHeld.current = false
    }
    for (const type of BY_HAND) addEventListener(type, release, { passive: true, capture: true })
    return () => {
      observer.disconnect()
      for (const type of BY_HAND) removeEventListener(type, release, { capture: true })
    }
  }, [order])

  const jumpTo = useCallback((id: string) => {
    isHeld.current = true
    setCurrentId(id)
    const section = document.getElementById(id)
    section?.scrollIntoView({ behavior: wantsStillness() ? 'instant' : 'smooth', block: 'start' })
    section?.querySelector('h2')?.focus({ preventScroll: true })
  }, [])

  return { currentId, jumpTo }
}
