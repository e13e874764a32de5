import { type DeviceCommand, type DeviceType, kindOf } from '@senca/contract'

type Command = DeviceCommand | { command: 'abort' }

const isEnd = (place: number | undefined): place is number => place === 0 || place === 100

/** The two ends that a move names for a shade that has only one axis; null for any other command. */
function endsOf(command: Command, type: DeviceType): { position: number; inclination: number } | null {
  if (command.command !== 'move' || kindOf(type).axes.length !== 1) return null
  const { position, inclination } = command
  return isEnd(position) && isEnd(inclination) ? { position, inclination } : null
}

/** Open and close name both axes, for every shade: without the one that the kind lacks. */
export function withoutForeignAxis(command: Command, type: DeviceType): Command {
  const ends = endsOf(command, type)
  if (ends === null || ends.position !== ends.inclination) return command
  const { position, inclination } = ends
  return kindOf(type).mainAxis === 'inclination'
    ? { command: 'move', inclination }
    : { command: 'move', position }
}

/** Whether a move is to open one axis and to close the other of a shade that has only one. */
export function isContradictory(command: Command, type: DeviceType): boolean {
  const ends = endsOf(command, type)
  return ends !== null && ends.position !== ends.inclination
}
