import { useCallback, useEffect, useRef, useState } from 'react'
import { wantsStillness } from '#light/paint/stillness.ts'
import type { Section } from './sections.ts'

/** The current section is one that reaches into this upper part of the window, below the bar. */
const READ_BAND = '-56px 0px -60% 0px'
/** After these events the person scrolls the page, so the section that was jumped to is no longer marked. */
const BY_HAND = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** At the top of the page what is pinned may push the first section down, so that none is in the band. */
const isBelowBand = (id = ''): boolean => (document.getElementById(id)?.getBoundingClientRect().top ?? 0) > 0

/**
 * The current section and a function to jump to another one. The jump scrolls to the section and focuses its heading. The section
 * stays marked until the person scrolls, even if the end of the page keeps it from reaching the top.
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
        const current = ids.find((id) => within.has(id)) ?? (isBelowBand(ids[0]) ? ids[0] : undefined)
        if (current !== undefined && !isHeld.current) setCurrentId(current)
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
