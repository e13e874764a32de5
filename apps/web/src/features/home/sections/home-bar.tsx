import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './home-bar.module.css'
import type { Section } from './sections.ts'
import { useCurrentSection } from './use-current-section.ts'

/** What stands in the line of the rooms beside their tabs. */
export interface HomeBarSlots {
  /** At its very start: the tabs of the app, where there is no room for them in the line of the logo. */
  start?: ReactNode
  /** Before the rooms: the keys of the moments. */
  moments?: ReactNode
  /** At its end: the keys of the list. */
  tools?: ReactNode
}

/** The line of the rooms: the moments, the tabs of the sections, and the keys of the list. It is sticky. */
export function HomeBar({
  sections,
  start,
  moments,
  tools,
}: HomeBarSlots & { sections: readonly Section[] }) {
  return (
    <div className={styles.bar} data-bare={sections.length === 0}>
      {start}
      <div className={styles.middle}>
        {moments != null && (
          <div className={styles.moments} data-moments="">
            {moments}
          </div>
        )}
        {sections.length > 0 && <RoomTabs sections={sections} />}
      </div>
      {tools}
    </div>
  )
}

/** Links to the sections of the home; the current one is marked. */
function RoomTabs({ sections }: { sections: readonly Section[] }) {
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
    <nav className={styles.rooms} aria-label={t('home.room.bar')}>
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
