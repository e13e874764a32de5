import { lerp } from '../paint/geometry.ts'
import { between, doorBetween } from '../paint/glide.ts'
import { lightPosition, type RoomScene, type ShadeRoom } from './room-scene.ts'

/** After a drag the draft is animated too: the light moves from the dragged position to the position of the device. */
function shadeBetween(from: ShadeRoom, to: ShadeRoom, share: number): ShadeRoom {
  const reported = between(from.reported, to.reported, share)
  const tilt = lerp(from.tilt, to.tilt, share)
  if (to.draft !== null || from.draft === null || to.reported === null) return { ...to, reported, tilt }
  return { ...to, reported, tilt, draft: between(lightPosition(from), to.reported, share) }
}

/**
 * The scene at a share 0..1 of the change from one scene to another. Values that cannot be interpolated have their new value at
 * once.
 */
export function roomBetween(from: RoomScene, to: RoomScene, share: number): RoomScene {
  if (share >= 1 || from.freshness !== to.freshness) return to
  if (to.kind === 'light') {
    if (from.kind !== 'light' || from.channels.length !== to.channels.length) return to
    const channels = to.channels.map((level, index) => lerp(from.channels[index] ?? level, level, share))
    return { ...to, channels }
  }
  if (to.kind === 'home_door') {
    return from.kind === 'home_door' ? doorBetween(from, to, share) : to
  }
  if (from.kind === 'light' || from.kind === 'home_door' || from.kind !== to.kind) return to
  return shadeBetween(from, to, share)
}
