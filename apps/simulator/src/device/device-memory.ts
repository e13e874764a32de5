import { type DeviceStateMessage, deviceStateMessageSchema, saidHealthSchema } from '@senca/contract'
import type { Remembered } from '../hardware/behaviour.ts'
import { isRecord } from '../json.ts'
import type { KeptHealth } from './health.ts'

/**
 * What a controller keeps through a power cut: what it would report, whether it forgot its home, and whether it was
 * put away in good order.
 */
export interface DeviceMemory {
  state: DeviceStateMessage
  isFactoryReset: boolean
  isOrderly: boolean
  /** The key that it signs in with, PKCS#8 in PEM; null where it has none. */
  key: string | null
  /** What it runs since an upgrade; null where it runs what it came with. */
  firmware: string | null
  /** Whether it was kept while it upgraded. */
  isUpgrading: boolean
  /** Why its last upgrade failed. */
  upgradeError: string | null
  /** How often and how long its motor ran, and when it was calibrated; null where nobody counted. */
  health: KeptHealth | null
}

/** Reads a memory as a state file holds it; null when it is none. */
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
  const { data } = saidHealthSchema.safeParse(raw)
  if (data?.motorRuns === undefined || data.motorSeconds === undefined) return null
  const { motorRuns, motorSeconds, calibratedAt } = data
  return { motorRuns, motorSeconds, ...(calibratedAt === undefined ? {} : { calibratedAt }) }
}

const MOVING: readonly unknown[] = ['opening', 'closing', 'moving', 'calibrating']

/** What the parts take from a memory: a controller that was last heard of in a move was cut off in it. */
export const rememberedFrom = (memory: DeviceMemory | null): Remembered | null =>
  memory === null
    ? null
    : {
        state: memory.state,
        wasMoving: MOVING.includes(memory.state.status),
        isOrderly: memory.isOrderly,
      }
