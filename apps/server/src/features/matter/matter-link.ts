import { randomUUID } from 'node:crypto'
import { errorCodeSchema } from '@senca/contract'
import { matterCommissionRequestSchema, matterRemoveRequestSchema } from '@senca/contract/matter'
import { invokeSchema, nodeReportSchema } from '@senca/matter/messages'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { EventBus } from '#platform/events/event-bus.ts'

const TOPIC = 'matter'
/** An instance that does not say within this time that it is there, is not asked at all. */
const READY_MS = 1_000
/** Longer than the instance that controls the node waits for it. */
const ANSWER_MS = 40_000

/** What is asked of the instance that controls the nodes of an account. */
const askSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('commission'), asked: matterCommissionRequestSchema }),
  z.object({ do: z.literal('commissioning'), id: z.string() }),
  z.object({ do: z.literal('remove'), asked: matterRemoveRequestSchema }),
  z.object({ do: z.literal('share'), node: z.string() }),
  z.object({ do: z.literal('rebind') }),
  z.object({ do: z.literal('invoke'), invoke: invokeSchema }),
])
export type MatterAsk = z.infer<typeof askSchema>

/** Where the reports of an account are: `life` is the time in which one instance has controlled it. */
const place = { life: z.string(), count: z.int() }

/** What the instance that controls the nodes of an account publishes to the others. */
const noticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('node'), ...place, report: nodeReportSchema }),
  /** It is there, and these are all nodes. `isWhole` after the reports of all of them. */
  z.object({
    kind: z.literal('here'),
    ...place,
    isConnected: z.boolean(),
    nodes: z.array(z.string()),
    isWhole: z.boolean(),
  }),
  /** Other entities are in devices than before. */
  z.object({ kind: z.literal('bound') }),
  /** It controls them no more. */
  z.object({ kind: z.literal('left') }),
])
export type MatterNotice = z.infer<typeof noticeSchema>

const failureSchema = z.object({
  code: errorCodeSchema,
  key: z.optional(z.string()),
  detail: z.optional(z.string()),
  retryAfterSeconds: z.optional(z.number()),
})

const of = { from: z.string(), accountId: z.string() }
const messageSchema = z.discriminatedUnion('phase', [
  z.object({ ...of, phase: z.literal('asked'), id: z.string(), ask: askSchema }),
  z.object({ ...of, phase: z.literal('ready'), id: z.string() }),
  z.object({ ...of, phase: z.literal('go'), id: z.string() }),
  z.object({ ...of, phase: z.literal('answered'), id: z.string(), answer: z.optional(z.unknown()) }),
  z.object({ ...of, phase: z.literal('failed'), id: z.string(), error: failureSchema }),
  /** Another instance knows the reports up to here. */
  z.object({ ...of, phase: z.literal('follows'), ...place }),
  z.object({ ...of, phase: z.literal('notice'), notice: noticeSchema }),
])
type LinkMessage = z.infer<typeof messageSchema>

interface LinkHandlers {
  /** Whether this instance controls the nodes of an account and can be asked something. */
  isReady(accountId: string, ask: MatterAsk): boolean
  answer(accountId: string, ask: MatterAsk): Promise<unknown>
  follows(accountId: string, place: { life: string; count: number }): void
  notified(accountId: string, notice: MatterNotice): void
}

interface MatterLinkOptions {
  bus: EventBus
  clock: Pick<Clock, 'after'>
  failed(error: unknown): void
}

interface Asked {
  ready(): void
  answered(answer: unknown): void
  failed(error: ApiError): void
}

function failureOf(error: unknown): z.infer<typeof failureSchema> {
  if (!(error instanceof ApiError)) return { code: 'internal_error' }
  const { code, key, detail, retryAfterSeconds } = error
  return {
    code,
    ...(key === undefined ? {} : { key }),
    ...(detail === undefined ? {} : { detail }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
}

/**
 * What the instances of a server say to each other about Matter, over the event bus. A call is sent once, after the other instance has said
 * that it is there: it is certain that nobody carries out what has failed before that, and nothing is carried out twice.
 */
export function createMatterLink({ bus, clock, failed }: MatterLinkOptions) {
  const from = randomUUID()
  const waiting = new Map<string, Asked>()
  /** Calls of other instances that are not to begin yet. */
  const offered = new Map<string, { ask: MatterAsk; forget(): void }>()
  let handlers: LinkHandlers | null = null
  let unsubscribe = () => {}

  type Sent = LinkMessage extends infer M
    ? M extends LinkMessage
      ? Omit<M, 'from' | 'accountId'>
      : never
    : never
  const send = (accountId: string, message: Sent) => bus.publish(TOPIC, { from, accountId, ...message })

  function offer(accountId: string, id: string, ask: MatterAsk): void {
    if (handlers?.isReady(accountId, ask) !== true) return
    const cancel = clock.after(2 * READY_MS, () => offered.delete(id))
    const forget = () => {
      cancel()
      offered.delete(id)
    }
    offered.set(id, { ask, forget })
    send(accountId, { phase: 'ready', id })
  }

  async function begin(accountId: string, id: string): Promise<void> {
    const found = offered.get(id)
    if (found === undefined || handlers === null) return
    found.forget()
    try {
      send(accountId, { phase: 'answered', id, answer: await handlers.answer(accountId, found.ask) })
    } catch (error) {
      if (!(error instanceof ApiError)) failed(error)
      send(accountId, { phase: 'failed', id, error: failureOf(error) })
    }
  }

  function received(payload: unknown): void {
    const { data: message } = messageSchema.safeParse(payload)
    if (message === undefined || message.from === from) return
    const { accountId } = message
    switch (message.phase) {
      case 'asked':
        offer(accountId, message.id, message.ask)
        return
      case 'ready':
        waiting.get(message.id)?.ready()
        return
      case 'go':
        void begin(accountId, message.id)
        return
      case 'answered':
        waiting.get(message.id)?.answered(message.answer)
        return
      case 'failed': {
        const { code, ...more } = message.error
        waiting.get(message.id)?.failed(new ApiError(code, toOptions(more)))
        return
      }
      case 'follows':
        handlers?.follows(accountId, message)
        return
      case 'notice':
        handlers?.notified(accountId, message.notice)
    }
  }

  return {
    start(by: LinkHandlers): Promise<void> {
      handlers = by
      unsubscribe = bus.subscribe(TOPIC, received)
      return bus.settled()
    },
    stop(): void {
      handlers = null
      unsubscribe()
      for (const { forget } of [...offered.values()]) forget()
      for (const asked of [...waiting.values()]) asked.failed(new ApiError('internal_error'))
    },
    notify: (accountId: string, notice: MatterNotice): void => send(accountId, { phase: 'notice', notice }),
    follow: (accountId: string, known: { life: string; count: number }): void =>
      send(accountId, { phase: 'follows', ...known }),

    /**
     * Asks the instance that controls the nodes of an account. Rejects with `device_unreachable` if none is there; `begun` is called when one
     * carries it out, and then it rejects with the error of that one, or `device_request_timeout`.
     */
    ask(accountId: string, ask: MatterAsk, begun: () => void = () => {}): Promise<unknown> {
      const id = randomUUID()
      return new Promise((resolve, reject) => {
        const end = () => {
          cancel()
          waiting.delete(id)
        }
        const refuse = (error: ApiError) => {
          end()
          reject(error)
        }
        let cancel = clock.after(READY_MS, () =>
          refuse(new ApiError('device_unreachable', { detail: 'other_instance' })),
        )
        let hasBegun = false
        waiting.set(id, {
          ready() {
            if (hasBegun) return
            hasBegun = true
            cancel()
            cancel = clock.after(ANSWER_MS, () => refuse(new ApiError('device_request_timeout')))
            begun()
            send(accountId, { phase: 'go', id })
          },
          answered(answer) {
            end()
            resolve(answer)
          },
          failed: refuse,
        })
        send(accountId, { phase: 'asked', id, ask })
      })
    },
  }
}

/** Absent where it is undefined. */
const toOptions = ({ key, detail, retryAfterSeconds }: Omit<z.infer<typeof failureSchema>, 'code'>) => ({
  ...(key === undefined ? {} : { key }),
  ...(detail === undefined ? {} : { detail }),
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
})

export type MatterLink = ReturnType<typeof createMatterLink>
