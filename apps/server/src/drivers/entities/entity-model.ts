import { type Charge, type ErrorCode, LIMITS } from '@senca/contract'
import type { Clock } from '#platform/clock.ts'
import type { DeviceGroups } from './device-groups.ts'
import type { Entity, EntityAction } from './entity.ts'

export interface EntityMessage {
  topic: string
  payload: Buffer
  /** Delivered because of a subscription or restored at a start. A live publish that carries the flag is none. */
  retained: boolean
}

/** What is sent to hardware. It is never retained. */
export interface EntityPublish {
  topic: string
  payload: string
  qos: 0 | 1
}

export type NoticeCode =
  | 'bad_topic'
  | 'not_json'
  | 'bad_config'
  | 'bad_template'
  | 'template_stopped'
  | 'duplicate_unique_id'
  | 'too_many_entities'

/** Why an announcement was not taken, or what of it is left out from now on. */
export interface EntityNotice {
  code: NoticeCode
  topic: string
  detail: string
}

export type EntityEvent =
  /** It is listed: no message on its topics can be missed from now on. */
  | { event: 'appeared'; id: string }
  /** It was announced otherwise, withdrawn while it is kept, or its availability or limitations changed. */
  | { event: 'changed'; id: string }
  /** A message about its state was read. */
  | { event: 'reported'; id: string; isLive: boolean; hasChanged: boolean }
  /** The hardware answered the command with this number: with an error, or with none. */
  | { event: 'acknowledged'; id: string; command: number; error: ErrorCode | null; detail?: string }
  /** Another instance of the server has handed it a command; `value` is a share. */
  | { event: 'commanded'; id: string; action: EntityAction; value: number | undefined }
  /** The hardware says that it could not do what it was asked. */
  | { event: 'failed'; id: string; error: ErrorCode; detail: string }
  /** The charge of the battery of its hardware has changed. */
  | { event: 'charged'; id: string }
  | { event: 'gone'; id: string }

export interface EntityModelOptions {
  clock: Pick<Clock, 'now' | 'after'>
  groups: DeviceGroups
  /** How many entities may be announced at this time. */
  maxEntities?(): number
  report(event: EntityEvent): void
  notice(notice: EntityNotice): void
  /** Topics that entities need from now on, and such that none needs any more. */
  topicsChanged(change: { added: readonly string[]; removed: readonly string[] }): void
  /** Sends what the model asks the hardware by itself. */
  publish(messages: readonly EntityPublish[]): void
}

export interface EntityAnnouncement {
  topic: string
  payload: Buffer
}

export type EntityCommand =
  | { messages: readonly EntityPublish[]; command: number | null }
  | { error: ErrorCode; detail: string }

/** Entities that hardware announces, and what is sent to them. */
export interface Entities {
  /** Must be called with messages in their order. */
  receive(message: EntityMessage): void
  list(): Entity[]
  /** The charge of the battery of its hardware; null if none was reported. Absent if hardware of the protocol has no batteries. */
  chargeOf?(id: string): Charge | null
  /** Null if there is none, or its topics are not subscribed yet. */
  find(id: string): Entity | null
  /** `value` is 0 to 1 on the product's scale; the code for locks. `seconds` is for locks that end an unlock by themselves. */
  commandsFor(id: string, action: EntityAction, value?: unknown, seconds?: number): EntityCommand
  /** The topic whose subscriber receives the commands of an entity; null if it takes none, or is not known. */
  commandTopicOf(id: string): string | null
  /** The hardware was handed a command: an entity that does not report its state is assumed to follow. */
  sent(id: string, action: EntityAction, value?: unknown): void
  /** A kept entity stays when it is withdrawn, and works again when it is announced again. */
  keep(id: string, isKept: boolean): void
  /** The command that restarts or recalibrates the hardware of an entity. */
  maintenanceFor(id: string, what: 'restart' | 'recalibrate'): EntityCommand
  /** What announced it, to be restored after a restart. */
  announcementOf(id: string): EntityAnnouncement | null
  restore(announcement: EntityAnnouncement): void
  /** Withdraws what its hardware never removed. Returns the topics whose retained messages would announce it again. */
  forget(id: string): readonly string[]
  /** Ends all timers. */
  stop(): void
}

/** The entities of one protocol in one broker. It knows no connection. */
export interface EntityModel extends Entities {
  /** The filters that find entities; exact topics are asked for by `topicsChanged`. */
  readonly filters: readonly string[]
  /** These topics are subscribed, and their retained messages were received. */
  subscribed(topics: readonly string[]): void
  /** How many entities are announced or kept, listed or not. */
  size(): number
}

export const defaultMaxEntities = () => LIMITS.MQTT_ENTITIES_PER_ACCOUNT

export const refusal = (error: ErrorCode, detail: string): EntityCommand => ({ error, detail })
