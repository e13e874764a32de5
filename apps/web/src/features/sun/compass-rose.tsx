import type { PointerEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stepOfKey } from '#ui/controls/step-keys.ts'
import { useDrag } from '#ui/controls/use-drag.ts'
import styles from './compass-rose.module.css'
import { directionOf, wholeAzimuth } from './direction.ts'

/** Degrees of an arrow key and of a page key. */
const STEPS = [5, 45] as const
/** A pointer closer to the center than this (as a share of the width) has no direction. */
const DEAD = 0.12
/** The needle snaps to one of the eight directions within this many degrees. */
const SNAP = 4

const LETTERS = ['n', 'e', 's', 'w'] as const

const turn = (degrees: number): number => wholeAzimuth(degrees) / 360

/**
 * A slider in degrees to choose the direction that a window faces, drawn as a compass rose with north at the top. `sun` is the
 * azimuth of the sun now, null while it is down. `azimuth` is null before a direction is chosen.
 */
export function CompassRose(props: {
  azimuth: number | null
  sun: number | null
  onChange: (azimuth: number) => void
}) {
  const { t } = useTranslation()
  const { sun, onChange } = props
  const [draft, setDraft] = useState<number | null>(null)
  const azimuth = draft === null ? props.azimuth : wholeAzimuth(draft * 360)
  const shown = azimuth ?? 180

  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const x = (event.clientX - left) / width - 0.5
    const y = (event.clientY - top) / height - 0.5
    if (Math.hypot(x, y) < DEAD) return null
    const degrees = (Math.atan2(x, -y) * 180) / Math.PI
    const near = Math.round(degrees / 45) * 45
    return { value: turn(Math.abs(degrees - near) <= SNAP ? near : degrees), isInside: true }
  }
  const handlers = useDrag({
    isPossible: true,
    placeOf,
    stepBy(key, held) {
      const step = stepOfKey(key, ...STEPS)
      return step === null ? null : turn((held === null ? shown : held * 360) + step)
    },
    onDraft: setDraft,
    onCommit: (value) => onChange(wholeAzimuth(value * 360)),
  })
  const words =
    azimuth === null
      ? t('sun.notChosen')
      : t('sun.facingValue', { direction: t(`sun.direction.${directionOf(azimuth)}`), degrees: azimuth })

  return (
    <div className={styles.rose}>
      <div
        {...handlers}
        className={styles.dial}
        role="slider"
        tabIndex={0}
        aria-label={t('sun.facing')}
        aria-valuemin={0}
        aria-valuemax={359}
        aria-valuenow={shown}
        aria-valuetext={words}
      >
        <svg viewBox="-100 -100 200 200" aria-hidden="true">
          <circle r="92" className={styles.ring} />
          {Array.from({ length: 24 }, (_, index) => (
            <line
              // biome-ignore lint/suspicious/noArrayIndexKey: marks never change
              key={index}
              y1="-92"
              y2={index % 3 === 0 ? -84 : -88}
              className={styles.mark}
              transform={`rotate(${index * 15})`}
            />
          ))}
          {LETTERS.map((direction, index) => {
            const angle = (index * Math.PI) / 2
            return (
              <text
                key={direction}
                x={Math.sin(angle) * 68}
                y={-Math.cos(angle) * 68}
                className={styles.letter}
                data-chosen={azimuth !== null && directionOf(shown) === direction}
              >
                {t(`sun.letter.${direction}`)}
              </text>
            )
          })}
          {sun !== null && (
            <g transform={`rotate(${sun})`} className={styles.sun}>
              <circle cy="-92" r="7" />
            </g>
          )}
          {azimuth !== null && (
            <g transform={`rotate(${azimuth})`}>
              <path d="M0 0 L-34 -86 A92 92 0 0 1 34 -86 Z" className={styles.view} />
              <line y2="-80" className={styles.needle} />
              <circle cy="-80" r="6" className={styles.grip} />
            </g>
          )}
          <rect x="-16" y="-3" width="32" height="6" className={styles.wall} transform={`rotate(${shown})`} />
        </svg>
      </div>
      <p className={styles.words}>{words}</p>
    </div>
  )
}
