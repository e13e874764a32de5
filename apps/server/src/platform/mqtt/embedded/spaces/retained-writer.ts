/** Config topics are what nobody repeats: Zigbee2MQTT sends them again only when it is restarted. */
const CONFIG_WITHIN_MS = 500
const OTHERS_WITHIN_MS = 8_000
const RETRY_AFTER_MS = 2_000

interface RetainedWriterOptions {
  /** Resolves when the current messages of these topics are committed. */
  save(topics: readonly string[]): Promise<void>
  failed(error: unknown): void
}

/** Writes changed topics of one space: config topics within a second, others within ten. */
export function createRetainedWriter({ save, failed }: RetainedWriterOptions) {
  let changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let writing: Promise<void> = Promise.resolve()

  const scheduleIn = (ms: number) => {
    const at = performance.now() + ms
    if (at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(() => void write().catch(failed), ms)
    timer.unref()
  }

  const writeChanged = async () => {
    const topics = changed
    if (topics.size === 0) return
    changed = new Set()
    try {
      await save([...topics])
    } catch (error) {
      for (const topic of topics) changed.add(topic)
      scheduleIn(RETRY_AFTER_MS)
      throw error
    }
  }

  /** Writes one after the other, so that an older message does not replace a newer one. */
  const write = (): Promise<void> => {
    clearTimeout(timer)
    dueAt = Number.POSITIVE_INFINITY
    writing = writing.catch(() => {}).then(writeChanged)
    return writing
  }

  return {
    changed(topic: string) {
      changed.add(topic)
      scheduleIn(topic.endsWith('/config') ? CONFIG_WITHIN_MS : OTHERS_WITHIN_MS)
    },
    hasChanges: () => changed.size > 0,
    /** Resolves when everything is committed. */
    flush: write,
    /** Nothing is written any more. */
    drop() {
      clearTimeout(timer)
      changed = new Set()
    },
  }
}
