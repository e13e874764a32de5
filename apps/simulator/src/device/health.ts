import type { DeviceStatus, ReportedHealth } from '@senca/contract'
import type { Clock } from '../clock.ts'

/** The counters that are kept during a power cut. */
export interface KeptHealth {
  motorRuns: number
  motorSeconds: number
  calibratedAt?: string | undefined
}

const NEVER_MOVED: KeptHealth = { motorRuns: 0, motorSeconds: 0 }
/** [DP44] Health is reported after a movement, but at most once an hour. */
const REPORTED_EVERY_MS = 3_600_000
const MOTOR: readonly DeviceStatus[] = ['opening', 'closing', 'moving', 'calibrating']

/** A signal strength between good and fair that is constant for each device. */
const signalOf = (deviceId: string): number => {
  let sum = 0
  for (const character of deviceId) sum += character.charCodeAt(0)
  return -45 - (sum % 30)
}

interface HealthOptions {
  deviceId: string
  clock: Clock
  /** The server time, in milliseconds since 1970. */
  nowMs(): number
  kept: KeptHealth | null
}

/** The health of a controller [DP44]: the counters of its motor, its uptime, and its signal strength. */
export function createHealth({ deviceId, clock, nowMs, kept }: HealthOptions) {
  let known = kept ?? NEVER_MOVED
  let status: DeviceStatus = 'ready'
  let movingSinceMs = 0
  const now = () => clock.now().getTime()
  let startedAtMs = now()
  let reportedAtMs = startedAtMs

  return {
    /** Called at the start, after a restart or a power cut. */
    started() {
      startedAtMs = now()
      reportedAtMs = startedAtMs
      status = 'ready'
    },
    /** Called whenever the status may have changed. Returns whether the health must be reported now. */
    changed(next: DeviceStatus): boolean {
      const [wasMoving, isMoving] = [MOTOR.includes(status), MOTOR.includes(next)]
      const wasCalibrating = status === 'calibrating'
      status = next
      if (!wasMoving && isMoving) movingSinceMs = now()
      if (!wasMoving || isMoving) return false
      known = {
        ...known,
        motorRuns: known.motorRuns + 1,
        motorSeconds: known.motorSeconds + Math.round((now() - movingSinceMs) / 1_000),
        ...(wasCalibrating ? { calibratedAt: new Date(nowMs()).toISOString() } : {}),
      }
      if (now() - reportedAtMs < REPORTED_EVERY_MS) return false
      reportedAtMs = now()
      return true
    },
    reported: (): ReportedHealth => ({
      ...known,
      uptime: Math.floor((now() - startedAtMs) / 1_000),
      rssi: signalOf(deviceId),
    }),
    memory: (): KeptHealth => known,
  }
}
