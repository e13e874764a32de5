import { clientMessageSchema } from '@senca/contract'
import type { Clock } from '#core/clock.ts'
import type { OpenSocket } from '#core/realtime/realtime-connection.ts'

/** A clock that only the test advances. */
export function fakeClock(start = Date.parse('2026-06-21T10:00:00Z')) {
  let now = start
  let timers: { at: number; call: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    after(ms, call) {
      const timer = { at: now + ms, call }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  }
  return {
    ...clock,
    async advance(ms: number) {
      await settle()
      const end = now + ms
      for (;;) {
        const [next] = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)
        if (next === undefined) break
        timers = timers.filter((timer) => timer !== next)
        now = next.at
        next.call()
        await settle()
      }
      now = end
      await settle()
    },
    /** Advances the time without running timers, as on a machine that sleeps. */
    sleep(ms: number) {
      now += ms
    },
    isoIn: (ms: number) => new Date(now + ms).toISOString(),
  }
}

/** Waits until all pending promises and callbacks have run. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

export interface Call {
  method: string
  url: string
  headers: Headers
  body: string
}

type Reply = { status?: number; json?: unknown; text?: string }

/** A fake `fetch` backed by one function. While answers are held, they wait until `release`. */
export function fakeServer(reply: (call: Call) => Reply | Promise<Reply>) {
  const calls: Call[] = []
  const serve: typeof fetch = async (input, init) => {
    const call: Call = {
      method: init?.method ?? 'GET',
      url: String(input),
      headers: new Headers(init?.headers),
      body: init?.body === null || init?.body === undefined ? '' : String(init.body),
    }
    calls.push(call)
    const { status = 200, json, text } = await reply(call)
    return new Response(text ?? JSON.stringify(json ?? {}), { status })
  }
  return {
    fetch: serve,
    calls,
    count: (path: string) => calls.filter(({ url }) => url.includes(path)).length,
  }
}

/** A promise that the test settles by hand. */
export function gateway<T>() {
  let open: (value: T) => void = () => {}
  const promise = new Promise<T>((resolve) => {
    open = resolve
  })
  return { promise, open }
}

/** Fake sockets that the test opens, feeds and breaks. */
export function fakeSockets() {
  const sockets: {
    address: string
    /** All sent messages except heartbeats. */
    sent: unknown[]
    heartbeats: number
    /** Whether the fake server answers heartbeats. */
    isAnswering: boolean
    closed: boolean
    accept(): void
    say(message: unknown): void
    fail(reason?: string): void
  }[] = []
  const openSocket: OpenSocket = (address, on) => {
    const sent: unknown[] = []
    const socket = {
      address,
      sent,
      heartbeats: 0,
      isAnswering: true,
      closed: false,
      accept: on.opened,
      say: (message: unknown) => on.received(JSON.stringify(message)),
      fail: (reason = '') => on.failed(reason),
    }
    sockets.push(socket)
    return {
      send: (text) => {
        const message = clientMessageSchema.parse(JSON.parse(text))
        if (message.subject !== 'heartbeat') {
          sent.push(message)
          return
        }
        socket.heartbeats += 1
        if (socket.isAnswering) on.received(text)
      },
      close: () => {
        socket.closed = true
      },
    }
  }
  const last = () => {
    const socket = sockets.at(-1)
    if (socket === undefined) throw new Error('no socket was opened')
    return socket
  }
  return { openSocket, sockets, last }
}
