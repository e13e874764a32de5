import { wholePercent } from '@senca/contract'
import styles from './ruler.module.css'

/** Numbers that are closer than this, in CSS pixels, would overlap. */
const CLEAR = 15
const TICKS = Array.from({ length: 21 }, (_, index) => index)
const LABELS = [0, 0.5, 1]

const lengthOf = (tick: number): number => (tick % 10 === 0 ? 12 : tick % 2 === 0 ? 8 : 4)

/**
 * A ruler beside the window, `height` CSS pixels long. ▶ marks the reported value (with ≈ if it is assumed), ○ the target, with a
 * dotted line of `reach` pixels into the room. Shares are 0..1, null for none.
 */
export function Ruler(props: {
  height: number
  reach: number
  reported: number | null
  isAssumed: boolean
  target: number | null
}) {
  const { height, reach, reported } = props
  const target = props.target === reported ? null : props.target
  const marks = [reported, target].filter((mark) => mark !== null)
  const isClear = (label: number): boolean => marks.every((mark) => Math.abs(mark - label) * height >= CLEAR)
  const collide = reported !== null && target !== null && Math.abs(reported - target) * height < CLEAR
  return (
    <svg className={styles.ruler} width="64" height={height} viewBox={`0 0 64 ${height}`} aria-hidden="true">
      <path className={styles.line} d={`M0.5 0V${height}`} />
      {TICKS.map((tick) => (
        <path
          key={tick}
          className={tick % 2 === 0 ? styles.line : styles.fine}
          d={`M0 ${(tick / 20) * height}h${lengthOf(tick)}`}
        />
      ))}
      {LABELS.filter(isClear).map((label) => (
        <text key={label} className={styles.label} x="20" y={label * height + 4}>
          {wholePercent(label)}
        </text>
      ))}
      {target !== null && (
        <g transform={`translate(0 ${target * height})`}>
          <path className={styles.way} d={`M${-reach} 0H-8`} />
          <circle className={styles.target} r="6" />
          {!collide && (
            <text className={styles.label} x="20" y="4">
              {wholePercent(target)}
            </text>
          )}
        </g>
      )}
      {reported !== null && (
        <g transform={`translate(0 ${reported * height})`}>
          <path className={styles.reported} d="M-2 0l-9-5.5v11z" />
          <text className={styles.now} x="20" y="4">
            {`${props.isAssumed ? '≈ ' : ''}${wholePercent(reported)}`}
          </text>
        </g>
      )}
    </svg>
  )
}
