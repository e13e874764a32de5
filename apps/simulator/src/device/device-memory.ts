import { type DeviceStateMessage, deviceStateMessageSchema, reportedHealthSchema } from '@senca/contract'
import type { Remembered } from '../hardware/behaviour.ts'
import { isRecord } from '../json.ts'
import type { KeptHealth } from './health.ts'

/**
 * The data that a controller keeps during a power cut: its state, whether it forgot its home, and whether it was shut down
 * cleanly.
 */
export interface DeviceMemory {
  state: DeviceStateMessage
  isFactoryReset: boolean
  isOrderly: boolean
  /** The private key for its sign-in, PKCS#8 in PEM; null if it has none. */
  key: string | null
  /** The firmware since the last upgrade; null if it still runs the factory firmware. */
  firmware: string | null
  /** Whether it was saved during an upgrade. */
  isUpgrading: boolean
  /** Why its last upgrade failed. */
  upgradeError: string | null
  /** The counters of its motor and the date of its calibration; null if nothing was counted. */
  health: KeptHealth | null
}

/** Parses a memory from a state file; null if it is invalid. */
export function parseDeviceMemory(raw: unknown): DeviceMemory | null {
  if (!isRecord(raw)) return null
  const state = deviceStateMessageSchema.safeParse(raw.state)
  if (!state.success) return null
  return {
    state: state.data,
    isFactoryReset: raw.isFactoryReset === true,
    isOrderly: raw.isOrderly === true,
    key: typeof raw.key === 'string' ? raw.key : null,
    firmware: typeof raw.firmware === 'string' ? raw.firmware : null,
    isUpgrading: raw.isUpgrading === true,
    upgradeError: typeof raw.upgradeError === 'string' ? raw.upgradeError : null,
    health: parseHealth(raw.health),
  }
}

function parseHealth(raw: unknown): KeptHealth | null {
  const { data } = reportedHealthSchema.safeParse(raw)
  if (data?.motorRuns === undefined || data.motorSeconds === undefined) return null
  const { motorRuns, motorSeconds, calibratedAt } = data
  return { motorRuns, motorSeconds, ...(calibratedAt === undefined ? {} : { calibratedAt }) }
}

const MOVING: readonly unknown[] = ['opening', 'closing', 'moving', 'calibrating']

/** The part of the memory that the hardware parts use. If the last saved status was a movement, the movement was interrupted. */
export const rememberedFrom = (memory: DeviceMemory | null): Remembered | null =>
  memory === null
    ? null
    : {
        state: memory.state,
        wasMoving: MOVING.includes(memory.state.status),
        isOrderly: memory.isOrderly,
      }
