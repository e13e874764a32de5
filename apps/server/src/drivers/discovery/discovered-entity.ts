import type { Clock } from '#platform/clock.ts'
import { describeEntity, deviceWithKey, NOT_ANNOUNCED } from '../entities/describe-entity.ts'
import type { Entity, EntityState, Limitation } from '../entities/entity.ts'
import { unreadWord } from '../entities/entity-names.ts'
import type { EntityConfig } from './entity-config.ts'
import type { ReadOutcome } from './kind.ts'
import type { Payload } from './payload.ts'

/** Where an entity was announced. */
export interface Place {
  topic: string
  /** The key of its component in a device's message, else empty. */
  key: string
  address: string
  payload: Buffer
}

export interface Received {
  outcome: 'read' | 'ignored' | 'unread'
  hasChanged: boolean
  availabilityChanged: boolean
}

/** An entity of Home Assistant's discovery: what was announced last, and what it said since. */
export class DiscoveredEntity {
  isKept = false
  isListed = false
  isAnnounced = true
  /** Its topic said that it is going to be announced on another one. */
  isMigrating = false
  place: Place
  readonly config: EntityConfig
  readonly #clock: Pick<Clock, 'now' | 'after'>
  readonly #timeOver: (change: 'available' | 'state') => void
  #reportedAt: Date | null = null
  #unread: string | null = null
  #isExpired: boolean
  #described: { key: string | null; place: Place; limitations: number; entity: Entity } | null = null
  #endOffDelay: (() => void) | null = null
  #endExpiry: (() => void) | null = null

  constructor(
    place: Place,
    config: EntityConfig,
    clock: Pick<Clock, 'now' | 'after'>,
    timeOver: (change: 'available' | 'state') => void,
  ) {
    this.place = place
    this.config = config
    this.#clock = clock
    this.#timeOver = timeOver
    this.#isExpired = config.contact !== null && config.contact.expireAfterMs !== null
  }

  get id(): string {
    return this.config.id
  }

  get topics(): readonly string[] {
    return this.isAnnounced ? this.config.topics : []
  }

  isAvailable(): boolean {
    return this.isAnnounced && !this.#isExpired && this.config.availability.isAvailable()
  }

  /** Takes over what was known before the entity was announced again. */
  continueFrom(before: DiscoveredEntity): void {
    const { kind, availability } = this.config
    const known = Object.entries(before.config.kind.state).filter(([name]) => name in kind.state)
    Object.assign(kind.state, Object.fromEntries(known))
    if ('brightness' in kind.state && !kind.can.includes('setBrightness')) kind.state.brightness = null
    availability.continueFrom(before.config.availability)
    this.isKept = before.isKept
    this.isListed = before.isListed
    this.#reportedAt = before.#reportedAt
    this.#unread = before.#unread
    if (!before.#isExpired && this.#isExpired) this.#startExpiry()
    before.stop()
  }

  receive(topic: string, payload: Payload, isRetained: boolean): Received {
    const wasAvailable = this.isAvailable()
    this.config.availability.receive(topic, payload)
    const before = JSON.stringify(this.config.kind.state)
    const outcomes = this.#read(topic, payload)
    const hasChanged = JSON.stringify(this.config.kind.state) !== before
    const outcome = this.#remember(outcomes, isRetained, hasChanged)
    return { outcome, hasChanged, availabilityChanged: this.isAvailable() !== wasAvailable }
  }

  #read(topic: string, payload: Payload): ReadOutcome[] {
    const readers = this.config.kind.readers.filter(([of]) => of === topic)
    if (readers.length > 0) this.#startExpiry()
    const outcomes = readers.map(([, read]) => read(payload))
    if (outcomes.includes('read')) this.#startOffDelay()
    return outcomes
  }

  /** A retained word that changes the state says nothing about its age [HW39]. */
  #remember(outcomes: readonly ReadOutcome[], isRetained: boolean, hasChanged: boolean): Received['outcome'] {
    const unread = outcomes.find((outcome) => typeof outcome === 'object')
    if (unread !== undefined) this.#unread = unreadWord(unread.unread)
    if (!outcomes.includes('read')) return unread === undefined ? 'ignored' : 'unread'
    if (unread === undefined) this.#unread = null
    if (!isRetained) this.#reportedAt = this.#clock.now()
    else if (hasChanged) this.#reportedAt = null
    return 'read'
  }

  #startExpiry(): void {
    const expireAfterMs = this.config.contact?.expireAfterMs ?? null
    if (expireAfterMs === null) return
    this.#isExpired = false
    this.#endExpiry?.()
    this.#endExpiry = this.#clock.after(expireAfterMs, () => {
      this.#isExpired = true
      this.#timeOver('available')
    })
  }

  #startOffDelay(): void {
    const { contact } = this.config
    if (contact === null || contact.offDelayMs === null) return
    this.#endOffDelay?.()
    this.#endOffDelay = null
    if (contact.state.on !== true) return
    this.#endOffDelay = this.#clock.after(contact.offDelayMs, () => {
      contact.state.on = false
      this.#timeOver('state')
    })
  }

  stop(): void {
    this.#endOffDelay?.()
    this.#endExpiry?.()
  }

  state(): EntityState {
    const { entityKind, kind } = this.config
    const reported = {
      available: this.isAvailable(),
      assumed: kind.isOptimistic,
      reportedAt: this.#reportedAt,
      unread: this.#unread,
    }
    const { state } = kind
    if (entityKind === 'cover' && 'closed' in state) return { kind: entityKind, ...reported, ...state }
    if (entityKind === 'lock' && 'lockState' in state) return { kind: entityKind, ...reported, ...state }
    if (entityKind === 'light' && 'brightness' in state) return { kind: entityKind, ...reported, ...state }
    const on = 'on' in state ? state.on : null
    return { kind: entityKind === 'switch' ? 'switch' : 'contact', ...reported, on }
  }

  /** What does not depend on its state is kept, because each report asks for it several times. */
  describe(key: string | null): Entity {
    const limitations = this.config.limitations()
    const known = this.#described
    const isSame =
      known !== null &&
      known.key === key &&
      known.place === this.place &&
      known.entity.announced === this.isAnnounced &&
      known.limitations === limitations.length
    if (isSame) return { ...known.entity, state: this.state() }
    const entity = this.#describeAnew(key, limitations)
    this.#described = { key, place: this.place, limitations: limitations.length, entity }
    return entity
  }

  #describeAnew(key: string | null, limitations: readonly Limitation[]): Entity {
    const { config, place } = this
    return describeEntity({
      id: config.id,
      source: 'home-assistant',
      address: place.address,
      kind: config.entityKind,
      name: config.name ?? config.identity?.device.name ?? place.address,
      deviceClass: config.kind.deviceClass,
      category: config.category,
      announced: this.isAnnounced,
      device: deviceWithKey(key, config.identity?.device ?? null),
      origin: config.origin,
      can: config.kind.can,
      confirmation: config.confirmation,
      state: this.state(),
      limitations: this.isAnnounced ? [...limitations] : [...limitations, NOT_ANNOUNCED],
    })
  }
}
