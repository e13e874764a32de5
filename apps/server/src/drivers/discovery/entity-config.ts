import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import type { Confirmation, EntityKind, EntityOrigin, Limitation } from '../entities/entity.ts'
import { entityId } from '../entities/entity-id.ts'
import { cleanText } from '../entities/entity-names.ts'
import type { JsonObject } from '../entities/json-object.ts'
import { Availability } from './availability.ts'
import type { Component } from './config-topic.ts'
import { type Contact, createContact } from './contact.ts'
import { createCover } from './cover.ts'
import { type Identity, readDevice, readOrigin } from './device-identity.ts'
import { type Kind, readOptions } from './kind.ts'
import { createLight } from './light.ts'
import { createLock } from './lock.ts'
import { createSwitch } from './on-off.ts'
import { optionalFlag, qos, word } from './options.ts'
import { encodingOf } from './payload.ts'
import { Refused } from './refused.ts'
import { createTemplateReader, type TemplateCache, type TemplateReader } from './templates.ts'

const MAX_TOPICS = 20
const MAX_TEMPLATES = 20

const Common = z.object({
  enabled_by_default: optionalFlag,
  encoding: z.optional(z.nullable(z.string())),
  entity_category: z.optional(z.nullable(z.enum(['config', 'diagnostic']))),
  name: z.optional(z.nullable(word)),
  qos,
  retain: optionalFlag,
  unique_id: z.optional(z.pipe(word, z.string().check(z.minLength(1), z.maxLength(512)))),
})

const KINDS: Record<Component, EntityKind> = {
  cover: 'cover',
  lock: 'lock',
  light: 'light',
  switch: 'switch',
  binary_sensor: 'contact',
}

const CREATE = {
  cover: createCover,
  lock: createLock,
  light: createLight,
  switch: createSwitch,
} satisfies Partial<Record<EntityKind, (options: JsonObject, templates: TemplateReader) => Kind>>

/** What one announcement says about its entity. */
export interface EntityConfig {
  id: string
  entityKind: EntityKind
  kind: Kind
  contact: Contact | null
  availability: Availability
  name: string | null
  category: 'config' | 'diagnostic' | null
  qos: 0 | 1
  identity: Identity | null
  origin: EntityOrigin | null
  confirmation: Confirmation
  limitations(): Limitation[]
  /** All topics that it reads. */
  topics: string[]
}

interface ConfigOptions {
  compile: TemplateCache
  clock: Pick<Clock, 'now'>
  /** A template was switched off. */
  stopped(detail: string): void
}

const UniqueId = z.object({ unique_id: Common.shape.unique_id })

/** The id that the entity of these options has. `place` is its config topic, with the key of its component. */
export const idOf = (component: Component, options: JsonObject, place: string): string =>
  entityId('home-assistant', KINDS[component], readOptions(UniqueId, options).unique_id ?? place)

/** Reads the options of one entity, or refuses them. `place` is its config topic, with the key of its component. */
export function readEntityConfig(
  component: Component,
  options: JsonObject,
  place: string,
  { compile, clock, stopped }: ConfigOptions,
): EntityConfig {
  const entityKind = KINDS[component]
  const common = readOptions(Common, options)
  const encoding = encodingOf(common.encoding ?? (common.encoding === undefined ? 'utf-8' : ''))
  const templates = createTemplateReader({ compile, clock, encoding, stopped })
  const contact = entityKind === 'contact' ? createContact(options, templates) : null
  const kind: Kind = contact ?? CREATE[entityKind === 'contact' ? 'switch' : entityKind](options, templates)
  const availability = new Availability(options, templates)
  const topics = [...new Set([...kind.readers.map(([topic]) => topic), ...availability.topics])]
  if (topics.length + kind.commandTopics.length > MAX_TOPICS || templates.count > MAX_TEMPLATES) {
    throw new Refused('bad_config', 'the entity has over 20 topics or templates')
  }
  const name = cleanText(common.name ?? '')
  return {
    id: entityId('home-assistant', entityKind, common.unique_id ?? place),
    entityKind,
    kind,
    contact,
    availability,
    name: name === '' ? null : name,
    category: common.entity_category ?? null,
    qos: common.qos ?? 0,
    identity: readDevice(options),
    origin: readOrigin(options),
    confirmation: kind.isOptimistic || kind.readers.length === 0 ? 'none' : 'reported',
    limitations: () => [
      ...templates.limitations,
      ...kind.limitations,
      ...fixedLimitations(kind, common.enabled_by_default !== false, encoding !== null),
    ],
    topics,
  }
}

function fixedLimitations(kind: Kind, isEnabled: boolean, isRead: boolean): Limitation[] {
  const limitations: Limitation[] = []
  if (!isRead)
    limitations.push({ code: 'encoding_not_supported', detail: 'its messages are no text that is read' })
  if (kind.readers.length === 0) limitations.push({ code: 'no_state', detail: 'it does not say its state' })
  if (!isEnabled) limitations.push({ code: 'off_by_default', detail: 'its maker switched it off by default' })
  return limitations
}
