import * as z from 'zod/mini'
import type { EntityAction, LightState } from '../entities/entity.ts'
import type { JsonObject } from '../entities/json-object.ts'
import { brightnessFromDevice, brightnessToDevice } from '../entities/scales.ts'
import { readJson } from '../templates/payload-json.ts'
import { type Dict, Float, isDict } from '../templates/values.ts'
import { type Kind, type KindCommand, type Reader, readOptions, sends } from './kind.ts'
import { lightKind } from './light-commands.ts'
import { optionalFlag, optionalScale, optionalTopic, topic } from './options.ts'
import { Refused } from './refused.ts'
import type { TemplateReader } from './templates.ts'

const MODES = ['onoff', 'brightness', 'color_temp', 'hs', 'xy', 'rgb', 'rgbw', 'rgbww', 'white'] as const

const JsonLight = z.object({
  command_topic: topic,
  brightness: optionalFlag,
  brightness_scale: optionalScale,
  optimistic: optionalFlag,
  state_topic: optionalTopic,
  supported_color_modes: z.optional(z.nullable(z.array(z.enum(MODES)).check(z.maxLength(MODES.length)))),
})

const STATES: ReadonlyMap<unknown, boolean | null> = new Map<unknown, boolean | null>([
  ['ON', true],
  ['OFF', false],
  [null, null],
])

/** A light that speaks JSON: Home Assistant's json schema. */
export function createJsonLight(given: JsonObject, templates: TemplateReader): Kind<LightState> {
  const options = readOptions(JsonLight, given)
  const modes = new Set<string>(options.supported_color_modes ?? [])
  checkModes(options.supported_color_modes ?? null, modes)
  const state: LightState = { on: null, brightness: null }
  const scale = options.brightness_scale ?? 255
  const dims = modes.size > 0 ? !modes.has('onoff') : options.brightness === true
  const isOptimistic = options.optimistic === true || options.state_topic === undefined
  const can: EntityAction[] = dims ? ['on', 'off', 'setBrightness'] : ['on', 'off']
  const read = templates.value('state_topic', undefined)

  const reader: Reader = (payload) => {
    const text = read?.(payload) ?? null
    if (text === null || text === '') return 'ignored'
    const values = readJson(text)?.value
    if (values === undefined || !isDict(values)) return { unread: text }
    const reported = values.get('state')
    const on = STATES.get(reported)
    if (on !== undefined) state.on = on
    const hasBrightness = dims && readBrightness(values, state, scale)
    if (on !== undefined || hasBrightness) return 'read'
    return reported === undefined ? 'ignored' : { unread: text }
  }

  const send = (message: Record<string, unknown>): KindCommand =>
    sends(options.command_topic, JSON.stringify(message))
  return lightKind({
    state,
    can,
    isOptimistic,
    readers: options.state_topic === undefined ? [] : [[options.state_topic, reader]],
    commandTopics: [options.command_topic],
    turnOn: (brightness: number | null): KindCommand =>
      send({
        state: 'ON',
        ...(brightness !== null && { brightness: brightnessToDevice(brightness, scale) }),
      }),
    turnOff: () => send({ state: 'OFF' }),
    assumes: { on: isOptimistic, brightness: isOptimistic },
  })
}

/** A brightness of zero, or none that is a number, leaves the stored one. */
function readBrightness(values: Dict, state: LightState, scale: number): boolean {
  const reported = values.get('brightness')
  const value = reported instanceof Float ? reported.value : reported
  if (typeof value !== 'number' || value <= 0) return false
  state.brightness = brightnessFromDevice(value, scale)
  return true
}

function checkModes(given: readonly string[] | null, modes: ReadonlySet<string>): void {
  if (given === null) return
  const alone = modes.has('onoff') || modes.has('brightness')
  const hasColour = ['hs', 'xy', 'rgb', 'rgbw', 'rgbww'].some((mode) => modes.has(mode))
  if (modes.size === 0 || (alone && modes.size > 1) || (modes.has('white') && !hasColour)) {
    throw new Refused('bad_config', 'the colour modes exclude each other')
  }
}
