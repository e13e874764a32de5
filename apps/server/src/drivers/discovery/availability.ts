import * as z from 'zod/mini'
import { isJsonObject, type JsonObject } from '../entities/json-object.ts'
import { unreadableOptions } from '../entities/unreadable-options.ts'
import { optionalTopic, optionalWord, template, topic } from './options.ts'
import type { Payload } from './payload.ts'
import { Refused } from './refused.ts'
import type { ReadValue, TemplateReader } from './templates.ts'

const MAX_ENTRIES = 10

const Entry = z.object({
  topic,
  payload_available: optionalWord,
  payload_not_available: optionalWord,
  value_template: template,
})

const Schema = z.object({
  availability: z.optional(z.array(Entry).check(z.maxLength(MAX_ENTRIES))),
  availability_topic: optionalTopic,
  availability_template: template,
  availability_mode: z.optional(z.enum(['latest', 'all', 'any'])),
  payload_available: optionalWord,
  payload_not_available: optionalWord,
})

interface Source {
  available: string
  notAvailable: string
  read: ReadValue | null
}

/** Whether an entity is available, by the last word of each of its topics. */
export class Availability {
  readonly #mode: 'latest' | 'all' | 'any'
  readonly #sources = new Map<string, Source>()
  readonly #last = new Map<string, boolean>()
  #latest = false

  constructor(options: JsonObject, templates: TemplateReader) {
    const given = options.availability
    const parsed = Schema.safeParse({ ...options, ...(isJsonObject(given) && { availability: [given] }) })
    if (!parsed.success) throw new Refused('bad_config', unreadableOptions(parsed.error, 'availability'))
    const { data } = parsed
    if (data.availability !== undefined && data.availability_topic !== undefined) {
      throw new Refused('bad_config', 'availability and availability_topic exclude each other')
    }
    this.#mode = data.availability_mode ?? 'latest'
    const single = data.availability_topic === undefined ? [] : [{ ...data, topic: data.availability_topic }]
    const entries =
      data.availability ?? single.map((one) => ({ ...one, value_template: one.availability_template }))
    for (const entry of entries) {
      this.#sources.set(entry.topic, {
        available: entry.payload_available ?? 'online',
        notAvailable: entry.payload_not_available ?? 'offline',
        read: templates.value('availability_template', entry.value_template),
      })
    }
  }

  get topics(): string[] {
    return [...this.#sources.keys()]
  }

  /** Whether the topic says something of the availability. */
  has(topic: string): boolean {
    return this.#sources.has(topic)
  }

  receive(topic: string, payload: Payload): void {
    const source = this.#sources.get(topic)
    const word = source?.read?.(payload)
    if (source === undefined || (word !== source.available && word !== source.notAvailable)) return
    this.#latest = word === source.available
    this.#last.set(topic, this.#latest)
  }

  isAvailable(): boolean {
    if (this.#sources.size === 0) return true
    if (this.#mode === 'latest') return this.#latest
    const words = this.topics.map((topic) => this.#last.get(topic) === true)
    return this.#mode === 'all' ? words.every(Boolean) : words.some(Boolean)
  }

  /** Continues with what the topics said before the entity was announced again. */
  continueFrom(before: Availability): void {
    this.#latest = before.#latest
    for (const [topic, isAvailable] of before.#last) {
      if (this.has(topic)) this.#last.set(topic, isAvailable)
    }
  }
}
