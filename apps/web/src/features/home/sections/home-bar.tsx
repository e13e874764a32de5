import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
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
  const line = useRef<HTMLDivElement>(null)
  return (
    <div className={styles.bar} data-bare={sections.length === 0}>
      {start}
      <div ref={line} className={styles.middle}>
        {moments != null && (
          <div className={styles.moments} data-moments="">
            {moments}
          </div>
        )}
        {sections.length > 0 && <RoomTabs sections={sections} line={line} />}
      </div>
      {tools}
    </div>
  )
}

/** Links to the sections of the home; the current one is marked and kept in sight in the line that scrolls. */
function RoomTabs({
  sections,
  line,
}: {
  sections: readonly Section[]
  line: RefObject<HTMLDivElement | null>
}) {
  const { t } = useTranslation()
  const { currentId, jumpTo } = useCurrentSection(sections)
  const [firstId] = useState(currentId)
  const isAtStart = useRef(true)
  useEffect(() => {
    // Measuring makes the browser lay out the whole page. At the start the first link is visible anyway.
    if (isAtStart.current && currentId === firstId) return
    isAtStart.current = false
    keepInSight(line.current, currentId)
  }, [line, currentId, firstId])

  const jump = (event: MouseEvent, { id }: Section) => {
    event.preventDefault()
    jumpTo(id)
  }
  return (
    <nav className={styles.rooms} aria-label={t('home.room.bar')}>
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

/**
 * Scrolls the line sideways until the marked link is fully visible; the page does not scroll. With the first link the moments
 * come back.
 */
function keepInSight(line: HTMLElement | null, id: string | null): void {
  if (line === null || id === null) return
  const link = line.querySelector('[aria-current]')
  if (!(link instanceof HTMLElement)) return
  const { left, right, width } = link.getBoundingClientRect()
  const seen = line.getBoundingClientRect()
  const edge = Math.max(0, Math.min(link.offsetHeight, (seen.width - width) / 2))
  if (link.parentElement?.previousElementSibling === null) line.scrollTo({ left: 0 })
  else if (left < seen.left + edge) line.scrollBy({ left: left - seen.left - edge })
  else if (right > seen.right - edge) line.scrollBy({ left: right - seen.right + edge })
}
