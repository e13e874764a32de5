import { randomBytes } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { EntityPublish } from '../entities/entity-model.ts'
import type { RpcAnswer, RpcRequest } from './shelly-rpc.ts'

const ANSWER_WITHIN_MS = 10_000
const MAX_CALLS = 1_000

interface WaitingCall {
  prefix: string
  method: string
  answered(answer: RpcAnswer): void
  endWaiting(): void
}

/** Calls to devices, whose answers arrive on a topic that nobody else can guess. */
export function createShellyCalls(
  clock: Pick<Clock, 'after'>,
  source = `senca-${randomBytes(16).toString('hex')}`,
) {
  const waiting = new Map<number, WaitingCall>()
  let last = 0

  return {
    answerTopic: `${source}/rpc`,
    /** The message of a call, null if too many wait for an answer. */
    make(prefix: string, request: RpcRequest, answered: (answer: RpcAnswer) => void) {
      if (waiting.size >= MAX_CALLS) return null
      const id = ++last
      const endWaiting = clock.after(ANSWER_WITHIN_MS, () => waiting.delete(id))
      waiting.set(id, { prefix, method: request.method, answered, endWaiting })
      const message: EntityPublish = {
        topic: `${prefix}/rpc`,
        payload: JSON.stringify({ id, src: source, ...request }),
        qos: 1,
      }
      return { id, message }
    },
    isWaiting: (prefix: string, methods: readonly string[]): boolean =>
      [...waiting.values()].some((call) => call.prefix === prefix && methods.includes(call.method)),
    answered(answer: RpcAnswer): void {
      const call = waiting.get(answer.id)
      if (call === undefined) return
      waiting.delete(answer.id)
      call.endWaiting()
      call.answered(answer)
    },
    stop(): void {
      for (const { endWaiting } of waiting.values()) endWaiting()
      waiting.clear()
    },
  }
}
