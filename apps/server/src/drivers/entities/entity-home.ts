import type { Charge } from '@senca/contract'
import type { Entity } from './entity.ts'
import type { EntityCommand, EntityPublish } from './entity-model.ts'
import type { EntityStep } from './part-commands.ts'
import type { PartRules } from './part-state.ts'

/** An entity that is a part of a device. */
export interface Binding extends PartRules {
  entityId: string
  deviceId: string
  lockCode: string | null
  unlockSeconds: number | null
  travelMs: number | null
}

/** The hardware of an account, as an entity of it needs it. */
export interface EntityHome {
  find(id: string): Entity | null
  /** The charge of the battery of its hardware; null if none was reported. */
  chargeOf(id: string): Charge | null
  commandsFor(id: string, step: EntityStep): EntityCommand
  /** The topic whose subscriber receives its commands; null if it takes none. */
  commandTopicOf(id: string): string | null
  /** The hardware was handed a command. */
  sent(id: string, step: EntityStep): void
  maintenanceFor(id: string, what: 'restart' | 'recalibrate'): EntityCommand
  /** Whether the broker of an entity can be reached at all. */
  isConnected(id: string): boolean
  /** Whether this instance reports what it says; of several that receive it, one does. */
  isReporter(id: string): boolean
  /** Whether somebody receives what is published on this topic, as far as the broker says. */
  hasSubscriber(id: string, topic: string): boolean
  /** Resolves to false if nobody received it within a second; then nobody will. */
  publish(id: string, message: EntityPublish): Promise<boolean>
  /** Reads the bindings of the account again, and gives them to the driver. */
  rebind(): Promise<void>
}
