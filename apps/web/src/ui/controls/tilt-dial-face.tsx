import { useId } from 'react'
import styles from './tilt-dial.module.css'
import {
  arcPath,
  type DialKind,
  type DialReach,
  dialBox,
  dialFigures,
  dialScale,
  placeOf,
  RADIUS,
  shadowPath,
  slatsPath,
  tickPath,
} from './tilt-dial-geometry.ts'

const MINUTE = 5
const DEGREES_OF_TICK = { small: 5, middle: 15, large: 45 } as const
const TICK_LENGTH = { small: 5, middle: 9, large: 14 } as const
const THUMB_RADIUS = 15

function sizeOfTick(angle: number): keyof typeof TICK_LENGTH {
  if (angle % DEGREES_OF_TICK.large === 0) return 'large'
  return angle % DEGREES_OF_TICK.middle === 0 ? 'middle' : 'small'
}

/** The scale: an arc with ticks and numbers, faint where the slats cannot reach. */
function Scale({ kind, reach }: { kind: DialKind; reach: DialReach }) {
  const scale = dialScale(kind)
  const count = (scale.to - scale.from) / MINUTE + 1
  const angles = Array.from({ length: count }, (_, index) => scale.from + index * MINUTE)
  const isWithin = (angle: number): boolean => angle >= reach.from && angle <= reach.to
  const ticks = (areWithin: boolean): string =>
    angles
      .filter((angle) => isWithin(angle) === areWithin)
      .map((angle) => tickPath(kind, angle, RADIUS.arc - TICK_LENGTH[sizeOfTick(angle)], RADIUS.arc))
      .join('')
  return (
    <>
      <path className={styles.beyond} d={arcPath(kind, scale) + ticks(false)} />
      <path className={styles.scale} d={arcPath(kind, reach)} />
      <path className={styles.ticks} d={ticks(true)} />
    </>
  )
}

/**
 * The drawing of the dial without its behavior; angles are in degrees. It is hidden from screen readers, because the slider
 * around it says the same.
 */
export function TiltDialFace(props: {
  kind: DialKind
  reach: DialReach
  /** The shown angle of the slats. */
  angle: number
  thumb: number | null
  reported: number | null
  target: number | null
  isUnknown: boolean
  isDisabled: boolean
}) {
  const { kind, angle, reach, thumb, reported, target } = props
  const light = useId()
  const box = dialBox(kind)
  const at = (place: number, radius: number) => {
    const { x, y } = placeOf(kind, place, radius)
    return { cx: x, cy: y }
  }
  const pointer = (place: number): string => {
    const [tip, left, right] = [
      placeOf(kind, place, RADIUS.arc + 3),
      placeOf(kind, place - 2.6, RADIUS.arc + 15),
      placeOf(kind, place + 2.6, RADIUS.arc + 15),
    ]
    return `M${tip.x} ${tip.y}L${left.x} ${left.y}L${right.x} ${right.y}Z`
  }
  return (
    <div className={styles.face} data-unknown={props.isUnknown} data-disabled={props.isDisabled}>
      <svg
        className={styles.picture}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        aria-hidden="true"
      >
        <mask
          id={light}
          maskUnits="userSpaceOnUse"
          x={-RADIUS.disc}
          y={-RADIUS.disc}
          width={140}
          height={140}
        >
          <circle className={styles.passing} r={RADIUS.disc} />
          <path className={styles.kept} d={shadowPath(kind, angle)} />
        </mask>
        <circle className={styles.disc} r={RADIUS.disc} />
        <circle className={styles.sun} r={RADIUS.disc} mask={`url(#${light})`} />
        <path className={styles.slats} d={slatsPath(kind, angle)} />
        <Scale kind={kind} reach={reach} />
        {target !== null && (
          <>
            <path className={styles.way} d={tickPath(kind, target, 16, RADIUS.arc - 7)} />
            <circle className={styles.ring} r={7} {...at(target, RADIUS.arc)} />
          </>
        )}
        {reported !== null && (
          <>
            <path
              className={styles.needle}
              d={tickPath(kind, reported, reported === angle ? 15 : RADIUS.disc + 6, RADIUS.arc)}
            />
            <path className={styles.reported} data-dial="reported" d={pointer(reported)} />
          </>
        )}
        {thumb !== null && (
          <>
            <path className={styles.needle} d={tickPath(kind, thumb, 15, RADIUS.arc - THUMB_RADIUS)} />
            <circle className={styles.thumb} data-dial="thumb" r={THUMB_RADIUS} {...at(thumb, RADIUS.arc)} />
            <circle className={styles.eye} r={4.5} {...at(thumb, RADIUS.arc)} />
          </>
        )}
      </svg>
      {dialFigures(kind).map((figure) => {
        const { x, y } = placeOf(kind, figure, RADIUS.figures)
        return (
          <span
            key={figure}
            aria-hidden="true"
            className={styles.figure}
            data-beyond={figure < reach.from || figure > reach.to}
            style={{
              left: `${((x - box.x) / box.width) * 100}%`,
              top: `${((y - box.y) / box.height) * 100}%`,
            }}
          >
            {figure < 0 ? `−${-figure}` : figure}
          </span>
        )
      })}
    </div>
  )
}
