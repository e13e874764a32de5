import * as z from 'zod/mini'
import type { OnOffState } from '../entities/entity.ts'
import type { JsonObject } from '../entities/json-object.ts'
import { cannot, type Kind, readOptions } from './kind.ts'
import { onOffReader } from './on-off.ts'
import { optionalPositive, optionalWord, template, topic } from './options.ts'
import type { TemplateReader } from './templates.ts'

/** The classes that say whether something is open; a sensor without a class may be one. */
const CONTACT_CLASSES: readonly unknown[] = ['door', 'garage_door', 'window', 'opening', 'lock']

export const isContact = ({ device_class }: JsonObject): boolean =>
  device_class === undefined || device_class === null || CONTACT_CLASSES.includes(device_class)

const BinarySensor = z.object({
  device_class: z.optional(z.nullable(z.string())),
  expire_after: optionalPositive,
  off_delay: optionalPositive,
  payload_on: optionalWord,
  payload_off: optionalWord,
  state_topic: topic,
  value_template: template,
})

export interface Contact extends Kind<OnOffState> {
  /** It is off this long after each time that it says on; null if it says that itself. */
  offDelayMs: number | null
  /** It is not available when it said nothing for so long; null if that means nothing. */
  expireAfterMs: number | null
}

/** A binary sensor by Home Assistant's rules. */
export function createContact(given: JsonObject, templates: TemplateReader): Contact {
  const options = readOptions(BinarySensor, given)
  const state: OnOffState = { on: null }
  const read = templates.value('value_template', options.value_template)
  const words = { on: options.payload_on ?? 'ON', off: options.payload_off ?? 'OFF' }
  const { off_delay, expire_after } = options
  return {
    state,
    deviceClass: options.device_class ?? null,
    can: [],
    isOptimistic: false,
    limitations: [],
    commandTopics: [],
    readers: [[options.state_topic, onOffReader(state, read, words)]],
    commands: cannot,
    sent: () => undefined,
    offDelayMs: off_delay === undefined ? null : off_delay * 1000,
    expireAfterMs: expire_after === undefined || expire_after === 0 ? null : expire_after * 1000,
  }
}
