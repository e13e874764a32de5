import type { ChildProcess } from 'node:child_process'
import { type FromMatter, fromMatterSchema, type ToMatter } from '@senca/matter/messages'
import type { Clock } from '#platform/clock.ts'

/** Starts the program of `apps/matter` with an IPC channel. */
export type StartMatter = () => ChildProcess

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 60_000
/** A process that ran so long has not failed at its start. */
const STABLE_MS = 60_000
const SEND_MS = 1_000
const STOP_MS = 4_000
/** A process that has ended so often in a row does not just start again: its owners are to see it. */
const FAILING_ENDS = 2

interface MatterProcessOptions {
  start: StartMatter
  clock: Pick<Clock, 'now' | 'after'>
  received(message: FromMatter): void
  /** The process can be sent messages. */
  ready(): void
  /** It has ended, and is started again unless it was stopped. */
  ended(): void
  /** It ends again and again, or does not any more. */
  failing(isFailing: boolean): void
  failed(error: unknown): void
}

/** What the process is for: the nodes that come in, and the bridges that go out. */
type Use = 'nodes' | 'bridges'

/** The one Matter process of this server. It runs as long as it is used for something, and is started again after a crash. */
export function createMatterProcess(options: MatterProcessOptions) {
  const { start, clock, received, ready, ended, failing, failed } = options
  let child: ChildProcess | null = null
  let isReady = false
  let isWanted = false
  let delayMs = FIRST_DELAY_MS
  let cancelStart = () => {}
  let cancelStable = () => {}
  let exited: Promise<void> = Promise.resolve()
  let ends = 0
  const uses = new Set<Use>()

  function receive(from: ChildProcess, raw: unknown): void {
    if (from !== child) return
    const message = fromMatterSchema.safeParse(raw)
    if (!message.success) {
      failed(new Error('A message of the Matter process cannot be read'))
      return
    }
    if (message.data.type !== 'ready') {
      received(message.data)
      return
    }
    isReady = true
    ready()
  }

  function endsAre(next: number): void {
    const wasFailing = ends >= FAILING_ENDS
    ends = next
    if (ends >= FAILING_ENDS !== wasFailing) failing(!wasFailing)
  }

  function startNow(): void {
    const started = start()
    child = started
    started.on('message', (raw) => receive(started, raw))
    // It could not be started, or a message could not be sent; an exit follows, or has happened.
    started.on('error', failed)
    cancelStable = clock.after(STABLE_MS, () => {
      delayMs = FIRST_DELAY_MS
      endsAre(0)
    })
    exited = new Promise((resolve) => {
      const end = (how: string) => {
        if (child !== started) return
        cancelStable()
        child = null
        isReady = false
        ended()
        resolve()
        if (!isWanted) return
        failed(new Error(`The Matter process has ended (${how}); starting again in ${delayMs / 1_000} s`))
        endsAre(ends + 1)
        cancelStart = clock.after(delayMs, startNow)
        delayMs = Math.min(MAX_DELAY_MS, 2 * delayMs)
      }
      started.once('exit', (code, signal) => end(signal ?? `code ${code}`))
      started.once('error', () => started.pid === undefined && end('not started'))
    })
  }

  return {
    isUp: () => isReady,
    isFailing: () => ends >= FAILING_ENDS,
    use(what: Use): void {
      uses.add(what)
      if (isWanted) return
      isWanted = true
      delayMs = FIRST_DELAY_MS
      endsAre(0)
      if (child === null) startNow()
      else void exited.then(() => isWanted && child === null && startNow())
    },
    /** Resolves to whether the process has been handed the message. */
    send(message: ToMatter): Promise<boolean> {
      const to = child
      if (to === null || !isReady || !to.connected) return Promise.resolve(false)
      return new Promise((resolve) => {
        const cancel = clock.after(SEND_MS, () => resolve(false))
        to.send(message, (error) => {
          cancel()
          resolve(error === null)
        })
      })
    },
    /** It is no longer used for this: ends with the last use. */
    async leave(what: Use): Promise<void> {
      uses.delete(what)
      if (uses.size === 0) await this.stop()
    },
    /** Ends the process after it has sent what is to be stored. */
    async stop(): Promise<void> {
      isWanted = false
      cancelStart()
      cancelStable()
      endsAre(0)
      const stopped = child
      if (stopped === null) return
      stopped.kill('SIGTERM')
      const kill = setTimeout(() => stopped.kill('SIGKILL'), STOP_MS)
      await exited
      clearTimeout(kill)
    },
  }
}

export type MatterProcess = ReturnType<typeof createMatterProcess>
