import type { Clock } from '#platform/clock.ts'
import type { Entity, EntityAction, EntitySource } from './entities/entity.ts'
import type {
  EntityAnnouncement,
  EntityCommand,
  EntityEvent,
  EntityMessage,
  EntityNotice,
  EntityPublish,
} from './entities/entity-model.ts'

export { type Binding, ENTITY_DRIVER, type EntityDriver, entityAddress } from './entities/entity-driver.ts'
export { capabilitiesOfPart } from './entities/part-state.ts'
export type { Entity, EntityAction, EntityAnnouncement, EntityEvent, EntityNotice, EntityPublish }

export interface HardwareOptions {
  clock: Pick<Clock, 'now' | 'after'>
  report(event: EntityEvent): void
  notice(notice: EntityNotice): void
  /** Sends what hardware is asked without a command. */
  publish(messages: readonly EntityPublish[]): void
  /** The message that is retained for a topic. */
  retainedAt(topic: string): { payload: Buffer } | null
}

/** The port for what third-party hardware announces in one space, by whatever protocol. */
export interface Hardware {
  /** Must be called with all messages of the space, in their order. */
  receive(message: EntityMessage): void
  list(): Entity[]
  /** How many entities are announced, by source. */
  counts(): ReadonlyMap<EntitySource, number>
  find(id: string): Entity | null
  commandsFor(id: string, action: EntityAction, value?: unknown): EntityCommand
  /** The hardware was handed a command: an entity that does not report its state is assumed to follow. */
  sent(id: string, action: EntityAction, value?: unknown): void
  /** A kept entity stays when it is withdrawn, and works again when it is announced again. */
  keep(id: string, isKept: boolean): void
  /** The command that restarts or recalibrates the hardware of an entity. */
  maintenanceFor(id: string, what: 'restart' | 'recalibrate'): EntityCommand
  announcementOf(id: string): EntityAnnouncement | null
  restore(announcement: EntityAnnouncement): void
  /** Withdraws an entity. Returns the topics whose retained messages would announce it again. */
  forget(id: string): readonly string[]
  stop(): void
}

export type CreateHardware = (options: HardwareOptions) => Hardware
