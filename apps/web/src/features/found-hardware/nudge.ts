import type { Entity } from '@senca/contract/discovery'

/** Whether it can move or switch for a moment to show which one it is. A lock never does, and what is in a device moves by its keys. */
export function canNudge({ kind, can, source, state, types, token }: Entity): boolean {
  if (token !== null || types.length === 0 || !state.available) return false
  if (kind === 'light' || kind === 'switch') return can.includes('on') && can.includes('off')
  if (kind !== 'cover') return false
  const isKnown = (share: number | null | undefined) => share != null && !state.assumed
  return (
    ((can.includes('stop') || source === 'shelly') && (can.includes('open') || can.includes('close'))) ||
    (can.includes('setPosition') && isKnown(state.position)) ||
    (can.includes('setTilt') && isKnown(state.inclination))
  )
}

/** From here on a cover cannot be seen to open, so that it closes a little: by a position, and by its keys. */
const CLOSES_BELOW = { position: 0.1, keys: 0.05 }

/** Which way it moves first, in the words of its protocol. The server moves it by the same rule. */
export function nudgeDirection({ can, source, state }: Entity): 'open' | 'close' {
  const isMovable = can.includes('open') || can.includes('close')
  const share = isMovable || can.includes('setPosition') ? state.position : state.inclination
  if (share == null) return 'open'
  const byPosition = source !== 'shelly' && !state.assumed && (can.includes('setPosition') || !isMovable)
  return share < (byPosition ? CLOSES_BELOW.position : CLOSES_BELOW.keys) ? 'close' : 'open'
}

/** The end at which the cover says it is; null if it does not say so. */
export function endOf({
  state: { closed, position, assumed },
}: Pick<Entity, 'state'>): 'open' | 'closed' | null {
  if (assumed) return null
  if (position == null) return closed == null ? null : closed ? 'closed' : 'open'
  return position <= CLOSES_BELOW.keys ? 'open' : position >= 1 - CLOSES_BELOW.keys ? 'closed' : null
}
