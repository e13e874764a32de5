import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '#ui/layout/app-link.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import type { IconName } from '#ui/layout/icon-paths.ts'
import { chooseDensity, useDensity } from './home-density.ts'
import styles from './home-tools.module.css'

const MORE =
  'M5 11.2a.8.8 0 100 1.6.8.8 0 000-1.6M12 11.2a.8.8 0 100 1.6.8.8 0 000-1.6M19 11.2a.8.8 0 100 1.6.8.8 0 000-1.6'
export const FACADE = 'M3.5 10.5 12 4.5l8.5 6M5.5 9.5v10h13v-10M8.5 11.5h2.5v3H8.5zM13 11.5h2.5v8H13z'
const TILES = 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z'

/** The key "⋯" and its list: tiles or cards, the front of the house, the rooms, a new device, and the activity. */
export function HomeMore() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isCompact = useDensity() === 'compact'
  const listId = useId()
  const key = useRef<HTMLButtonElement>(null)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event) => {
      if (target instanceof Node && place.current?.contains(target) !== true) setOpen(false)
    }
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      setOpen(false)
      key.current?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', press)
    }
  }, [isOpen])

  const link = (icon: IconName, to: string, label: string) => (
    <li>
      <AppLink className={styles.row} to={to} onClick={() => setOpen(false)}>
        <Icon name={icon} />
        <span>{label}</span>
      </AppLink>
    </li>
  )
  return (
    <div ref={place} className={styles.more}>
      <button
        ref={key}
        type="button"
        className={styles.tool}
        aria-label={t('home.more')}
        title={t('home.more')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <ToolIcon path={MORE} />
      </button>
      {isOpen && (
        <ul id={listId} className={styles.list}>
          <li>
            <button
              type="button"
              className={styles.row}
              aria-pressed={isCompact}
              onClick={() => {
                chooseDensity(isCompact ? 'comfortable' : 'compact')
                setOpen(false)
                key.current?.focus()
              }}
            >
              <ToolIcon path={TILES} />
              <span>{t('home.tiles')}</span>
              {isCompact && <Icon name="check" size={20} />}
            </button>
          </li>
          <li>
            <AppLink className={styles.row} to="/facade" onClick={() => setOpen(false)}>
              <ToolIcon path={FACADE} />
              <span>{t('home.facade')}</span>
            </AppLink>
          </li>
          {link('sliders', '/rooms', t('home.room.arrange'))}
          {link('plus', '/claim', t('home.addDevice'))}
          {link('history', '/activity', t('home.activity'))}
        </ul>
      )}
    </div>
  )
}

/** An icon of the home alone, which other pages do not load. */
export function ToolIcon({ path }: { path: string }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
