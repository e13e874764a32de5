import type { DeviceCommandMessage } from '@senca/contract'
import type { Clock } from '../clock.ts'
import { type ReadCommand, readCommand } from './command-reading.ts'
import type { FaultBox } from './faults.ts'
import { createServerTime } from './server-time.ts'

/** The number of command ids that are remembered to drop repeated commands. It covers more than the lifetime of a command. */
const REMEMBERED_IDS = 64

export type Command = DeviceCommandMessage['command']
type ReadableCommand = Extract<ReadCommand, { kind: 'command' }>

interface DeskOptions {
  clock: Clock
  faults: FaultBox
  /** Executes a command without publishing reports. Returns the error that refuses it, or null. */
  execute(command: Command): string | null
  result(id: string, error: string | null, command?: Command): void
  /** Called after a command was accepted and its result was sent. `isTime`: the command only set the time. */
  accepted(command: Command, isTime: boolean): void
  /** Called if the known server time may be wrong and should be requested again. */
  timeDoubted(): void
}

/** Receives commands: drops expired, repeated and withdrawn ones, answers the others, and simulates faults on request. */
export interface CommandDesk {
  receive(text: string): void
  /** Called when the device subscribes. The first `settings` command without settings then contains the server time [DP30]. */
  subscribed(): void
  /** Called after a restart; forgets all command ids. */
  reset(): void
  /** The server time as far as it is known, in milliseconds since 1970. */
  nowMs(): number
}

export function createCommandDesk(options: DeskOptions): CommandDesk {
  const { clock, faults, execute, result, accepted, timeDoubted } = options
  const time = createServerTime(clock)
  const carriedOut = new Set<string>()
  const withdrawn = new Set<string>()
  /** Command id → function that cancels a command that the `late_answer` fault has delayed. */
  const lateById = new Map<string, () => void>()

  const isKnown = (id: string): boolean => carriedOut.has(id) || withdrawn.has(id) || lateById.has(id)

  const withdraw = (id: string): null => {
    keep(withdrawn, id)
    lateById.get(id)?.()
    lateById.delete(id)
    return null
  }

  const carryOut = (id: string, command: Command, answer: (error: string | null) => void): void => {
    const isWithdrawal = command.command === 'withdraw'
    const refusal = isWithdrawal ? undefined : faults.take('refuse')
    const error = refusal?.error ?? (isWithdrawal ? withdraw(command.withdraws) : execute(command))
    answer(error)
    if (error !== null) return
    keep(carriedOut, id)
    accepted(command, false)
  }

  /** Reads the server time from a command. Returns true if the command only set the time. */
  const checkTime = ({ id, command, sentAtMs }: ReadableCommand): boolean => {
    const isSettings = command.command === 'settings' && Object.keys(command.settings).length === 0
    const isAnswer = isSettings && sentAtMs !== null && time.isAwaited()
    if (isAnswer) time.learnAnswer(sentAtMs)
    else if (sentAtMs !== null) time.learn(sentAtMs)
    if (!isAnswer) return false
    result(id, null)
    accepted(command, true)
    return true
  }

  const accept = (text: string, canBeLate: boolean): void => {
    const read = readCommand(text)
    if (read.kind === 'unreadable') return
    if (read.kind === 'refused') {
      result(read.id, read.error)
      return
    }
    const { id, command } = read
    if (isKnown(id) || checkTime(read)) return
    if (time.nowMs() > read.expiresAtMs) {
      if (!time.isAwaited()) timeDoubted()
      return
    }
    const silent = faults.take('no_answer')
    if (silent !== undefined && silent.obeys !== true) return
    const slow = canBeLate && command.command !== 'withdraw' ? faults.take('late_answer') : undefined
    if (slow !== undefined && slow.obeys !== true) {
      const begin = (): void => {
        lateById.delete(id)
        accept(text, false)
      }
      lateById.set(id, clock.after(slow.ms, begin))
      return
    }
    carryOut(id, command, (error) => {
      if (silent !== undefined) return
      if (slow === undefined) result(id, error, command)
      else clock.after(slow.ms, () => result(id, error, command))
    })
  }

  return {
    receive: (text) => accept(text, true),
    subscribed: time.asked,
    nowMs: time.nowMs,
    reset() {
      carriedOut.clear()
      withdrawn.clear()
      lateById.clear()
    },
  }
}

function keep(ids: Set<string>, added: string): void {
  ids.add(added)
  const [oldest] = ids
  if (ids.size > REMEMBERED_IDS && oldest !== undefined) ids.delete(oldest)
}
