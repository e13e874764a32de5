import type { ScenarioOutlook } from '@senca/contract/automation'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { paintChanged } from '#light/paint/paint-change.ts'
import type { Place } from '#light/sky/reference-places.ts'
import { showDaylight } from '#light/sky/show-daylight.ts'
import { sunPath } from '#light/sky/time-of-day.ts'
import { type Daytime, momentAt, rayAt, shareOf, steppedBy } from './day-light.ts'
import styles from './day-preview.module.css'
import { useDayStates } from './use-day-states.ts'

/** A pointer that moves further than this drags. */
const TAP_PX = 4

/** Shows the home in the light of another moment; null restores the light of now. */
function showMoment(moment: Date | null, place: Place): void {
  const { style } = document.documentElement
  if (moment === null) {
    style.removeProperty('--slope')
    style.removeProperty('--reach')
    showDaylight(pageNow(), place)
    paintChanged()
    return
  }
  const { altitude } = sunPath(moment, place)
  const { slope, reach } = rayAt(altitude)
  style.setProperty('--slope', slope.toFixed(3))
  style.setProperty('--reach', reach.toFixed(2))
  showDaylight(moment, place)
  paintChanged()
}

/**
 * An invisible slider over the arc of the sun. Dragging it or using its keys shows the home in the light of another time of day,
 * and its pictures as the scenarios of today leave them until then. On release, on Escape and on blur what is now returns.
 */
export function DayPreview(props: {
  day: Daytime
  /** The shown moment as text. */
  words: string
  shown: Date | null
  place: Place
  /** Loads the coming firings of scenarios. */
  loadOutlook: () => Promise<ScenarioOutlook>
  onShow: (moment: Date | null) => void
  /** A tap that is no drag, or Enter. */
  onTap: () => void
}) {
  const { day, shown, place, onShow } = props
  const { t } = useTranslation()
  useDayStates(shown, props.loadOutlook)
  const frame = useRef(0)
  /** Where the pointer came down; null once it has moved from there. */
  const pressedAt = useRef<number | null>(null)
  /** The moment of the last key or drag, which the page shows with its next frame. */
  const wanted = useRef(shown)
  const latest = useRef(place)
  latest.current = place
  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current)
      showMoment(null, latest.current)
    },
    [],
  )

  /** At most once per frame, because every wall is painted again. */
  const show = (moment: Date | null) => {
    wanted.current = moment
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => {
      showMoment(moment, place)
      onShow(moment)
    })
  }
  const follow = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (width > 0) show(momentAt(Math.min(Math.max((clientX - left) / width, 0), 1), day))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && wanted.current !== null) {
      event.preventDefault()
      show(null)
    }
    if (event.key === 'Enter') props.onTap()
    const next = steppedBy(event.key, wanted.current ?? pageNow(), day)
    if (next === null) return
    event.preventDefault()
    show(next)
  }
  return (
    <div
      className={styles.preview}
      role="slider"
      tabIndex={0}
      aria-label={t('daylight.label')}
      title={t('daylight.label')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shareOf(shown ?? pageNow(), day) * 100)}
      aria-valuetext={props.words}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        pressedAt.current = event.clientX
        follow(event)
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        if (Math.abs(event.clientX - (pressedAt.current ?? event.clientX)) > TAP_PX) pressedAt.current = null
        follow(event)
      }}
      onClick={() => {
        if (pressedAt.current !== null) props.onTap()
        pressedAt.current = null
      }}
      onLostPointerCapture={() => show(null)}
      onKeyDown={press}
      onBlur={() => wanted.current !== null && show(null)}
    />
  )
}
