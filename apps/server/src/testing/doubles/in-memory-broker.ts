import type { Clock } from '#platform/clock.ts'
import type {
  Broker,
  BrokerGuard,
  BrokerMessage,
  DeviceSignIn,
  OutsideBroker,
  SigningIn,
} from '#platform/mqtt/broker.ts'
import { topicMatches } from '#platform/mqtt/topic-filter.ts'
import type { InMemorySpaces } from './in-memory-spaces.ts'

/** The device's end of a connection. */
export interface Connection {
  publish(topic: string, body: unknown): void
  /** Subscribes to its commands again. */
  subscribe(): void
  /** Closes the connection without a DISCONNECT. */
  lose(): void
}

/** A message, at the moment when the server received or sent it. */
export interface Passed {
  deviceId: string
  topic: string
  body: unknown
}

export interface InMemoryBroker extends Broker {
  /** Signs a device in and subscribes it to its `command` topic; null if it is refused. */
  connect(signIn: DeviceSignIn, receive: (payload: string) => void): Promise<Connection | null>
  /** Sets how long a message takes in each direction, in milliseconds. */
  setLatency(ms: number): void
  onPassed(listener: (passed: Passed) => void): void
}

interface Listener {
  filter: string
  receive: (message: BrokerMessage) => void
  /** Of the subscribers of one group, the first one receives a message. */
  group: string | undefined
}

/**
 * A broker without a network. Messages take time of the clock, arrive in order, and are lost with their connection. With
 * `isOutside`, devices stay connected while no server runs, and only their reports say that they are.
 */
export function createInMemoryBroker(
  clock: Clock,
  { isOutside = false, spaces }: { isOutside?: boolean; spaces?: InMemorySpaces | undefined } = {},
): InMemoryBroker {
  const guards = new Set<BrokerGuard>()
  const listeners = new Set<Listener>()
  const lineById = new Map<string, { receive(payload: string): void; lose(): void }>()
  const passed: ((passed: Passed) => void)[] = []
  let latencyMs = 0

  const notify = (topic: string, body: unknown) => {
    const [, deviceId = '', name = ''] = topic.split('/')
    for (const listener of passed) listener({ deviceId, topic: name, body })
  }

  const isAllowed = async (signIn: DeviceSignIn, connection: SigningIn): Promise<boolean> => {
    const answers = await Promise.all([...guards].map((guard) => guard.mayConnect(signIn, connection)))
    return answers.includes(true)
  }

  /** It has no retained messages, so the server knows the devices from its database. */
  const outside: OutsideBroker = {
    readKept: () => () => {},
    onBack: () => () => {},
    doors: {
      authenticate: async () => ({ verdict: 'deny', isServer: false, endsAt: null }),
      authorize: async () => 'deny',
      useHomes() {},
      ended() {},
    },
    logins: undefined,
  }

  return {
    ...(isOutside ? { outside } : {}),
    ...(spaces === undefined ? {} : { spaces }),
    async connect(signIn, receive) {
      const closed: (() => void)[] = []
      let isAlive = true
      const connection = {
        close: () => line.lose(),
        onClose: (listener: () => void) => void closed.push(listener),
      }
      const { clientId } = signIn
      const line = {
        receive(payload: string) {
          if (isAlive) receive(payload)
        },
        lose() {
          if (!isAlive) return
          isAlive = false
          for (const listener of closed) listener()
          clock.after(latencyMs, () => {
            if (lineById.get(clientId) !== line) return
            lineById.delete(clientId)
            if (!isOutside) for (const guard of guards) guard.disconnected(clientId)
          })
        },
      }
      if (!(await isAllowed(signIn, connection))) return null
      lineById.get(clientId)?.lose()
      lineById.set(clientId, line)
      if (!isOutside) for (const guard of guards) guard.connected(clientId)
      const subscribe = () => {
        for (const guard of guards) if (guard.subscribed?.(clientId, `senca/${clientId}/command`)) break
      }
      subscribe()
      return {
        subscribe,
        publish(topic, body) {
          if (!isAlive || ![...guards].some((guard) => guard.mayPublish(clientId, topic))) return
          const payload = Buffer.from(JSON.stringify(body))
          // A sent message arrives even if the connection ends right after.
          clock.after(latencyMs, () => {
            notify(topic, body)
            const served = new Set<string>()
            for (const { filter, receive, group } of [...listeners]) {
              if (!topicMatches(filter, topic) || (group !== undefined && served.has(group))) continue
              if (group !== undefined) served.add(group)
              receive({ topic, payload, retained: false })
            }
          })
        },
        lose: line.lose,
      }
    },
    setLatency(ms) {
      latencyMs = ms
    },
    onPassed(listener) {
      passed.push(listener)
    },
    async publish(topic, payload) {
      notify(topic, JSON.parse(payload))
      const line = lineById.get(topic.split('/')[1] ?? '')
      clock.after(latencyMs, () => line?.receive(payload))
    },
    async subscribe(filter, receive, group) {
      const listener = { filter, receive, group }
      listeners.add(listener)
      return async () => void listeners.delete(listener)
    },
    guard(guard) {
      const own = { ...guard }
      guards.add(own)
      if (!isOutside) for (const clientId of lineById.keys()) own.connected(clientId)
      return () => guards.delete(own)
    },
    disconnect: (clientId) => lineById.get(clientId)?.lose(),
    start: async () => ({ host: '127.0.0.1', port: 0 }),
    async stop() {
      if (!isOutside) for (const line of lineById.values()) line.lose()
    },
  }
}
