import { type ErrorCode, errorCodeSchema } from '@senca/contract'

/** The error by which an aborted command ends: the reason it was aborted with, if it was given one. */
export function endingOf(signal: AbortSignal): ErrorCode {
  const reason = errorCodeSchema.safeParse(signal.reason)
  return reason.success ? reason.data : 'device_not_responding'
}

/** The commands that are under way, so that they can be ended. */
export function createRunning() {
  const endsById = new Map<string, Set<AbortController['abort']>>()
  return {
    /** Runs something for a device, which its controller ends. */
    async run<T>(deviceId: string, abort: AbortController, task: () => Promise<T>): Promise<T> {
      // A fresh function per run: what is answered and still followed runs twice for a moment.
      const end = (ending: unknown) => abort.abort(ending)
      const ends = endsById.get(deviceId) ?? new Set()
      endsById.set(deviceId, ends.add(end))
      try {
        return await task()
      } finally {
        ends.delete(end)
        if (ends.size === 0 && endsById.get(deviceId) === ends) endsById.delete(deviceId)
      }
    },
    end(deviceId: string, ending: ErrorCode) {
      for (const end of endsById.get(deviceId) ?? []) end(ending)
    },
    endAll(ending: ErrorCode) {
      for (const ends of endsById.values()) for (const end of ends) end(ending)
    },
  }
}
