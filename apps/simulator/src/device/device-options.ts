import type { DeviceType, Target } from '@senca/contract'
import type { Clock } from '../clock.ts'
import type { Download } from '../upgrade/download.ts'
import type { DeviceMemory } from './device-memory.ts'

export interface VirtualDeviceOptions {
  id: string
  type: DeviceType
  /** The parts of a door or a light; all parts of the type by default. */
  parts?: readonly string[]
  /** The charge of its battery in per cent; absent if it has none. */
  battery?: number
  /** The hardware generation; 2 by default. */
  version?: 1 | 2
  /** The factory firmware. */
  firmware?: string
  clock?: Clock
  /** The factor by which movements are faster than real time. */
  speed?: number
  /** The position 0..1 of a shade without a memory; open by default. */
  initial?: Target
  /** The ventilation position 0..1; 0.85 by default. */
  ventilation?: number
  /** Whether the motor is wired the wrong way round: it turns the wrong way until `motorInverted` is set. */
  isMiswired?: boolean
  /** The private key stored at the factory, PKCS#8 in PEM. */
  privateKey?: string
  /** How the device downloads firmware; by HTTP by default. */
  download?: Download
  /** The operator's public key, in PEM, that verifies firmware; null: every firmware is refused. */
  trustedKey?(): string | null
  /** The saved memory of the device. Creating a device from a memory counts as a restart. */
  memory?: DeviceMemory | null
  /**
   * Called when settings have changed, or a movement begins or ends, before it is reported, so that the memory can be saved
   * first.
   */
  keep?(): void
}
