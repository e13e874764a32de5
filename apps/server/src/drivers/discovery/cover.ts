import type { CoverState, EntityAction, Limitation } from '../entities/entity.ts'
import { isSupportedCover } from '../entities/entity-names.ts'
import type { JsonObject } from '../entities/json-object.ts'
import { fromPercent, percentOpenOf, productOf } from '../entities/scales.ts'
import { Cover, checkOptions, isOptimistic } from './cover-options.ts'
import { createCoverReaders } from './cover-readers.ts'
import {
  badValue,
  cannot,
  type Kind,
  type KindCommand,
  notPrinted,
  readOptions,
  sends,
  shareIn,
} from './kind.ts'
import type { TemplateReader } from './templates.ts'

/** A cover by Home Assistant's rules. */
export function createCover(given: JsonObject, templates: TemplateReader): Kind<CoverState> {
  const options = readOptions(Cover, given)
  checkOptions(given, options)
  const state: CoverState = { closed: null, moving: 'none', position: null, inclination: null }
  const { position_open = 100, position_closed = 0, tilt_min = 0, tilt_max = 100 } = options
  const position = { open: position_open, closed: position_closed }
  const tilt = { open: tilt_max, closed: tilt_min }
  const variables = new Map([
    ['position_open', position_open],
    ['position_closed', position_closed],
    ['tilt_min', tilt_min],
    ['tilt_max', tilt_max],
  ])
  const optimistic = isOptimistic(options)
  const assumed = { tilt: options.tilt_optimistic === true || options.tilt_status_topic === undefined }
  const writePosition = templates.command('set_position_template', options.set_position_template, variables)
  const writeTilt = templates.command('tilt_command_template', options.tilt_command_template, variables)
  const words = {
    open: options.payload_open === undefined ? 'OPEN' : options.payload_open,
    close: options.payload_close === undefined ? 'CLOSE' : options.payload_close,
    stop: options.payload_stop === undefined ? 'STOP' : options.payload_stop,
  }
  const { command_topic, set_position_topic, tilt_command_topic } = options
  const deviceClass = options.device_class ?? null

  const can: EntityAction[] = []
  if (command_topic !== undefined) {
    for (const action of ['open', 'close', 'stop'] as const) if (words[action] !== null) can.push(action)
  }
  if (set_position_topic !== undefined && writePosition !== null) can.push('setPosition')
  // Who can set the tilt can open and close it, so these two are not listed.
  if (tilt_command_topic !== undefined && writeTilt !== null) can.push('setTilt')

  const tiltPercent = (value: number) => ((value - tilt.closed) * 100) / (tilt.open - tilt.closed)
  const tiltEnds = { openTilt: options.tilt_opened_value ?? 100, closeTilt: options.tilt_closed_value ?? 0 }

  function setPosition(value: unknown): KindCommand {
    const share = shareIn(value)
    if (set_position_topic === undefined || writePosition === null) return cannot('setPosition')
    if (share === null) return badValue('a position is a number from 0 to 1')
    const percent = percentOpenOf(share)
    const payload = writePosition(fromPercent(percent, position), new Map([['position', percent]]))
    return payload === null ? notPrinted() : sends(set_position_topic, payload)
  }

  function sendTilt(action: EntityAction, value: number, percent: number): KindCommand {
    if (tilt_command_topic === undefined || writeTilt === null) return cannot(action)
    const payload = writeTilt(value, new Map([['tilt_position', percent]]))
    return payload === null ? notPrinted() : sends(tilt_command_topic, payload)
  }

  function setTilt(value: unknown): KindCommand {
    const share = shareIn(value)
    if (share === null && can.includes('setTilt')) return badValue('an inclination is a number from 0 to 1')
    const percent = percentOpenOf(share ?? 0)
    return sendTilt('setTilt', fromPercent(percent, tilt), percent)
  }

  function assume(percent: number, closedUpTo: number): void {
    state.closed = percent <= closedUpTo
    state.moving = 'none'
    state.position = productOf(percent)
  }

  return {
    state,
    deviceClass,
    can,
    isOptimistic: optimistic,
    readers: createCoverReaders({ options, state, templates, variables, position, tilt, assumed }),
    limitations: limitationsOf(can, deviceClass),
    commandTopics: [command_topic, set_position_topic, tilt_command_topic].filter((one) => one !== undefined),
    commands(action, value) {
      switch (action) {
        case 'open':
        case 'close':
        case 'stop': {
          const payload = words[action]
          return command_topic === undefined || payload === null
            ? cannot(action)
            : sends(command_topic, payload)
        }
        case 'setPosition':
          return setPosition(value)
        case 'setTilt':
          return setTilt(value)
        case 'openTilt':
        case 'closeTilt':
          return sendTilt(action, tiltEnds[action], tiltEnds[action])
        default:
          return cannot(action)
      }
    },
    sent(action, value) {
      const percent = percentOpenOf(shareIn(value) ?? 0)
      if (optimistic && (action === 'open' || action === 'close')) {
        state.closed = action === 'close'
        state.moving = 'none'
        if (options.position_topic !== undefined) state.position = action === 'close' ? 1 : 0
      }
      // Home Assistant compares the percentage with what the device calls closed.
      if (optimistic && action === 'setPosition') {
        assume(percent, position.closed < position.open ? Math.max(0, position.closed) : 0)
      }
      if (!assumed.tilt) return
      if (action === 'setTilt') state.inclination = productOf(percent)
      if (action === 'openTilt' || action === 'closeTilt') {
        state.inclination = productOf(Math.min(100, Math.max(0, Math.floor(tiltPercent(tiltEnds[action])))))
      }
    },
  }
}

function limitationsOf(can: readonly EntityAction[], deviceClass: string | null): Limitation[] {
  const limitations: Limitation[] = []
  if (!isSupportedCover(deviceClass)) {
    limitations.push({
      code: 'kind_not_supported',
      detail: `a ${deviceClass} needs safety that Senca does not have`,
    })
  }
  if (!can.includes('setPosition')) {
    limitations.push({ code: 'no_position', detail: 'no position can be set' })
  }
  if (!can.includes('stop')) limitations.push({ code: 'no_stop', detail: 'it cannot be stopped' })
  return limitations
}
