import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { homePlaceStore } from '#core/home-place.ts'
import { hideMessage } from '#core/messages.ts'
import { skyPlace } from '#light/sky/reference-places.ts'
import { isSunDown } from '#light/sky/time-of-day.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useMinute } from '#ui/layout/use-minute.ts'
import { keepScreenOn } from './screen-on.ts'
import { useDimming } from './use-dimming.ts'
import styles from './wall-view.module.css'

interface WallViewProps {
  /** The front of the house. */
  children: ReactNode
  moments: ReactNode
  /** What may not be missed, in one line; null while there is nothing. */
  warning: ReactNode
}

/**
 * The view for a tablet on the wall: the front of the house, the keys of the moments, one line of warning and a way out. Its key,
 * Escape and the end of full screen leave it.
 */
export function WallView({ children, moments, warning }: WallViewProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const leave = () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    void navigate('/home', { replace: true })
  }
  const leaveNow = useRef(leave)
  leaveNow.current = leave
  useEffect(() => keepScreenOn(navigator.wakeLock), [])
  useEffect(hideMessage, [])
  useEffect(() => {
    const change = () => {
      if (!document.fullscreenElement) leaveNow.current()
    }
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isInQuestion(event)) leaveNow.current()
    }
    document.addEventListener('fullscreenchange', change)
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('fullscreenchange', change)
      document.removeEventListener('keydown', press)
    }
  }, [])
  const minute = useMinute()
  const { place } = useStore(homePlaceStore)
  const { brightness, sheet } = useDimming(isSunDown(minute, skyPlace(minute, place)))
  return (
    <div className={styles.wall} data-wall-view="">
      <h1 className={styles.title}>{t('home.facade')}</h1>
      <div id="devices" className={styles.house} tabIndex={-1}>
        {children}
      </div>
      <div className={styles.foot}>
        <div className={styles.moments}>{moments}</div>
        <p className={styles.warning} role="status">
          {warning}
        </p>
        <IconButton icon="close" label={t('wall.leave')} onClick={leave} />
      </div>
      <div {...sheet} className={styles.sheet} data-brightness={brightness} aria-hidden="true" />
    </div>
  )
}

/** Whether Escape belongs to a dialog, a field, or the panel of a device. */
const isInQuestion = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('[role="dialog"], [role="alertdialog"], [data-beside], input') !== null
