import type { ErrorCode } from '@senca/contract'
import type * as z from 'zod/mini'
import type { EntityAction, KindState, Limitation } from '../entities/entity.ts'
import type { JsonObject } from '../entities/json-object.ts'
import { unreadableOptions } from '../entities/unreadable-options.ts'
import type { Payload } from './payload.ts'
import { Refused } from './refused.ts'

/** The result of a message: its state was read, it says nothing about it, or it has a word that nobody knows. */
export type ReadOutcome = 'read' | 'ignored' | { unread: string }

export type Reader = (payload: Payload) => ReadOutcome

/** Several topics may be the same one; their readers run in this order. */
export type Readers = readonly (readonly [topic: string, read: Reader])[]

export type KindCommand =
  | { messages: { topic: string; payload: string }[] }
  | { error: ErrorCode; detail: string }

/** What the announcement of one kind means. Its state is changed in place. */
export interface Kind<State extends KindState = KindState> {
  state: State
  deviceClass: string | null
  can: EntityAction[]
  /** The state is what was sent last. */
  isOptimistic: boolean
  readers: Readers
  limitations: Limitation[]
  commands(action: EntityAction, value: unknown): KindCommand
  /** Called when the hardware was handed what `commands` returned, to assume what it says nothing about. */
  sent(action: EntityAction, value: unknown): void
  /** The topics that are published to. */
  commandTopics: string[]
}

export const sends = (topic: string, payload: string): KindCommand => ({ messages: [{ topic, payload }] })

export const cannot = (action: string): KindCommand => ({
  error: 'device_unsupported_action',
  detail: `the entity has no ${action}`,
})

export const badValue = (detail: string): KindCommand => ({ error: 'bad_command_value', detail })

/** The template of a command printed nothing that could be sent. */
export const notPrinted = (): KindCommand => ({
  error: 'device_update_failed',
  detail: 'the template of the command does not print',
})

/** Reads options by a schema, or refuses the announcement. */
export function readOptions<T extends z.ZodMiniType>(schema: T, options: JsonObject): z.output<T> {
  const parsed = schema.safeParse(options)
  if (parsed.success) return parsed.data
  throw new Refused('bad_config', unreadableOptions(parsed.error))
}

/** A template needs the topic whose messages it reads or writes. */
export function needsTopic(options: JsonObject, ...pairs: readonly [option: string, topic: string][]): void {
  for (const [option, topic] of pairs) {
    if (options[option] !== undefined && options[topic] === undefined) {
      throw new Refused('bad_config', `${option} needs ${topic}`)
    }
  }
}

/** A number from 0 to 1 on the product's scale, null for another value. */
export const shareIn = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : null
