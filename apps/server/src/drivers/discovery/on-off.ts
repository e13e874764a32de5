import * as z from 'zod/mini'
import type { EntityAction, OnOffState } from '../entities/entity.ts'
import type { JsonObject } from '../entities/json-object.ts'
import { cannot, type Kind, notPrinted, type Reader, readOptions, sends } from './kind.ts'
import { optionalFlag, optionalTopic, optionalWord, template, topic } from './options.ts'
import type { TemplateReader } from './templates.ts'

const Switch = z.object({
  command_topic: topic,
  command_template: template,
  device_class: z.optional(z.nullable(z.enum(['outlet', 'switch']))),
  optimistic: optionalFlag,
  payload_on: optionalWord,
  payload_off: optionalWord,
  state_on: optionalWord,
  state_off: optionalWord,
  state_topic: optionalTopic,
  value_template: template,
})

/** Reads one of two words, or that nothing is known. */
export function onOffReader(
  state: { on: boolean | null },
  read: ReturnType<TemplateReader['value']>,
  words: { on: string; off: string },
): Reader {
  return (payload) => {
    const word = read?.(payload) ?? null
    if (word === null || word.trim() === '') return 'ignored'
    if (word === words.on) state.on = true
    else if (word === words.off) state.on = false
    else if (word === 'None') state.on = null
    else return { unread: word }
    return 'read'
  }
}

/** A switch by Home Assistant's rules. */
export function createSwitch(given: JsonObject, templates: TemplateReader): Kind<OnOffState> {
  const options = readOptions(Switch, given)
  const state: OnOffState = { on: null }
  const isOptimistic = options.optimistic === true || options.state_topic === undefined
  const payloads = { on: options.payload_on ?? 'ON', off: options.payload_off ?? 'OFF' }
  // An empty word counts as none, as in Home Assistant.
  const words = { on: options.state_on || payloads.on, off: options.state_off || payloads.off }
  const read = templates.value('value_template', options.value_template)
  const write = templates.command('command_template', options.command_template)
  const can: EntityAction[] = write === null ? [] : ['on', 'off']
  return {
    state,
    deviceClass: options.device_class ?? null,
    can,
    isOptimistic,
    limitations: [],
    commandTopics: [options.command_topic],
    readers:
      options.state_topic === undefined ? [] : [[options.state_topic, onOffReader(state, read, words)]],
    commands(action) {
      if (write === null || (action !== 'on' && action !== 'off')) return cannot(action)
      const payload = write(payloads[action])
      return payload === null ? notPrinted() : sends(options.command_topic, payload)
    },
    sent(action) {
      if (isOptimistic) state.on = action === 'on'
    },
  }
}
