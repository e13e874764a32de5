import type { DeviceType, Target } from '@senca/contract'
import type { Clock } from '../clock.ts'
import type { Download } from '../upgrade/download.ts'
import type { DeviceMemory } from './device-memory.ts'

export interface VirtualDeviceOptions {
  id: string
  type: DeviceType
  /** What a door or a light is fitted with; everything of its kind when left out. */
  parts?: readonly string[]
  /** The generation; 2 when left out. */
  version?: 1 | 2
  /** What it came with. */
  firmware?: string
  clock?: Clock
  /** Travel runs this many times as fast. */
  speed?: number
  /** Where a shade without a memory stands, 0..1; open when left out. */
  initial?: Target
  /** The ventilation position 0..1; 0.85 when left out. */
  ventilation?: number
  /** Whether the motor's wires are crossed: it turns the wrong way until `motorInverted` says so. */
  isMiswired?: boolean
  /** A key that was burnt into it, PKCS#8 in PEM. */
  privateKey?: string
  /** How it gets its firmware; by HTTP when left out. */
  download?: Download
  /** The operator's public key, in PEM, that firmware must be signed with; null: it takes none. */
  trustedKey?(): string | null
  /** What the unit kept from before; to be built from one is a restart. */
  memory?: DeviceMemory | null
  /** Called when settings have changed, or a movement begins or ends, before that is said: the moment to keep it. */
  keep?(): void
}
