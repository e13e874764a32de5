import { type DeviceState, serverMessageSchema } from '@senca/contract'
import { WebSocket } from 'ws'
import type { Account } from './account.ts'

/** An open page: it shows the states from its socket, and reads them again after each reconnect. */
export interface Watcher {
  /** The state that it shows for a device. */
  shows(deviceId: string): DeviceState | undefined
  isSignedIn(): boolean
  updates(): number
  /**
   * How many ms it was without a signed-in socket, for each time since the last call; an outage that has not ended is included.
   */
  drainOutages(): number[]
  /** Closes and reopens its socket, like somebody who leaves the page and comes back. */
  reopen(): void
  stop(): void
}

const RETRY_MS = 100
const RETRY_SPREAD_MS = 300

export function watch(url: string, account: Account): Watcher {
  const shownById = new Map<string, DeviceState>()
  let touchedNow = new Set<string>()
  let socket: WebSocket | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isSignedIn = false
  let updates = 0
  let outages: number[] = []
  let lostMs: number | null = null

  /** States that the socket receives after the request are newer than the answer may be. */
  const refetch = async (): Promise<void> => {
    const touched = new Set<string>()
    touchedNow = touched
    for (const [id, { state }] of Object.entries(await account.devices())) {
      if (!touched.has(id)) shownById.set(id, state)
    }
  }

  const retry = (): void => {
    if (isSignedIn) lostMs = performance.now()
    isSignedIn = false
    if (isStopped) return
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), RETRY_MS + Math.random() * RETRY_SPREAD_MS)
  }

  const connect = async (): Promise<void> => {
    try {
      const token = await account.websocketToken()
      if (isStopped) return
      const opened = new WebSocket(`${url.replace(/^http/, 'ws')}/websocket`)
      socket = opened
      opened.on('open', () => opened.send(JSON.stringify({ subject: 'auth.login', data: { token } })))
      opened.on('error', () => opened.terminate())
      opened.on('close', retry)
      opened.on('message', (frame) => {
        const message = serverMessageSchema.parse(JSON.parse(String(frame)))
        if (message.subject === 'auth.accepted') {
          isSignedIn = true
          if (lostMs !== null) outages.push(performance.now() - lostMs)
          lostMs = null
          refetch().catch(() => opened.terminate())
        }
        if (message.subject === 'device.state_update') {
          updates += 1
          touchedNow.add(message.data.deviceId)
          shownById.set(message.data.deviceId, message.data.state)
        }
        if (message.subject === 'device.deleted') shownById.delete(message.data.deviceId)
      })
    } catch {
      retry()
    }
  }

  void connect()
  return {
    shows: (deviceId) => shownById.get(deviceId),
    isSignedIn: () => isSignedIn,
    updates: () => updates,
    drainOutages() {
      const taken = lostMs === null ? outages : [...outages, performance.now() - lostMs]
      outages = []
      return taken
    },
    reopen: () => socket?.terminate(),
    stop() {
      isStopped = true
      clearTimeout(timer)
      socket?.terminate()
    },
  }
}
