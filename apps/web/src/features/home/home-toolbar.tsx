import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { chooseDensity, useDensity } from './home-density.ts'
import styles from './home-toolbar.module.css'

const TILES = 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z'
const SEARCH = 'M10.8 17.1a6.3 6.3 0 100-12.6 6.3 6.3 0 000 12.6M15.4 15.4l4.6 4.6'

/**
 * The heading of the device list and the buttons for actions on the whole list. `search` is null if the list is too short for a
 * search.
 */
export function HomeToolbar({
  search,
  hasOwn,
}: {
  search: Omit<ToolProps, 'path' | 'label'> | null
  /** Only own devices can be shared. */
  hasOwn: boolean
}) {
  const { t } = useTranslation()
  const isCompact = useDensity() === 'compact'
  return (
    <div className={styles.bar}>
      <h2 className={styles.title}>{t('home.devices')}</h2>
      {search !== null && <Tool {...search} path={SEARCH} label={t('home.search')} shortcut="/" />}
      <Tool
        path={TILES}
        label={t('home.tiles')}
        isPressed={isCompact}
        onClick={() => chooseDensity(isCompact ? 'comfortable' : 'compact')}
      />
      <IconLink icon="history" to="/activity" label={t('home.activity')} />
      {hasOwn && <IconLink icon="share" to="/links/new" label={t('home.share')} />}
      <IconLink icon="plus" to="/claim" label={t('home.addDevice')} />
    </div>
  )
}

type ToolProps = {
  path: string
  label: string
  isPressed: boolean
  shortcut?: string
  ref?: Ref<HTMLButtonElement>
  onClick: () => void
}

function Tool(props: ToolProps) {
  return (
    <button
      ref={props.ref}
      type="button"
      className={styles.tool}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.isPressed}
      aria-keyshortcuts={props.shortcut}
      onClick={props.onClick}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={props.path} />
      </svg>
    </button>
  )
}
