import type { Entity, EntityAction } from '#drivers/hardware.ts'

export interface Step {
  action: EntityAction
  value?: unknown
}

/** A movement or a switch for a moment. `back` is sent after `afterMs`; null if the hardware ends it by itself. */
export interface Nudge {
  first: Step
  back: Step | null
  afterMs: number
}

const MOVE_MS = 1_500
const SWITCH_MS = 1_000
const SHARE = 0.1
/** A cover within this share of its open end cannot be seen to open. */
const NEARLY_OPEN = 0.05

/** What shows a person which hardware an entity is; null if that cannot be done with it. */
export function nudgeOf(entity: Entity): Nudge | null {
  const { kind, limitations } = entity
  if (limitations.some(({ code }) => code === 'kind_not_supported')) return null
  if (kind === 'cover') return nudgeOfCover(entity)
  return kind === 'light' || kind === 'switch' ? nudgeOfSwitch(entity) : null
}

/** It opens if it can, because a person is asked whether it did. */
function nudgeOfCover({ can, source, state }: Entity): Nudge | null {
  if (state.kind !== 'cover') return null
  const { position, inclination, assumed } = state
  const known = (share: number | null) => (share === null || assumed ? null : share)
  const isOpen = (share: number | null) => share !== null && share < NEARLY_OPEN
  const direction = isOpen(position) ? 'close' : 'open'
  const moved = (action: EntityAction, share: number): Nudge => ({
    first: { action, value: share < SHARE ? share + SHARE : share - SHARE },
    back: { action, value: share },
    afterMs: MOVE_MS,
  })
  const [lift, tilt] = [known(position), known(inclination)]
  if (source === 'shelly' && can.includes(direction))
    return { first: { action: direction, value: MOVE_MS / 1_000 }, back: null, afterMs: 0 }
  // A small distance also ends if this server does.
  if (can.includes('setPosition') && lift !== null) return moved('setPosition', lift)
  if (can.includes('stop') && can.includes(direction))
    return { first: { action: direction }, back: { action: 'stop' }, afterMs: MOVE_MS }
  if (can.includes('setTilt') && tilt !== null) return moved('setTilt', tilt)
  return null
}

function nudgeOfSwitch({ can, source, kind, state }: Entity): Nudge | null {
  if (!('on' in state) || !can.includes('on') || !can.includes('off')) return null
  if (state.on === true) return { first: { action: 'off' }, back: { action: 'on' }, afterMs: SWITCH_MS }
  if (source === 'shelly' && kind === 'switch')
    return { first: { action: 'on', value: SWITCH_MS / 1_000 }, back: null, afterMs: 0 }
  return { first: { action: 'on' }, back: { action: 'off' }, afterMs: SWITCH_MS }
}
