import { answerSchema, type NodeReport } from '@senca/matter/messages'
import * as z from 'zod/mini'
import type { MatterSpace } from '#features/discovery/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { MatterLink, MatterNotice } from './matter-link.ts'
import { createSpaceListeners } from './space-listeners.ts'

/** An instance that said nothing for so long controls nothing. */
const SILENT_MS = 12_000

const answeredSchema = z.pick(answerSchema, { error: true, detail: true })

interface FollowedAccountOptions {
  accountId: string
  link: Pick<MatterLink, 'ask' | 'follow'>
  clock: Pick<Clock, 'now' | 'after'>
  failed(error: unknown): void
}

/** The nodes of an account that another instance controls: it receives what they report, and asks that instance for what is done with them. */
export function createFollowedAccount({ accountId, link, clock, failed }: FollowedAccountOptions) {
  const reports = new Map<string, NodeReport>()
  const listeners = createSpaceListeners()
  const { emit, isConnected, setConnected } = listeners
  let known = { life: '', count: 0 }
  let receivedAt = clock.now().getTime()
  let markComplete = () => {}
  const complete = new Promise<void>((resolve) => {
    markComplete = resolve
  })

  const ask = () => link.follow(accountId, known)
  const isKnown = ({ life, count }: typeof known) => life === known.life && count === known.count
  const isNext = ({ life, count }: typeof known) => life === known.life && count === known.count + 1

  async function invoke(payload: string, begun: () => void): Promise<void> {
    const { call, ...invoke } = JSON.parse(payload)
    const answer = await link.ask(accountId, { do: 'invoke', invoke }, begun)
    emit('answer', { type: 'answer', account: accountId, call, ...answeredSchema.parse(answer) })
  }

  return {
    accountId,
    nodes: (): readonly NodeReport[] => [...reports.values()],
    isOnline: (node: string): boolean => isConnected() && reports.get(node)?.isOnline === true,
    /** Whether an instance that controls them has said something lately. */
    isPresent: (): boolean => clock.now().getTime() - receivedAt < SILENT_MS,
    /** Resolves when everything was received once, or nobody is there who could. */
    complete: (): Promise<void> =>
      Promise.race([complete, new Promise<void>((resolve) => clock.after(1_000, resolve))]),

    space: {
      ...listeners.space,
      accountId,
      isReporter: () => false,
      // Once it has begun, it is not known whether it is carried out until there is an answer.
      publish: (_node, payload) =>
        new Promise((resolve) => {
          invoke(payload, () => resolve(true)).catch(() => resolve(false))
        }),
      notifyBound: async () => {
        await link.ask(accountId, { do: 'rebind' }).catch(failed)
      },
    } satisfies MatterSpace,

    receive(notice: MatterNotice): void {
      receivedAt = clock.now().getTime()
      switch (notice.kind) {
        case 'node':
          if (isNext(notice)) known = { life: notice.life, count: notice.count }
          reports.set(notice.report.node, notice.report)
          emit(notice.report.node, notice.report)
          return
        case 'here': {
          for (const node of [...reports.keys()]) {
            if (notice.nodes.includes(node)) continue
            reports.delete(node)
            emit(node, { type: 'gone', node })
          }
          setConnected(notice.isConnected)
          if (!notice.isWhole && !isNext(notice) && !isKnown(notice)) {
            ask()
            return
          }
          known = { life: notice.life, count: notice.count }
          markComplete()
          return
        }
        case 'bound':
          void listeners.rebind().catch(failed)
          return
        case 'left':
          receivedAt = 0
          setConnected(false)
      }
    },

    /** Asks for what was not received, and notices when nobody is there. */
    check(): void {
      if (!this.isPresent()) setConnected(false)
      ask()
    },

    close: listeners.close,
  }
}

export type FollowedAccount = ReturnType<typeof createFollowedAccount>
