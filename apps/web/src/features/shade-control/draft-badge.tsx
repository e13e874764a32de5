import { wholePercent } from '@senca/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { PentagonBadge } from '#ui/layout/pentagon-badge.tsx'
import styles from './draft-badge.module.css'
import type { DraftStore } from './draft-store.ts'

/**
 * The badge beside the pointer, on a track of `height` CSS pixels. It subscribes to the draft and updates the DOM without React:
 * with every frame only its place and its number change.
 */
export function DraftBadge({ draft, height }: { draft: DraftStore; height: number }) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const figure = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const follow = ({ position }: { position: number | null }): void => {
      if (!place.current || !figure.current) return
      place.current.hidden = position === null
      if (position === null) return
      place.current.style.transform = `translate(0, ${Math.round(position * height)}px) translateY(-50%)`
      figure.current.textContent = t('card.percent', { value: wholePercent(position) })
    }
    follow(draft.getState())
    return draft.subscribe(follow)
  }, [draft, height, t])

  return (
    <div ref={place} className={styles.badge} hidden aria-hidden="true">
      <PentagonBadge>
        <span ref={figure} />
      </PentagonBadge>
    </div>
  )
}
