import { createECDH, type ECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { decrypt } from 'http_ece'
import * as z from 'zod/mini'
import { startOnLoopback } from './loopback-server.ts'

/** A message as a browser decrypts it. */
const messageSchema = z.object({
  web_push: z.number(),
  mutable: z.boolean(),
  app_badge: z.number(),
  notification: z.object({
    title: z.string(),
    body: z.string(),
    lang: z.string(),
    dir: z.string(),
    silent: z.boolean(),
    tag: z.string(),
    navigate: z.string(),
    mutable: z.boolean(),
    app_badge: z.number(),
    actions: z.array(z.object({ action: z.string(), title: z.string(), navigate: z.string() })),
    data: z.object({
      v: z.number(),
      id: z.nullable(z.string()),
      receipt: z.string(),
      account: z.string(),
      level: z.string(),
      at: z.string(),
      end: z.optional(z.boolean()),
    }),
  }),
})
export type PushMessage = z.infer<typeof messageSchema>

export interface ReceivedPush {
  /** The phone that it is for. */
  phone: string
  headers: IncomingHttpHeaders
  /** The decrypted text, with the spaces at its end. */
  text: string
  message: PushMessage
}

type Answer = (response: ServerResponse) => void

const statusOf =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end()
  }

/** A push service on this machine. Phones subscribe at it with keys of their own, by which it decrypts what they are sent. */
export async function createPushServiceDouble() {
  const phones = new Map<string, { keys: ECDH; auth: string }>()
  const received: ReceivedPush[] = []
  const answers = new Map<string, Answer[]>()
  let usual = statusOf(201)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const phone = request.url?.slice(1) ?? ''
      const known = phones.get(phone)
      if (known === undefined) return statusOf(410)(response)
      const text = decrypt(Buffer.concat(chunks), {
        version: 'aes128gcm',
        privateKey: known.keys,
        authSecret: known.auth,
      }).toString('utf8')
      const message = messageSchema.parse(JSON.parse(text))
      received.push({ phone, headers: request.headers, text, message })
      const answer = answers.get(phone)?.shift() ?? usual
      answer(response)
    })
  })
  const { url, close } = await startOnLoopback(server)
  return {
    url,
    received,
    environment: { PUSH_SERVICES: url },
    /** A new phone, as its browser describes its subscription. */
    subscription() {
      const name = randomBytes(8).toString('hex')
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16).toString('base64url')
      phones.set(name, { keys, auth })
      return {
        name,
        json: {
          endpoint: `${url}/${name}`,
          keys: { p256dh: keys.getPublicKey('base64url'), auth },
        },
      }
    },
    /** The messages for a phone, the first one first. */
    of: (phone: string): PushMessage[] =>
      received.filter((push) => push.phone === phone).map(({ message }) => message),
    /** Answers the next requests for a phone so, and all others as usual. */
    answerNext({ name }: { name: string }, ...next: (Answer | number)[]) {
      answers.set(
        name,
        next.map((one) => (typeof one === 'number' ? statusOf(one) : one)),
      )
    },
    /** How requests are answered otherwise: accepted, unless it is changed. */
    answerAlways(answer: Answer | number) {
      usual = typeof answer === 'number' ? statusOf(answer) : answer
    },
    /** Nobody listens any more. */
    async goAway() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
    /** Listens again where it did. */
    async comeBack() {
      server.listen(Number(new URL(url).port), '127.0.0.1')
      await once(server, 'listening')
    },
    close,
  }
}

export type PushServiceDouble = Awaited<ReturnType<typeof createPushServiceDouble>>
