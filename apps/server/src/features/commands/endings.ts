import { type ErrorCode, errorCodeSchema } from '@senca/contract'
import type { Abort, Signal } from '#platform/abort.ts'

/** The error by which an aborted command ends: the reason it was aborted with, if it was given one. */
export function endingOf(signal: Signal): ErrorCode {
  const reason = errorCodeSchema.safeParse(signal.reason)
  return reason.success ? reason.data : 'device_not_responding'
}

/** The commands that are under way, so that they can be ended. */
export function createRunning() {
  const abortsById = new Map<string, Set<Abort>>()
  return {
    /** Runs something for a device, which its controller ends. */
    async run<T>(deviceId: string, abort: Abort, task: () => Promise<T>): Promise<T> {
      const aborts = abortsById.get(deviceId) ?? new Set()
      abortsById.set(deviceId, aborts.add(abort))
      try {
        return await task()
      } finally {
        aborts.delete(abort)
        if (aborts.size === 0 && abortsById.get(deviceId) === aborts) abortsById.delete(deviceId)
      }
    },
    end(deviceId: string, ending: ErrorCode) {
      for (const abort of abortsById.get(deviceId) ?? []) abort.abort(ending)
    },
    endAll(ending: ErrorCode) {
      for (const aborts of abortsById.values()) for (const abort of aborts) abort.abort(ending)
    },
  }
}
