import type { DeviceStatus, SaidHealth } from '@senca/contract'
import type { Clock } from '../clock.ts'

/** What of it outlasts a power cut. */
export interface KeptHealth {
  motorRuns: number
  motorSeconds: number
  calibratedAt?: string | undefined
}

const NEVER_MOVED: KeptHealth = { motorRuns: 0, motorSeconds: 0 }
/** [DP44] After a movement, once an hour at most. */
const SAID_EVERY_MS = 3_600_000
const MOTOR: readonly DeviceStatus[] = ['opening', 'closing', 'moving', 'calibrating']

/** Between a good and a fair signal, always the same for a device. */
const signalOf = (deviceId: string): number => {
  let sum = 0
  for (const character of deviceId) sum += character.charCodeAt(0)
  return -45 - (sum % 30)
}

interface HealthOptions {
  deviceId: string
  clock: Clock
  /** The server's time, in milliseconds since 1970. */
  nowMs(): number
  kept: KeptHealth | null
}

/** How a controller fares [DP44]: what its motor has done, since when it runs, and its signal. */
export function createHealth({ deviceId, clock, nowMs, kept }: HealthOptions) {
  let known = kept ?? NEVER_MOVED
  let status: DeviceStatus = 'ready'
  let movingSinceMs = 0
  const now = () => clock.now().getTime()
  let startedAtMs = now()
  let saidAtMs = startedAtMs

  return {
    /** It starts, after a restart or a power cut. */
    started() {
      startedAtMs = now()
      saidAtMs = startedAtMs
      status = 'ready'
    },
    /** Told whenever its status may have changed; answers whether it is time to say how it fares. */
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
      if (now() - saidAtMs < SAID_EVERY_MS) return false
      saidAtMs = now()
      return true
    },
    said: (): SaidHealth => ({
      ...known,
      uptime: Math.floor((now() - startedAtMs) / 1_000),
      rssi: signalOf(deviceId),
    }),
    memory: (): KeptHealth => known,
  }
}
