import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { startOnLoopback } from './loopback-server.ts'

const bodySchema = z.looseObject({
  type: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
})

export interface ReceivedHook {
  path: string
  id: string
  headers: IncomingMessage['headers']
  raw: string
  body: z.infer<typeof bodySchema>
}

/** Answers a request; by default with 200. */
export type AnswerHook = (hook: ReceivedHook, response: ServerResponse) => void

/** A receiver of webhooks on a free port of this machine. */
export async function startWebhookReceiver() {
  const received: ReceivedHook[] = []
  /** How many requests are being answered now, and the most at once, by path. */
  const atOnce = new Map<string, { now: number; most: number }>()
  let answer: AnswerHook = (_hook, response) => void response.end()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const count = atOnce.get(path) ?? { now: 0, most: 0 }
    atOnce.set(path, count)
    count.now += 1
    count.most = Math.max(count.most, count.now)
    response.on('close', () => {
      count.now -= 1
    })
    void text(request).then((raw) => {
      const hook = {
        path,
        id: String(request.headers['webhook-id']),
        headers: request.headers,
        raw,
        body: bodySchema.parse(JSON.parse(raw)),
      }
      received.push(hook)
      answer(hook, response)
    })
  })
  const { url, close } = await startOnLoopback(server)
  return {
    url,
    close,
    received,
    mostAtOnce: (path: string): number => atOnce.get(path)?.most ?? 0,
    nowAtOnce: (): number => [...atOnce.values()].reduce((sum, { now }) => sum + now, 0),
    /** What was received of a type. */
    of: (type: string): ReceivedHook[] => received.filter(({ body }) => body.type === type),
    answerWith(status: number, headers: Record<string, string> = {}) {
      answer = (_hook, response) => void response.writeHead(status, headers).end()
    },
    answerBy(next: AnswerHook) {
      answer = next
    },
  }
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>
