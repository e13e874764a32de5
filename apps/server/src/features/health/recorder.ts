import type { ShadowChange } from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Counted } from './health.store.ts'
import { dayOf } from './signs.ts'

/** How often counters are written, besides at the end of the server. A kill loses at most this much. */
const WRITE_EVERY_MS = 60_000
/** If there is more to write than this, it is written at once. */
const COUNTED_MAX = 5_000

type Count = Omit<Counted, 'deviceId' | 'day'>

const ANEW: Count = { restarts: 0, drops: 0, answers: 0, answerMs: 0 }

interface RecorderOptions {
  add(counted: readonly Counted[]): Promise<void>
  clock: Clock
  failed(error: unknown): void
}

/** Counts restarts, lost connections and answers of devices per day. */
export function createHealthRecorder({ add, clock, failed }: RecorderOptions) {
  let countedByKey = new Map<string, Counted>()
  let writing: Promise<void> = Promise.resolve()
  let cancel = () => {}

  const write = (): Promise<void> => {
    const counted = [...countedByKey.values()]
    countedByKey = new Map()
    if (counted.length > 0) writing = writing.then(() => add(counted)).catch(failed)
    return writing
  }

  const count = (deviceId: string, more: Partial<Count>) => {
    const day = dayOf(clock.now())
    const key = `${day} ${deviceId}`
    const known = countedByKey.get(key) ?? { deviceId, day, ...ANEW }
    countedByKey.set(key, {
      deviceId,
      day,
      restarts: known.restarts + (more.restarts ?? 0),
      drops: known.drops + (more.drops ?? 0),
      answers: known.answers + (more.answers ?? 0),
      answerMs: known.answerMs + (more.answerMs ?? 0),
    })
    if (countedByKey.size > COUNTED_MAX) void write()
  }

  return {
    start() {
      cancel = clock.every(WRITE_EVERY_MS, () => void write())
    },
    async stop() {
      cancel()
      await write()
    },
    write,
    changed({ before, shadow, event, isIngested }: ShadowChange) {
      if (!isIngested) return
      const { deviceId } = shadow
      if (event.kind === 'connection' && before.connected && !shadow.connected) count(deviceId, { drops: 1 })
      const [was, is] = [before.counts.totalRestarts, shadow.counts.totalRestarts]
      // Counts one restart, even if there were several while the device was offline.
      if (event.kind === 'report' && was !== null && is !== null && is > was) count(deviceId, { restarts: 1 })
    },
    answered(deviceId: string, ms: number) {
      if (ms >= 0) count(deviceId, { answers: 1, answerMs: ms })
    },
  }
}
