import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { unreadableDevices } from '#core/unreadable-devices.ts'
import { unreadableEntries } from '#core/unreadable-entries.ts'
import { Icon } from '#ui/layout/icon.tsx'
import type { IconName } from '#ui/layout/icon-paths.ts'
import { showingOnly, useHomeView } from '../home-view.ts'
import styles from './house-notice-list.module.css'
import { NOTICES, type Notice } from './house-notices.ts'
import type { HouseSummary } from './house-summary.ts'

const ICONS: Record<Notice, IconName> = {
  doorOpen: 'doorOpen',
  unlocked: 'unlock',
  jammed: 'alert',
  offline: 'offline',
  uncertain: 'clock',
}

/** Less urgent than a shade that is held. */
const isUnheard = (notice: Notice): boolean => notice === 'offline' || notice === 'uncertain'

/** A shorter unlock gets no notice: the notice would move the cards while the person is still touching one. */
const LASTING_MS = 10_000

/**
 * The notices about the home, the most urgent first, then `more`. Each one links to the devices that it is about. `held` is the
 * notice about shades that are held. `asOf` is the time of all that is counted here, where nothing else on the page says it.
 */
export function HouseNotices({
  summary,
  asOf,
  held,
  more,
}: {
  summary: HouseSummary
  asOf: string | undefined
  held: ReactNode
  more: ReactNode
}) {
  const { t } = useTranslation()
  const { only } = useHomeView()
  const unreadable = useStore(unreadableDevices, ({ ids }) => ids.length)
  const entries = useStore(unreadableEntries, (counts) => Object.values(counts).reduce((a, b) => a + b))
  const isUnlocked = useLasting(summary.unlocked > 0)
  const shown = NOTICES.filter((notice) => summary[notice] > 0 && (notice !== 'unlocked' || isUnlocked))
  const itemOf = (notice: Notice) => (
    <li key={notice}>
      <Link
        className={styles.notice}
        to={{ search: showingOnly(notice) }}
        aria-current={only === notice || undefined}
        preventScrollReset
      >
        <Icon name={ICONS[notice]} size={20} />
        <span>{t(`home.notice.${notice}`, { count: summary[notice] })}</span>
      </Link>
    </li>
  )
  return (
    <ul className={styles.list} aria-label={t('home.notice.title')}>
      {asOf !== undefined && (
        <li className={styles.asOf}>
          <Icon name="clock" size={16} />
          <span>{asOf}</span>
        </li>
      )}
      {shown.filter((notice) => !isUnheard(notice)).map(itemOf)}
      {held}
      {shown.filter(isUnheard).map(itemOf)}
      {unreadable > 0 && <Unreadable words={t('home.notice.unreadable', { count: unreadable })} />}
      {entries > 0 && <Unreadable words={t('home.notice.unreadableEntries', { count: entries })} />}
      {more}
    </ul>
  )
}

/** Says that something needs a newer version of this page. */
const Unreadable = ({ words }: { words: string }) => (
  <li>
    <button type="button" className={styles.notice} onClick={() => location.reload()}>
      <Icon name="alert" size={20} />
      <span>{words}</span>
    </button>
  </li>
)

/** Says that sharing is frozen; links to the page where it can be resumed. */
export function FrozenNotice() {
  const { t } = useTranslation()
  return (
    <li>
      <Link className={styles.notice} to="/access">
        <Icon name="pause" size={20} />
        <span>{t('home.notice.frozen')}</span>
      </Link>
    </li>
  )
}

/** Whether a condition was true from the beginning, or has been true for `LASTING_MS`. */
function useLasting(isSo: boolean): boolean {
  const [isLasting, setLasting] = useState(isSo)
  useEffect(() => {
    if (!isSo) return setLasting(false)
    const timer = setTimeout(() => setLasting(true), LASTING_MS)
    return () => clearTimeout(timer)
  }, [isSo])
  return isSo && isLasting
}
