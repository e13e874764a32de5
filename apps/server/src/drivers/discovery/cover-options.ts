import * as z from 'zod/mini'
import type { JsonObject } from '../entities/json-object.ts'
import { needsTopic } from './kind.ts'
import {
  optionalFlag,
  optionalTopic,
  optionalWhole,
  optionalWord,
  removableWord,
  template,
} from './options.ts'
import { Refused } from './refused.ts'

const CLASSES = [
  'awning',
  'blind',
  'curtain',
  'damper',
  'door',
  'garage',
  'gate',
  'shade',
  'shutter',
  'window',
] as const

/** The options of a cover, with Home Assistant's names. */
export const Cover = z.object({
  command_topic: optionalTopic,
  device_class: z.optional(z.nullable(z.enum(CLASSES))),
  optimistic: optionalFlag,
  payload_open: removableWord,
  payload_close: removableWord,
  payload_stop: removableWord,
  position_open: optionalWhole,
  position_closed: optionalWhole,
  position_topic: optionalTopic,
  position_template: template,
  set_position_topic: optionalTopic,
  set_position_template: template,
  state_topic: optionalTopic,
  value_template: template,
  state_open: optionalWord,
  state_opening: optionalWord,
  state_closed: optionalWord,
  state_closing: optionalWord,
  state_stopped: optionalWord,
  tilt_command_topic: optionalTopic,
  tilt_command_template: template,
  tilt_status_topic: optionalTopic,
  tilt_status_template: template,
  tilt_min: optionalWhole,
  tilt_max: optionalWhole,
  tilt_opened_value: optionalWhole,
  tilt_closed_value: optionalWhole,
  tilt_optimistic: optionalFlag,
})

export type CoverOptions = z.output<typeof Cover>

/** Refuses what excludes each other, and templates without a topic. */
export function checkOptions(given: JsonObject, options: CoverOptions): void {
  needsTopic(
    given,
    ['set_position_topic', 'position_topic'],
    ['value_template', 'state_topic'],
    ['position_template', 'position_topic'],
    ['set_position_template', 'set_position_topic'],
    ['tilt_command_template', 'tilt_command_topic'],
    ['tilt_status_template', 'tilt_status_topic'],
  )
  const { position_open = 100, position_closed = 0, tilt_min = 0, tilt_max = 100 } = options
  if (position_open === position_closed || tilt_min === tilt_max) {
    throw new Refused('bad_config', 'open and closed are the same value')
  }
}

/** Home Assistant's rule: for each of position, state and tilt there is nothing, or only something to command it by. */
export function isOptimistic(options: CoverOptions): boolean {
  const isSilent = (command: string | undefined, state: string | undefined) =>
    state === undefined || (command === undefined && state === undefined)
  return (
    options.optimistic === true ||
    (isSilent(options.set_position_topic, options.position_topic) &&
      isSilent(options.command_topic, options.state_topic) &&
      isSilent(options.tilt_command_topic, options.tilt_status_topic))
  )
}
