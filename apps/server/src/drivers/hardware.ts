import type { Clock } from '#platform/clock.ts'
import type { Entity, EntityAction, EntitySource } from './entities/entity.ts'
import type {
  Entities,
  EntityAnnouncement,
  EntityEvent,
  EntityNotice,
  EntityPublish,
} from './entities/entity-model.ts'

export { type Binding, ENTITY_DRIVER, type EntityDriver, entityAddress } from './entities/entity-driver.ts'
export { capabilitiesOfPart } from './entities/part-state.ts'
export type { Entity, EntityAction, EntityAnnouncement, EntityEvent, EntityNotice, EntityPublish }

/** The exact topics that entities need, where not all messages arrive. `ready` gets those whose retained messages were received. */
export interface WantedTopics {
  want(topics: readonly string[], ready: (topics: readonly string[]) => void): void
  unwant(topics: readonly string[], ready: (topics: readonly string[]) => void): void
}

export interface HardwareOptions {
  clock: Pick<Clock, 'now' | 'after'>
  report(event: EntityEvent): void
  notice(notice: EntityNotice): void
  /** Sends what hardware is asked without a command. */
  publish(messages: readonly EntityPublish[]): void
  /** The message that is retained for a topic, where all messages of the space arrive; or else the topics that are wanted. */
  topics: { retainedAt(topic: string): { payload: Buffer } | null } | WantedTopics
  /** How many entities of the account are announced elsewhere. */
  elsewhere(): number
  /** By what this server is known: what it announces itself is not listed [BR38]. */
  ownServer?: string | undefined
  /** By default that of Home Assistant. */
  discoveryPrefix?: string | undefined
  /** What speaks in the space: the protocols of a broker, or the Matter process. A client of a broker cannot pass for a Matter node. */
  speaks?: 'mqtt' | 'matter' | undefined
}

/** The port for what third-party hardware announces in one space, by whatever protocol: all messages of the space, or of the filters and wanted topics. */
export interface Hardware extends Required<Entities> {
  /** How many entities are announced, by source. */
  counts(): ReadonlyMap<EntitySource, number>
}

/**
 * What finds hardware at a broker, and what Shelly devices report without being asked. Exact topics are added as entities need them.
 */
export const hardwareFilters = (discoveryPrefix: string): readonly string[] => [
  `${discoveryPrefix}/+/+/config`,
  `${discoveryPrefix}/+/+/+/config`,
  'tasmota/discovery/+/config',
  'tasmota/discovery/+/sensors',
  '+/online',
  '+/events/rpc',
]

export type CreateHardware = (options: HardwareOptions) => Hardware
