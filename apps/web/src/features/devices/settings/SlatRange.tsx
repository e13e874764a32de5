import type { InclinationType } from '@senca/contract'

const HUB = { x: 8, y: 14 }
const REACH = 12

/** From the upright to the hanging slat, past the level one. */
const ENDS = {
  up: `${HUB.x} ${HUB.y - REACH}`,
  level: `${HUB.x + REACH} ${HUB.y}`,
  down: `${HUB.x} ${HUB.y + REACH}`,
}

const RANGES = {
  lower_90: { from: ENDS.level, to: ENDS.down },
  upper_90: { from: ENDS.up, to: ENDS.level },
  full_180: { from: ENDS.up, to: ENDS.down },
} as const satisfies Record<InclinationType, { from: string; to: string }>

/** What a slat sweeps over between its two ends, seen from its side. */
export function SlatRange({ type }: { type: InclinationType }) {
  const { from, to } = RANGES[type]
  const hub = `${HUB.x} ${HUB.y}`
  return (
    <svg
      width={28}
      height={28}
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path
        d={`M${hub}L${from}A${REACH} ${REACH} 0 0 1 ${to}Z`}
        fill="currentColor"
        fillOpacity={0.14}
        stroke="none"
      />
      <path d={`M${hub}L${from}M${hub}L${to}`} />
      <path d={`M${from}A${REACH} ${REACH} 0 0 1 ${to}`} strokeDasharray="1.5 3" />
    </svg>
  )
}
