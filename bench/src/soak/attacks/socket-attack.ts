import { once } from 'node:events'
import { LIMITS } from '@senca/contract'
import { WebSocket } from 'ws'
import { type Finding, faultIf, finding } from '../finding.ts'
import { plugIn } from '../hardware.ts'
import { type ProductHome, sleep, until } from '../soak-home.ts'
import { movesMeanwhile, movesSlowing } from '../work/moves-meanwhile.ts'
import { claimNew } from './new-device.ts'

const SOCKETS = 400
const SESSIONS = 4
const STATES_A_SECOND = 90
const CAUGHT_UP_WITHIN_MS = 30_000

/** Opens a socket and signs it in. Also resolves if it is closed before that. */
async function openSocket(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/websocket`)
  socket.on('error', () => socket.terminate())
  socket.on('open', () => socket.send(JSON.stringify({ subject: 'auth.login', data: { token } })))
  await Promise.race([once(socket, 'message'), once(socket, 'close')])
  return socket
}

/**
 * An account opens hundreds of sockets while its device reports continuously: moves in another home must be as fast as before.
 */
export async function trySocketAttack(home: ProductHome, durationMs: number): Promise<Finding[]> {
  const { product, neighbour } = home
  const device = await claimNew(home, 'many eyes')
  const hardware = await plugIn(product.mqtt, device, 1)
  const atRest = await movesMeanwhile(home, durationMs)
  const tokens: string[] = []
  for (let n = 0; n < SESSIONS; n += 1) {
    await neighbour.signIn()
    tokens.push(await neighbour.websocketToken())
  }
  let position = 0
  const timer = setInterval(() => {
    for (let n = 0; n < STATES_A_SECOND / 30; n += 1) {
      position = (position + 0.001) % 1
      hardware.report(position)
    }
  }, 1_000 / 30)
  const sockets: WebSocket[] = []
  for (let n = 0; n < SOCKETS; n += 1) {
    sockets.push(await openSocket(product.url, tokens[n % SESSIONS] ?? ''))
  }
  const open = () => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN)
  let deliveries = 0
  for (const socket of open()) {
    // Other devices of the account may also report, so only messages about this one are counted.
    socket.on('message', (frame) => {
      if (String(frame).includes(device.id)) deliveries += 1
    })
  }
  const attacked = await movesMeanwhile(home, durationMs)
  const perSecond = deliveries / (durationMs / 1_000)
  clearInterval(timer)
  const readers = open()
  const caughtUp = new Set<WebSocket>()
  for (const socket of readers) {
    socket.on('message', (frame) => {
      if (String(frame).includes('0.4321')) caughtUp.add(socket)
    })
  }
  hardware.report(0.4321)
  const isCaughtUp = await until(() => caughtUp.size === readers.length, CAUGHT_UP_WITHIN_MS)
  for (const socket of sockets) socket.terminate()
  hardware.cut()
  await sleep(500)
  const moves = movesSlowing(atRest, attacked)
  return [
    finding(
      `${SOCKETS} sockets of one account, ${STATES_A_SECOND} states a second: a move of another home, p50 / p95`,
      moves.value,
      moves.faults,
    ),
    finding('… sockets that stay, deliveries a second', `${readers.length}, ${perSecond.toFixed(0)}`, [
      ...faultIf(readers.length > LIMITS.WEBSOCKETS_PER_ACCOUNT, 'more than an account may have'),
      ...faultIf(readers.length === 0, 'none of them stays'),
      ...faultIf(perSecond > 1.1 * LIMITS.DELIVERIES_PER_DEVICE_AND_SECOND, 'more than a device may cause'),
      ...faultIf(!isCaughtUp, 'the last state has not reached all of them'),
    ]),
  ]
}
