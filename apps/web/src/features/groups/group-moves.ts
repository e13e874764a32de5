import { type CommandResult, type DeviceInfo, kindOf } from '@senca/contract'
import type { Group } from '@senca/contract/automation'
import { mayCommand } from '#features/device-model/rights.ts'
import { channelsOf } from '#features/device-model/views/light-view.ts'

/** The target of a group; shares of 0..1. */
export type GroupMove = { position?: number; inclination?: number } | { brightness: number }

/** A command in the form of the API; axes are 0..100. */
export type GroupCommand =
  | { command: 'move'; position?: number; inclination?: number }
  | { command: 'light_apply'; lightType: 'light_1' | 'light_2'; brightness: number }

/** A command and the ids of its devices; `ids` is null for the whole group. */
export interface GroupPart {
  command: GroupCommand
  ids: readonly string[] | null
}

/** A member for which a command failed; `command` is null for a stop. */
export interface Failure {
  deviceId: string
  command: GroupCommand | null
  error: string
  description: string
}

/** The target that opens (0) or closes (1) a group, along the axes of its device type. */
export function endOf({ devicetype }: Pick<Group, 'devicetype'>, end: 0 | 1): GroupMove {
  const { axes } = kindOf(devicetype)
  return {
    ...(axes.includes('position') ? { position: end } : {}),
    ...(axes.includes('inclination') ? { inclination: end } : {}),
  }
}

const percentOf = (share: number): number => Math.round(share * 100)

const wholeOr = (members: readonly DeviceInfo[], some: readonly DeviceInfo[]): string[] | null =>
  some.length === members.length ? null : some.map(({ id }) => id)

const LAMPS = [
  { lightType: 'light_1', dim: 'dimLight1' },
  { lightType: 'light_2', dim: 'dimLight2' },
] as const

/**
 * The commands of a move, for the members that the person may move. A command for a lamp is only sent to lights that have it; one
 * without a dimmer is on at any brightness above zero.
 */
export function partsOf(move: GroupMove, members: readonly DeviceInfo[]): GroupPart[] {
  if (!('brightness' in move)) {
    const { position, inclination } = move
    const command: GroupCommand = {
      command: 'move',
      ...(position === undefined ? {} : { position: percentOf(position) }),
      ...(inclination === undefined ? {} : { inclination: percentOf(inclination) }),
    }
    return [{ command, ids: wholeOr(members, members.filter(mayCommand)) }]
  }
  return LAMPS.flatMap(({ lightType, dim }) => {
    const own = members.filter(
      (member) => mayCommand(member) && channelsOf(member).some(({ type }) => type === lightType),
    )
    const levelOf = ({ can }: DeviceInfo) =>
      can.includes(dim) ? move.brightness : Math.ceil(move.brightness)
    return [...new Set(own.map(levelOf))].map((brightness): GroupPart => {
      const some = own.filter((member) => levelOf(member) === brightness)
      return { command: { command: 'light_apply', lightType, brightness }, ids: wholeOr(members, some) }
    })
  })
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

export const failuresOf = (results: readonly CommandResult[], command: GroupCommand | null): Failure[] =>
  results.flatMap((result) =>
    result.status === 'success'
      ? []
      : result.device_ids.map((deviceId) => ({
          deviceId,
          command,
          error: result.error,
          description: result.error_description,
        })),
  )

/** The same commands again, only for the devices for which they failed. */
export function retryOf(failures: readonly Failure[]): GroupPart[] {
  const idsByCommand = new Map<GroupCommand, string[]>()
  for (const { command, deviceId } of failures) {
    if (command !== null) idsByCommand.set(command, [...(idsByCommand.get(command) ?? []), deviceId])
  }
  return [...idsByCommand].map(([command, ids]) => ({ command, ids }))
}
