import * as z from 'zod/mini'
import type { EntityAction, LightState } from '../entities/entity.ts'
import type { JsonObject } from '../entities/json-object.ts'
import { brightnessFromDevice, brightnessSteps } from '../entities/scales.ts'
import type { Value } from '../templates/values.ts'
import {
  cannot,
  type Kind,
  type KindCommand,
  notPrinted,
  type Reader,
  type ReadOutcome,
  readOptions,
  sends,
} from './kind.ts'
import { lightKind } from './light-commands.ts'
import { optionalFlag, optionalTopic, topic, word } from './options.ts'
import type { TemplateReader, WriteValue } from './templates.ts'

const TemplateLight = z.object({
  command_topic: topic,
  command_on_template: word,
  command_off_template: word,
  brightness_template: z.optional(word),
  optimistic: optionalFlag,
  state_topic: optionalTopic,
  state_template: z.optional(word),
})

const FULL = 255
const WHOLE = /^\s*\+?\d{1,9}\s*$/
const STATES: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['on', true],
  ['off', false],
  ['None', null],
])

/** A light whose messages are templates: Home Assistant's template schema. */
export function createTemplateLight(given: JsonObject, templates: TemplateReader): Kind<LightState> {
  const options = readOptions(TemplateLight, given)
  const state: LightState = { on: null, brightness: null }
  const writeOn = templates.command('command_on_template', options.command_on_template)
  const writeOff = templates.command('command_off_template', options.command_off_template)
  const readState = templates.value('state_template', options.state_template)
  const dims = options.brightness_template !== undefined
  const readLevel = dims ? templates.value('brightness_template', options.brightness_template) : null
  const isOptimistic =
    options.optimistic === true || options.state_topic === undefined || options.state_template === undefined
  const can: EntityAction[] = []
  if (writeOn !== null) can.push('on')
  if (writeOff !== null) can.push('off')
  if (writeOn !== null && dims) can.push('setBrightness')

  function stateWord(word: string | null): ReadOutcome {
    if (word === null || word === '') return 'ignored'
    const on = STATES.get(word)
    if (on === undefined) return { unread: word }
    state.on = on
    return 'read'
  }

  const reader: Reader = (payload) => {
    const outcome = stateWord(readState?.(payload) ?? null)
    const level = readLevel?.(payload) ?? ''
    if (!WHOLE.test(level) || Number(level) < 1) return outcome
    state.brightness = brightnessFromDevice(Number(level), FULL)
    return 'read'
  }

  function send(action: EntityAction, write: WriteValue | null, variables: [string, Value][]): KindCommand {
    if (write === null) return cannot(action)
    const payload = write(null, new Map(variables))
    return payload === null ? notPrinted() : sends(options.command_topic, payload)
  }

  return lightKind({
    state,
    can,
    isOptimistic,
    readers: options.state_topic === undefined ? [] : [[options.state_topic, reader]],
    commandTopics: [options.command_topic],
    turnOn: (brightness: number | null): KindCommand =>
      send('on', writeOn, [
        ['state', true],
        ...(brightness === null ? [] : [['brightness', brightnessSteps(brightness)] as [string, Value]]),
      ]),
    turnOff: () => send('off', writeOff, [['state', false]]),
    assumes: { on: isOptimistic, brightness: isOptimistic },
  })
}
