import { once } from 'node:events'
import { serverMessageSchema } from '@senca/contract'
import { WebSocket } from 'ws'
import { type Finding, faultIf, finding } from '../finding.ts'
import { type Hardware, plugIn } from '../hardware.ts'
import { residentMb } from '../server-memory.ts'
import { type ProductHome, sleep, until } from '../soak-home.ts'
import { slowing } from '../work/calls-meanwhile.ts'
import { claimNew } from './new-device.ts'

const READERS = 8
const REPORTS_A_SECOND = 150
const GROWTH_MAX_MB = 80

/** A signed-in websocket of the neighbour. */
async function openSocket({ product, neighbour }: ProductHome): Promise<WebSocket> {
  const token = await neighbour.websocketToken()
  const socket = new WebSocket(`${product.url.replace(/^http/, 'ws')}/websocket`)
  socket.on('error', () => socket.terminate())
  await once(socket, 'open')
  socket.send(JSON.stringify({ subject: 'auth.login', data: { token } }))
  await once(socket, 'message')
  return socket
}

const positionIn = (frame: unknown): number | null => {
  const message = serverMessageSchema.parse(JSON.parse(String(frame)))
  return message.subject === 'device.state_update' ? message.data.state.position : null
}

/** Sends reports for a while. Returns how many ms each took to reach the reader; the position identifies the report. */
async function reportsReach(hardware: Hardware, reader: WebSocket, durationMs: number): Promise<number[]> {
  const sentMsByPosition = new Map<number, number>()
  const times: number[] = []
  const receive = (frame: unknown) => {
    const position = positionIn(frame)
    const sentMs = position === null ? undefined : sentMsByPosition.get(position)
    if (sentMs !== undefined) times.push(performance.now() - sentMs)
  }
  reader.on('message', receive)
  const endMs = performance.now() + durationMs
  let serial = 0
  while (performance.now() < endMs) {
    for (let n = 0; n < REPORTS_A_SECOND / 50; n += 1) {
      serial += 1
      const position = (serial % 100_000) / 100_000
      sentMsByPosition.set(position, performance.now())
      hardware.report(position)
    }
    await sleep(20)
  }
  await sleep(500)
  reader.off('message', receive)
  return times
}

/**
 * Clients that never read from their socket: others must receive reports as fast as before, memory must not grow, and a client
 * that reads again must get the newest state.
 */
export async function trySilentReaders(home: ProductHome, durationMs: number): Promise<Finding[]> {
  const device = await claimNew(home, 'chatty')
  const hardware = await plugIn(home.product.mqtt, device, 1)
  const reader = await openSocket(home)
  const before = await reportsReach(hardware, reader, durationMs / 2)
  const silent = await Promise.all(Array.from({ length: READERS }, () => openSocket(home)))
  for (const socket of silent) socket.pause()
  const memoryBefore = residentMb(home.product.serverPid())
  const during = await reportsReach(hardware, reader, durationMs)
  const growth = residentMb(home.product.serverPid()) - memoryBefore
  hardware.report(0.5)
  const [woken] = silent
  let newest: number | null = null
  let received = 0
  woken?.on('message', (frame: unknown) => {
    received += 1
    newest = positionIn(frame) ?? newest
  })
  woken?.resume()
  const isCaughtUp = await until(() => newest === 0.5 || woken?.readyState === WebSocket.CLOSED, 10_000)
  for (const socket of [...silent, reader]) socket.terminate()
  hardware.cut()
  const others = slowing(before, during)
  return [
    finding(
      `${READERS} readers that never read: reports to one who does, p50 / p99 before and beside them`,
      `${others.value} (${during.length} received)`,
      [...faultIf(during.length === 0, 'nothing is received'), ...others.faults],
    ),
    finding(
      '… memory of the server',
      `${growth > 0 ? '+' : ''}${growth.toFixed(0)} MB`,
      faultIf(growth > GROWTH_MAX_MB, 'memory grows'),
    ),
    finding(
      '… one that reads again',
      `is ${isCaughtUp ? 'up to date' : 'behind'} after ${received} messages`,
      faultIf(!isCaughtUp, 'it does not get the newest state'),
    ),
  ]
}
