import type { InclinationType } from '@senca/contract'

const HUB = { x: 9, y: 16 }
const REACH = 13

/** The tips of the slat: upright, horizontal and hanging. */
const TIPS = {
  up: `${HUB.x} ${HUB.y - REACH}`,
  level: `${HUB.x + REACH} ${HUB.y}`,
  down: `${HUB.x} ${HUB.y + REACH}`,
}

const RANGES = {
  lower_90: { from: TIPS.level, to: TIPS.down },
  upper_90: { from: TIPS.up, to: TIPS.level },
  full_180: { from: TIPS.up, to: TIPS.down },
} as const satisfies Record<InclinationType, { from: string; to: string }>

const arc = (from: string, to: string): string => `M${from}A${REACH} ${REACH} 0 0 1 ${to}`

/** A picture of a slat from the side: the area between its two ends, within the area that any slat could cover. */
export function SlatRange({ type }: { type: InclinationType }) {
  const { from, to } = RANGES[type]
  const hub = `${HUB.x} ${HUB.y}`
  return (
    <svg
      width={32}
      height={32}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={arc(TIPS.up, TIPS.down)} strokeWidth="1" strokeDasharray="0.5 3.5" opacity={0.7} />
      <path d={`${arc(from, to)}L${hub}Z`} fill="currentColor" fillOpacity={0.16} stroke="none" />
      <path d={`M${hub}L${from}M${hub}L${to}`} />
      <circle cx={HUB.x} cy={HUB.y} r={1.4} fill="currentColor" stroke="none" />
    </svg>
  )
}
