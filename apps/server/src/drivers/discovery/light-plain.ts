import * as z from 'zod/mini'
import type { EntityAction, LightState } from '../entities/entity.ts'
import type { JsonObject } from '../entities/json-object.ts'
import { brightnessFromDevice, brightnessToDevice, numberIn } from '../entities/scales.ts'
import { type Kind, type KindCommand, notPrinted, type Reader, type Readers, readOptions } from './kind.ts'
import { lightKind } from './light-commands.ts'
import { onOffReader } from './on-off.ts'
import { optionalFlag, optionalScale, optionalTopic, optionalWord, template, topic } from './options.ts'
import type { TemplateReader } from './templates.ts'

const PlainLight = z.object({
  command_topic: topic,
  brightness_command_topic: optionalTopic,
  brightness_command_template: template,
  brightness_scale: optionalScale,
  brightness_state_topic: optionalTopic,
  brightness_value_template: template,
  on_command_type: z.optional(z.enum(['last', 'first', 'brightness'])),
  optimistic: optionalFlag,
  payload_on: optionalWord,
  payload_off: optionalWord,
  state_topic: optionalTopic,
  state_value_template: template,
})

/** A light with a topic for each thing it says and does: Home Assistant's default schema. */
export function createPlainLight(given: JsonObject, templates: TemplateReader): Kind<LightState> {
  const options = readOptions(PlainLight, given)
  const state: LightState = { on: null, brightness: null }
  const scale = options.brightness_scale ?? 255
  const words = { on: options.payload_on ?? 'ON', off: options.payload_off ?? 'OFF' }
  const readState = templates.value('state_value_template', options.state_value_template)
  const readBrightness = templates.value('brightness_value_template', options.brightness_value_template)
  const writeBrightness = templates.command(
    'brightness_command_template',
    options.brightness_command_template,
  )
  const { command_topic, brightness_command_topic, state_topic, brightness_state_topic } = options
  const isOptimistic = options.optimistic === true || state_topic === undefined
  const assumes = {
    on: isOptimistic,
    brightness:
      isOptimistic || (brightness_command_topic !== undefined && brightness_state_topic === undefined),
  }
  const can: EntityAction[] = ['on', 'off']
  const dims = brightness_command_topic !== undefined && writeBrightness !== null
  if (dims) can.push('setBrightness')
  const how = options.on_command_type ?? 'last'

  const brightnessReader: Reader = (payload) => {
    const text = readBrightness?.(payload) ?? null
    if (text === null || text === '') return 'ignored'
    const value = numberIn(text)
    if (value === null) return { unread: text }
    if (value <= 0) return 'ignored'
    state.brightness = brightnessFromDevice(value, scale)
    return 'read'
  }

  function turnOn(given: number | null): KindCommand {
    const on = { topic: command_topic, payload: words.on }
    // A light that is switched on by its brightness gets the last one, or the full.
    const brightness = how === 'brightness' && dims ? (given ?? state.brightness ?? 1) : given
    if (brightness === null || brightness_command_topic === undefined || writeBrightness === null) {
      return { messages: [on] }
    }
    const payload = writeBrightness(brightnessToDevice(brightness, scale))
    if (payload === null) return notPrinted()
    const dim = { topic: brightness_command_topic, payload }
    if (how === 'brightness') return { messages: [dim] }
    return { messages: how === 'first' ? [on, dim] : [dim, on] }
  }

  const readers: Readers = [
    ...(state_topic === undefined ? [] : [[state_topic, onOffReader(state, readState, words)] as const]),
    ...(brightness_state_topic === undefined || brightness_command_topic === undefined
      ? []
      : [[brightness_state_topic, brightnessReader] as const]),
  ]
  return lightKind({
    state,
    can,
    isOptimistic,
    readers,
    commandTopics: [command_topic, brightness_command_topic].filter((one) => one !== undefined),
    turnOn,
    turnOff: () => ({ messages: [{ topic: command_topic, payload: words.off }] }),
    assumes,
  })
}
