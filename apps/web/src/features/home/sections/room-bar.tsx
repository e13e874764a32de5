import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './room-bar.module.css'
import type { Section } from './sections.ts'
import { useCurrentSection } from './use-current-section.ts'

/** Links to the sections of the home. The bar is sticky and marks the current section. */
export function RoomBar({ sections }: { sections: readonly Section[] }) {
  const { t } = useTranslation()
  const { currentId, jumpTo } = useCurrentSection(sections)
  const bar = useRef<HTMLElement>(null)
  const [firstId] = useState(currentId)
  const isAtStart = useRef(true)
  useEffect(() => {
    // Measuring makes the browser lay out the whole page. At the start the first link is visible anyway.
    if (isAtStart.current && currentId === firstId) return
    isAtStart.current = false
    keepInSight(bar.current, currentId)
  }, [currentId, firstId])

  const jump = (event: MouseEvent, { id }: Section) => {
    event.preventDefault()
    jumpTo(id)
  }
  return (
    <nav ref={bar} className={styles.bar} aria-label={t('home.room.bar')}>
      <ul className={styles.list}>
        {sections.map((section) => (
          <li key={section.id}>
            <a
              className={styles.link}
              href={`#${section.id}`}
              aria-current={section.id === currentId ? 'location' : undefined}
              onClick={(event) => jump(event, section)}
            >
              {section.kind === 'room' ? section.name : t(`home.room.${section.kind}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls the bar sideways until the marked link is fully visible; the page does not scroll. */
function keepInSight(bar: HTMLElement | null, id: string | null): void {
  if (bar === null || id === null) return
  const link = bar.querySelector('[aria-current]')
  if (!(link instanceof HTMLElement)) return
  const { left, right } = link.getBoundingClientRect()
  const seen = bar.getBoundingClientRect()
  const edge = link.offsetHeight
  if (left < seen.left + edge) bar.scrollBy({ left: left - seen.left - edge })
  else if (right > seen.right - edge) bar.scrollBy({ left: right - seen.right + edge })
}
