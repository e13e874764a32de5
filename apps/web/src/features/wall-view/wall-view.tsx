import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { keepScreenOn } from './screen-on.ts'
import styles from './wall-view.module.css'

/** How long the screen stays bright after a touch. */
const BRIGHT_MS = 60_000

/** Turns the home screen into the view for a tablet on the wall. The button, Escape and the end of full screen leave it. */
export function WallView() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const leave = () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    void navigate('/home', { replace: true })
  }
  const leaveNow = useRef(leave)
  leaveNow.current = leave
  useEffect(() => keepScreenOn(navigator.wakeLock), [])
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
  return (
    <>
      <div className={styles.leave} data-wall-view="">
        <IconButton icon="close" label={t('wall.leave')} onClick={leave} />
      </div>
      <div className={styles.dim} data-bright={useIsTouched()} aria-hidden="true" />
    </>
  )
}

/** Whether Escape belongs to a dialog or a field. */
const isInQuestion = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"], input') !== null

/** Whether somebody touched the screen or pressed a key a short while ago. */
function useIsTouched(): boolean {
  const [isTouched, setTouched] = useState(true)
  useEffect(() => {
    let timer = setTimeout(() => setTouched(false), BRIGHT_MS)
    const touch = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setTouched(false), BRIGHT_MS)
      setTouched(true)
    }
    document.addEventListener('pointerdown', touch)
    document.addEventListener('keydown', touch)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerdown', touch)
      document.removeEventListener('keydown', touch)
    }
  }, [])
  return isTouched
}
