import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { ProductWorld } from '../product/product.ts'

const LOST_AFTER_MS = 30_000
const idSchema = z.looseObject({ id: z.string() })
const hookSchema = z.object({
  type: z.string(),
  timestamp: z.string(),
  data: z.looseObject({ id: z.string(), state: z.looseObject({ position: z.nullable(z.number()) }) }),
})

export interface Webhooks {
  /** Milliseconds from the event to the first byte at the receiver, by the clock of this machine. */
  delays: number[]
  lost: number
  /** The same while one of the webhooks hangs. */
  besideSlow: number[]
}

/** A receiver that answers at once, and below `/slow` never. */
async function startReceiver(arrived: (body: string, at: number) => void) {
  const server = createServer((request, response) => {
    const at = Date.now()
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      if (request.url === '/slow') return
      arrived(body, at)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.parse(z.custom<AddressInfo>(), server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const HOOKS = 10
/** A state of a device is sent at most once a second, so that each report of one every other second is an event. */
const REPORTS_PER_SECOND = 0.5

/** Events of many devices, so many a second, each for one of ten webhooks of one account [BR57]. */
export async function measureWebhooks(
  world: ProductWorld,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Webhooks> {
  const [home = []] = await world.addHomes(1, perSecond / REPORTS_PER_SECOND)
  const owner = world.accountOf(home)
  let delays: number[] = []
  const receiver = await startReceiver((body, at) => {
    const hook = hookSchema.safeParse(JSON.parse(body))
    if (hook.success) delays.push(at - new Date(hook.data.timestamp).getTime())
  })
  const devicesOf = (at: number) => home.filter((_, index) => index % HOOKS === at)
  const made: string[] = []
  for (let at = 0; at < HOOKS; at += 1) {
    const grants = Object.fromEntries(devicesOf(at).map((id) => [id, { permissions: ['view'] }]))
    const bridge = idSchema.parse(
      await owner.post('bridge/create', { name: `App ${at}`, kind: 'script', grants }),
    )
    const hook = { bridge: bridge.id, url: `${receiver.url}/${at}`, events: ['device.state'] }
    made.push(idSchema.parse(await owner.post('webhook/create', hook)).id)
  }
  const run = async (devices: readonly string[]): Promise<{ delays: number[]; lost: number }> => {
    delays = []
    const { sentAt } = await world.devices.report(devices, REPORTS_PER_SECOND, seconds, true)
    const until = Date.now() + LOST_AFTER_MS
    while (delays.length < sentAt.length && Date.now() < until) await wait(20)
    return { delays, lost: sentAt.length - delays.length }
  }
  try {
    await run(home)
    const all = await run(home)
    await owner.post('webhook/update', { id: made[0] ?? '', url: `${receiver.url}/slow` })
    const slow = new Set(devicesOf(0))
    await world.devices.report([...slow], REPORTS_PER_SECOND, 2, true)
    const others = await run(home.filter((id) => !slow.has(id)))
    return { delays: all.delays, lost: all.lost + others.lost, besideSlow: others.delays }
  } finally {
    receiver.close()
  }
}
