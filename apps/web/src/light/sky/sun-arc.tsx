import styles from './sun-arc.module.css'
import type { SunPath } from './time-of-day.ts'

const WIDTH = 220
const HEIGHT = 38
const HORIZON = 33
const RISE = 25
const MARGIN = 8
const TICKS = 12

const xAt = (share: number): number => MARGIN + share * (WIDTH - 2 * MARGIN)
const yAt = (share: number): number => HORIZON - Math.sin(Math.PI * share) * RISE

const ARC = Array.from({ length: 61 }, (_, step) => {
  const share = step / 60
  return `${step === 0 ? 'M' : 'L'}${xAt(share).toFixed(1)} ${yAt(share).toFixed(1)}`
}).join('')

const RULER = Array.from(
  { length: TICKS + 1 },
  (_, tick) => `M${xAt(tick / TICKS).toFixed(1)} ${HORIZON}v${tick % 6 === 0 ? 5 : 3}`,
).join('')

/** The arc of the sun as a dotted line with the sun at its current place. `label` describes it as text. */
export function SunArc(props: { path: Pick<SunPath, 'progress'>; label: string }) {
  const { progress } = props.path
  return (
    <div role="img" aria-label={props.label}>
      <svg className={styles.arc} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <path className={styles.horizon} d={`M0 ${HORIZON}H${WIDTH}${RULER}`} />
        <path className={styles.way} d={ARC} />
        {progress !== null && (
          <g>
            <path className={styles.plumb} d={`M${xAt(progress)} ${yAt(progress)}V${HORIZON}`} />
            <circle className={styles.sun} cx={xAt(progress)} cy={yAt(progress)} r="6" />
          </g>
        )}
      </svg>
    </div>
  )
}
