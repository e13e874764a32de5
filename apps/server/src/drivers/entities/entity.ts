import type { DeviceType } from '@senca/contract'
import type {
  Confirmation,
  ENTITY_LOCK_STATES,
  EntityAction,
  EntityKind,
  EntityLimitation,
  EntitySource,
} from '@senca/contract/discovery'

export type { Confirmation, EntityAction, EntityKind, EntitySource }

/** Position and inclination are 0 open to 1 closed, null if they are unknown. */
export interface CoverState {
  closed: boolean | null
  moving: 'opening' | 'closing' | 'none'
  position: number | null
  inclination: number | null
}

export interface LockState {
  lockState: (typeof ENTITY_LOCK_STATES)[number]
}

export interface LightState {
  on: boolean | null
  brightness: number | null
}

export interface OnOffState {
  on: boolean | null
}

interface SaidState {
  available: boolean
  /** The state is what was sent last, because the hardware says none. */
  assumed: boolean
  /** When the last live message was read. */
  reportedAt: Date | null
  /** The last word that could not be read. */
  unread: string | null
}

/** What an entity is in, as its protocol says it [HW19]. */
export type EntityState =
  | ({ kind: 'cover' } & CoverState & SaidState)
  | ({ kind: 'lock' } & LockState & SaidState)
  | ({ kind: 'light' } & LightState & SaidState)
  | ({ kind: 'switch' | 'contact' } & OnOffState & SaidState)

/** The part of a state that belongs to its kind. */
export type KindState = CoverState | LockState | LightState | OnOffState

export interface Limitation {
  code: EntityLimitation
  /** The option that is limited. */
  part?: string
  /** Plain English, at most 200 characters. */
  detail: string
}

export interface EntityDevice {
  /** Equal for all entities of one piece of hardware, whatever announced them. */
  key: string
  name: string | null
  manufacturer: string | null
  model: string | null
  sw: string | null
  area: string | null
}

export interface EntityOrigin {
  name: string
  sw: string | null
}

/** One thing that third-party hardware announced [HW17]. */
export interface Entity {
  id: string
  source: EntitySource
  address: string
  kind: EntityKind
  name: string
  deviceClass: string | null
  category: 'config' | 'diagnostic' | null
  announced: boolean
  device: EntityDevice | null
  origin: EntityOrigin | null
  can: EntityAction[]
  confirmation: Confirmation
  state: EntityState
  limitations: Limitation[]
  types: DeviceType[]
  suggestedType: DeviceType | null
  /** An awning's 0 is in, and its source calls out what is open. */
  suggestedInverted: boolean
  suggestedName: string
}
