import type { DeviceType } from '@senca/contract'
import type { BridgedCover } from './bridged-cover.ts'

export type ShadeFault =
  | { kind: 'lost_link'; ms: number }
  | { kind: 'restart' }
  | { kind: 'power_cut'; ms: number }

/** A shade of the home: a simulated one of our own protocol, or a cover of another maker. */
export interface Shade {
  id: string
  type: DeviceType
  device: {
    state(): { position?: number | null | undefined; inclination?: number | null | undefined }
    fault(fault: ShadeFault): void
    wallSwitch(what: 'open' | 'close' | 'stop'): void
  }
  /** Only of another maker. */
  cover?: Pick<BridgedCover, 'style' | 'isReachable' | 'provenPlace' | 'lastProven'>
}
