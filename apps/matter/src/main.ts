import './environment.ts'
import { type AccountController, openController } from './account-controller.ts'
import type { OpenBridge } from './bridge/bridge.ts'
import { useKeptStorage } from './kept-storage.ts'
import { type FromMatter, type ToMatter, toMatterSchema } from './messages.ts'

useKeptStorage()

const controllers = new Map<string, Promise<AccountController>>()
const bridges = new Map<string, OpenBridge>()

const send = (message: FromMatter): void => {
  if (process.connected) process.send?.(message)
}

const describe = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown').slice(0, 200)

type ToBridge = Extract<ToMatter, { type: 'bridge' | 'unbridge' }>

async function receiveForBridge(message: ToBridge): Promise<void> {
  const id = message.bridge
  const before = bridges.get(id)
  bridges.delete(id)
  await before?.close()
  if (message.type === 'unbridge') return
  const { openBridge } = await import('./bridge/bridge.ts')
  const bridge = openBridge({
    ...message,
    id,
    failed: (error) => send({ type: 'failed', account: null, what: describe(error) }),
    ended() {
      if (bridges.get(id) === bridge) bridges.delete(id)
      send({ type: 'bridge-over', bridge: id })
    },
  })
  bridges.set(id, bridge)
}

async function receive(message: ToMatter): Promise<void> {
  if (message.type === 'bridge' || message.type === 'unbridge') return receiveForBridge(message)
  const { account } = message
  if (message.type === 'open') {
    const opening = openController(message, send)
    controllers.set(account, opening)
    await opening
    return
  }
  const controller = await controllers.get(account)
  switch (message.type) {
    case 'commission':
      await controller?.commission(message)
      return
    case 'resume':
      await controller?.resume(message)
      return
    case 'invoke':
      await controller?.invoke(message)
      return
    case 'remove':
      await controller?.remove(message)
      return
    case 'share':
      await controller?.share(message)
      return
    case 'close':
      controllers.delete(account)
      await controller?.close(message.isDeleted)
  }
}

process.on('message', (received: unknown) => {
  const message = toMatterSchema.safeParse(received)
  if (!message.success) {
    send({ type: 'failed', account: null, what: 'a message of the server cannot be read' })
    return
  }
  receive(message.data).catch((error: unknown) =>
    send({
      type: 'failed',
      account: 'account' in message.data ? message.data.account : null,
      what: describe(error),
    }),
  )
})

/** Writes what has changed, and ends. */
async function stop(): Promise<void> {
  const open = await Promise.allSettled(controllers.values())
  const closings = open.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value.close(false)] : [],
  )
  for (const bridge of bridges.values()) closings.push(bridge.close())
  await Promise.race([Promise.allSettled(closings), new Promise((resolve) => setTimeout(resolve, 2_000))])
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => {})
// The server has ended.
process.on('disconnect', () => process.exit(0))
process.on('unhandledRejection', (error) => send({ type: 'failed', account: null, what: describe(error) }))

send({ type: 'ready' })
