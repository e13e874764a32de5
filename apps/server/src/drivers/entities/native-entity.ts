import { describeEntity, deviceWithKey, NOT_ANNOUNCED } from './describe-entity.ts'
import type {
  CoverState,
  Entity,
  EntityAction,
  EntityDevice,
  EntityKind,
  EntityOrigin,
  EntitySource,
  EntityState,
  LightState,
  Limitation,
  LockState,
  OnOffState,
} from './entity.ts'
import { entityId } from './entity-id.ts'

/** The kinds that firmwares announce by protocols of their own. */
export type NativeState =
  | ({ kind: 'cover' } & CoverState)
  | ({ kind: 'lock' } & LockState)
  | ({ kind: 'light' } & LightState)
  | ({ kind: 'switch' | 'contact' } & OnOffState)

/** Hardware with a protocol of its own, whose entities share their topics and whether it is available. */
export interface NativeDevice {
  readonly topics: readonly string[]
  readonly identities: readonly string[]
  readonly info: Omit<EntityDevice, 'key'>
  readonly origin: EntityOrigin | null
  isAvailable: boolean
  readonly entities: readonly NativeEntity[]
}

interface NativeEntityOptions {
  source: EntitySource
  address: string
  name: string
  /** What kind of cover or contact it is, in the words of Home Assistant. */
  deviceClass?: string | null
  state: NativeState
  can: EntityAction[]
  limitations?: Limitation[]
}

const MAX_WAITING = 8

/** One entity of such hardware. It answers commands, and says its state. */
export class NativeEntity {
  readonly id: string
  readonly address: string
  readonly kind: EntityKind
  readonly name: string
  state: NativeState
  can: EntityAction[]
  limitations: Limitation[]
  isListed = false
  isKept = false
  isAnnounced = true
  reportedAt: Date | null = null
  unread: string | null = null
  /** The commands that were not acknowledged yet. */
  #waiting: number[] = []
  readonly #source: EntitySource
  readonly #deviceClass: string | null

  constructor(options: NativeEntityOptions) {
    const { source, address, name, deviceClass = null, state, can, limitations = [] } = options
    this.#source = source
    this.#deviceClass = deviceClass
    this.kind = state.kind
    this.id = entityId(source, state.kind, address)
    this.address = address
    this.name = name
    this.state = state
    this.can = can
    this.limitations = limitations
  }

  continueFrom(before: NativeEntity): void {
    if (before.kind === this.kind) this.state = before.state
    this.isListed = before.isListed
    this.isKept = before.isKept
    this.reportedAt = before.reportedAt
    this.unread = before.unread
    this.#waiting = before.#waiting
  }

  /** Takes over what was read, and returns whether that changed the state. A retained word says nothing about its age. */
  take(state: NativeState, isRetained: boolean, now: Date): boolean {
    const hasChanged = JSON.stringify(state) !== JSON.stringify(this.state)
    this.state = state
    this.unread = null
    if (!isRetained) this.reportedAt = now
    else if (hasChanged) this.reportedAt = null
    return hasChanged
  }

  waitFor(command: number): void {
    this.#waiting = [...this.#waiting, command].slice(-MAX_WAITING)
  }

  isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** The commands that an answer without a number is about: all that wait. */
  acknowledged(): number[] {
    const waiting = this.#waiting
    this.#waiting = []
    return waiting
  }

  describe(device: NativeDevice, key: string | null): Entity {
    const state: EntityState = {
      ...this.state,
      available: this.isAnnounced && device.isAvailable,
      assumed: false,
      reportedAt: this.reportedAt,
      unread: this.unread,
    }
    return describeEntity({
      id: this.id,
      source: this.#source,
      address: this.address,
      kind: this.kind,
      name: this.name,
      deviceClass: this.#deviceClass,
      category: null,
      announced: this.isAnnounced,
      device: deviceWithKey(key, device.info),
      origin: device.origin,
      can: this.can,
      confirmation: 'acknowledged',
      state,
      limitations: this.isAnnounced ? this.limitations : [...this.limitations, NOT_ANNOUNCED],
    })
  }
}
