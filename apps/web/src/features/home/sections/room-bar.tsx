import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconLink } from '#ui/controls/icon-button.tsx'
import styles from './room-bar.module.css'
import type { Section } from './sections.ts'
import { useCurrentSection } from './use-current-section.ts'

/**
 * Links to the sections of the home, and beside them the link to the page where rooms are arranged. The bar is sticky and marks
 * the current section.
 */
export function RoomBar({ sections }: { sections: readonly Section[] }) {
  const { t } = useTranslation()
  const { currentId, jumpTo } = useCurrentSection(sections)
  const list = useRef<HTMLUListElement>(null)
  const [firstId] = useState(currentId)
  const isAtStart = useRef(true)
  useEffect(() => {
    // Measuring makes the browser lay out the whole page. At the start the first link is visible anyway.
    if (isAtStart.current && currentId === firstId) return
    isAtStart.current = false
    keepInSight(list.current, currentId)
  }, [currentId, firstId])

  const jump = (event: MouseEvent, { id }: Section) => {
    event.preventDefault()
    jumpTo(id)
  }
  return (
    <nav className={styles.bar} aria-label={t('home.room.bar')}>
      <ul ref={list} className={styles.list}>
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
      <IconLink icon="sliders" to="/rooms" label={t('home.room.arrange')} />
    </nav>
  )
}

/** Scrolls the list sideways until the marked link is fully visible; the page does not scroll. */
function keepInSight(list: HTMLElement | null, id: string | null): void {
  if (list === null || id === null) return
  const link = list.querySelector('[aria-current]')
  if (!(link instanceof HTMLElement)) return
  const { left, right } = link.getBoundingClientRect()
  const seen = list.getBoundingClientRect()
  const edge = link.offsetHeight
  if (left < seen.left + edge) list.scrollBy({ left: left - seen.left - edge })
  else if (right > seen.right - edge) list.scrollBy({ left: right - seen.right + edge })
}
