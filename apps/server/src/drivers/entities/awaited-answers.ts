import { type ErrorCode, LIMITS } from '@senca/contract'
import type { Clock } from '#platform/clock.ts'
import { DriverError, type ExecuteOptions } from '../driver.ts'
import type { Entity } from './entity.ts'
import { type EntityStep, isAtGoal } from './part-commands.ts'

interface Awaited {
  step: EntityStep | null
  /** The number by which the hardware answers; null if it answers nothing. */
  command: number | null
  settle(error: ErrorCode | null, detail?: string): void
}

interface AwaitedAnswersOptions {
  clock: Pick<Clock, 'after'>
  /** The endpoint, for messages. */
  address: string
}

/** What confirms the commands of an entity: an answer of its hardware, or a report. */
export function createAwaitedAnswers({ clock, address }: AwaitedAnswersOptions) {
  let awaited: Awaited[] = []
  const forget = (one: Awaited): void => {
    awaited = awaited.filter((other) => other !== one)
  }

  return {
    /** The hardware has answered a command. */
    answered(command: number, error: ErrorCode | null, detail: string | undefined): void {
      for (const one of awaited) if (one.command === command) one.settle(error, detail)
    },
    /** Nothing is answered any more. */
    fail(error: ErrorCode, detail?: string): void {
      for (const { settle } of [...awaited]) settle(error, detail)
    },

    /** Waits for the answer to a command. `promise` rejects with a DriverError, and never settles after `end`. */
    forAnswer(command: number) {
      let end = () => {}
      const promise = new Promise<void>((resolve, reject) => {
        const one: Awaited = {
          step: null,
          command,
          settle: (error, detail = 'the hardware refuses') => {
            end()
            if (error === null) resolve()
            else reject(new DriverError(error, detail))
          },
        }
        const cancelTimer = clock.after(LIMITS.COMMAND_ACK_MS, () =>
          one.settle('device_request_timeout', `${address} does not answer`),
        )
        end = () => {
          cancelTimer()
          forget(one)
        }
        awaited.push(one)
      })
      return { promise, end: () => end() }
    },

    /** Waits for a report that confirms a command; what a live report confirms is the newest command alone. Null if none does. */
    forEvidence(
      step: EntityStep | undefined,
      { confirmation }: Pick<Entity, 'confirmation'>,
      acknowledged: ExecuteOptions['acknowledged'],
    ) {
      if (confirmation !== 'reported' || step === undefined) return null
      awaited = awaited.filter(({ command }) => command !== null)
      let isSent = false
      let hasEvidence = false
      const one: Awaited = {
        step,
        command: null,
        settle: (error) => {
          forget(one)
          hasEvidence = error === null
          if (isSent && hasEvidence) acknowledged?.()
        },
      }
      awaited.push(one)
      return {
        sent() {
          isSent = true
          // Not before `execute` has returned.
          if (hasEvidence) setImmediate(() => acknowledged?.())
        },
        end: () => forget(one),
      }
    },

    /**
     * A live message that changes the entity, or says what a command asked for, is evidence of it [HW39]. Returns whether it is evidence
     * of any.
     */
    confirm(state: Entity['state'] | undefined, hasChanged: boolean): boolean {
      if (state === undefined) return false
      const confirmed = awaited.filter(({ step }) => step !== null && (hasChanged || isAtGoal(state, step)))
      for (const { settle } of confirmed) settle(null)
      return confirmed.length > 0
    },
  }
}
