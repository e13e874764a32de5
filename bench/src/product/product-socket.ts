import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { sharedNow } from '../monotonic.ts'
import type { Update, Viewer } from './world.ts'

/** Only the fields of a message that the measurements need; the web app parses all of them. */
const messageSchema = z.object({
  subject: z.string(),
  data: z.object({
    deviceId: z.optional(z.string()),
    totalStateUpdates: z.optional(z.nullable(z.number())),
    state: z.optional(z.object({ position: z.nullable(z.number()) })),
  }),
})
const frameSchema = z.union([z.array(messageSchema), messageSchema])

/**
 * Signs in a websocket as the web app does (with arrays of messages). Resolves when it is accepted. Then parses only messages
 * that contain `named`.
 */
export async function openProductSocket(
  url: string,
  token: string,
  seen: (update: Update) => void,
  named = '',
): Promise<Viewer> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/websocket`, { perMessageDeflate: false })
  const login = JSON.stringify({ subject: 'auth.login', data: { token, batch: true } })
  await new Promise<void>((done, fail) => {
    socket.once('error', fail)
    let isAccepted = false
    socket.once('close', () => fail(new Error('the websocket was closed')))
    socket.once('open', () => socket.send(login))
    const take = ({ subject, data }: z.infer<typeof messageSchema>, at: number) => {
      if (subject === 'auth.accepted') {
        isAccepted = true
        done()
      }
      if (subject !== 'device.state_update' || data.deviceId === undefined) return
      const { deviceId, state, totalStateUpdates = null } = data
      seen({ deviceId, position: state?.position ?? null, totalStateUpdates, at })
    }
    socket.on('message', (bytes) => {
      const at = sharedNow()
      const text = bytes.toString()
      if (isAccepted && !text.includes(named)) return
      const frame = frameSchema.parse(JSON.parse(text))
      for (const message of Array.isArray(frame) ? frame : [frame]) take(message, at)
    })
  })
  return { close: () => socket.close(), cut: () => socket.terminate() }
}
