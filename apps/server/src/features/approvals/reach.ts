import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Realtime } from '#features/realtime/index.ts'
import type { Guarded } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createTopic } from '#platform/postgres/announcements.ts'
import type { Database } from '#platform/postgres/database.ts'

/** Other instances answer within this time if somebody whom they reach may unlock the door. */
const ANSWERED_MS = 500

const door = { deviceId: z.string(), ownerId: z.string() }

/** Doors for which it changed who is asked, with the time until which pages may show it. */
export const approvalEvents = createTopic('approvals', z.object({ ...door, until: z.number() }))

/** Whether somebody can be asked, and the answer of an instance that reaches somebody. */
const questionSchema = z.object({ ...door, question: z.string(), isAnswer: z.boolean() })
const reachEvents = createTopic('approval-reach', questionSchema)

interface ReachOptions {
  database: Pick<Database, 'db' | 'follow'>
  realtime: Pick<Realtime, 'commandersOf'>
  clock: Pick<Clock, 'after'>
  failed(error: unknown): void
}

/** Knows whether anybody who may unlock a door can be asked now. */
export function createReach({ database, realtime, clock, failed }: ReachOptions) {
  const answeredByQuestion = new Map<string, () => void>()
  let unfollow = () => {}

  /** The ways to people that this instance knows. A phone with push notifications joins the open pages here. */
  const isReachedHere = (device: Guarded): boolean => realtime.commandersOf(device).length > 0

  const received = ({ question, isAnswer, deviceId, ownerId }: z.infer<typeof questionSchema>) => {
    if (isAnswer) return answeredByQuestion.get(question)?.()
    if (answeredByQuestion.has(question) || !isReachedHere({ id: deviceId, ownerId })) return
    reachEvents.announce(database.db, [{ question, isAnswer: true, deviceId, ownerId }]).catch(failed)
  }

  return {
    async isReachable({ id: deviceId, ownerId }: { id: string; ownerId: string }): Promise<boolean> {
      if (isReachedHere({ id: deviceId, ownerId })) return true
      const question = randomUUID()
      try {
        return await new Promise<boolean>((resolve, reject) => {
          const cancel = clock.after(ANSWERED_MS, () => resolve(false))
          answeredByQuestion.set(question, () => {
            cancel()
            resolve(true)
          })
          reachEvents.announce(database.db, [{ question, isAnswer: false, deviceId, ownerId }]).catch(reject)
        })
      } finally {
        answeredByQuestion.delete(question)
      }
    },
    async start() {
      unfollow = await reachEvents.follow(database, (items) => items.forEach(received))
    },
    stop: () => unfollow(),
  }
}

export type Reach = ReturnType<typeof createReach>
