import styles from './sun-arc.module.css'
import type { SunPath } from './time-of-day.ts'

const WIDTH = 460
const HEIGHT = 71
const HORIZON = 62
const RISE = 52
const MARGIN = 8
const TICKS = 18

const xAt = (share: number): number => MARGIN + share * (WIDTH - 2 * MARGIN)
const yAt = (share: number): number => HORIZON - Math.sin(Math.PI * share) * RISE

const ARC = Array.from({ length: 61 }, (_, step) => {
  const share = step / 60
  return `${step === 0 ? 'M' : 'L'}${xAt(share).toFixed(1)} ${yAt(share).toFixed(1)}`
}).join('')

const RULER = Array.from(
  { length: TICKS + 1 },
  (_, tick) => `M${xAt(tick / TICKS).toFixed(1)} ${HORIZON}v${tick % 6 === 0 ? 8 : 4}`,
).join('')

/**
 * The arc of the sun as a dotted line with the sun at its current place. `label` describes it as text; the caller formats the
 * times.
 */
export function SunArc(props: {
  path: Pick<SunPath, 'progress'>
  label: string
  sunrise: string | null
  sunset: string | null
}) {
  const { progress } = props.path
  return (
    <div className={styles.root} role="img" aria-label={props.label}>
      <svg className={styles.arc} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <path className={styles.horizon} d={`M0 ${HORIZON}H${WIDTH}${RULER}`} />
        <path className={styles.way} d={ARC} />
        {progress !== null && (
          <g>
            <path className={styles.plumb} d={`M${xAt(progress)} ${yAt(progress)}V${HORIZON}`} />
            <circle className={styles.sun} cx={xAt(progress)} cy={yAt(progress)} r="7" />
          </g>
        )}
      </svg>
      <div className={styles.times}>
        <span>{props.sunrise}</span>
        <span>{props.sunset}</span>
      </div>
    </div>
  )
}
