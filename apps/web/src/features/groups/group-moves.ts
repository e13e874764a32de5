import { type DeviceInfo, type DeviceType, kindOf } from '@senca/contract'
import type { Commands, Lane } from '#features/device-model/commands/commands.ts'
import { supportedTarget } from '#features/device-model/commands/supported-target.ts'
import { mayCommand } from '#features/device-model/rights.ts'
import { channelsOf } from '#features/device-model/views/light-view.ts'

/** The target of a group; shares of 0..1. */
export type GroupMove = { position?: number; inclination?: number } | { brightness: number }

/** The target that opens (0) or closes (1) a group, along the axes of its device type. */
export function endOf({ devicetype }: { devicetype: DeviceType }, end: 0 | 1): GroupMove {
  const { axes } = kindOf(devicetype)
  return {
    ...(axes.includes('position') ? { position: end } : {}),
    ...(axes.includes('inclination') ? { inclination: end } : {}),
  }
}

const LAMPS = [
  { lightType: 'light_1', lane: 'setLight1', dim: 'dimLight1' },
  { lightType: 'light_2', lane: 'setLight2', dim: 'dimLight2' },
] as const

/** The parts of a member that a group moves. */
export function lanesOf(devicetype: DeviceType): readonly Lane[] {
  const { family } = kindOf(devicetype)
  if (family === 'shade') return ['move']
  return family === 'light' ? LAMPS.map(({ lane }) => lane) : []
}

/**
 * Sends a move to each member that the person may move. A lamp without a dimmer is on at any brightness above zero. One lamp after
 * the other: commands of different devices share a request.
 */
export function moveMembers(
  move: GroupMove,
  members: readonly DeviceInfo[],
  commands: Pick<Commands, 'move' | 'setLight'>,
): void {
  const movable = members.filter(mayCommand)
  if (!('brightness' in move)) {
    for (const member of movable) commands.move(member.id, supportedTarget(member, move))
    return
  }
  for (const { lightType, dim } of LAMPS) {
    for (const member of movable.filter((one) => channelsOf(one).some(({ type }) => type === lightType))) {
      const level = member.can.includes(dim) ? move.brightness : Math.ceil(move.brightness)
      commands.setLight(member.id, lightType, level)
    }
  }
}

/** The known brightness of each lamp that has a dimmer, or of each lamp if none has. */
export function levelsOf(members: readonly DeviceInfo[]): number[] {
  const lamps = members.flatMap((member) => {
    const dimmed = LAMPS.filter(({ dim }) => member.can.includes(dim)).map(({ lightType }) => lightType)
    return channelsOf(member).map(({ type, brightness }) => ({
      brightness,
      isDimmed: dimmed.some((one) => one === type),
    }))
  })
  const dimmed = lamps.filter(({ isDimmed }) => isDimmed)
  return (dimmed.length === 0 ? lamps : dimmed).flatMap(({ brightness }) => brightness ?? [])
}
