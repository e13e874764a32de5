import * as z from 'zod/mini'
import type { EntityAction, Limitation, LockState } from '../entities/entity.ts'
import type { JsonObject } from '../entities/json-object.ts'
import { badValue, cannot, type Kind, notPrinted, readOptions, sends } from './kind.ts'
import { optionalFlag, optionalTopic, optionalWord, removableWord, template, topic } from './options.ts'
import type { TemplateReader } from './templates.ts'

const Lock = z.object({
  command_topic: topic,
  command_template: template,
  code_format: z.optional(z.nullable(z.string())),
  optimistic: optionalFlag,
  payload_lock: optionalWord,
  payload_unlock: optionalWord,
  payload_open: removableWord,
  payload_reset: optionalWord,
  state_topic: optionalTopic,
  value_template: template,
  state_locked: optionalWord,
  state_unlocked: optionalWord,
  state_locking: optionalWord,
  state_unlocking: optionalWord,
  state_jammed: optionalWord,
  state_open: optionalWord,
  state_opening: optionalWord,
})

const DIGITS = /^\^\\d\{(\d{1,2})(?:,(\d{1,2}))?\}\$$/

/** Understands `^\d{n}$` and `^\d{n,m}$`. Other expressions of an announcement are never run: any printable code is sent. */
function fitsFormat(code: string, format: string): boolean {
  const [, least, most = least] = DIGITS.exec(format) ?? []
  if (least === undefined || most === undefined) return isPrintable(code)
  return /^\d+$/.test(code) && code.length >= Number(least) && code.length <= Number(most)
}

const isPrintable = (code: string): boolean => /^[^\p{Cc}\p{Cf}\p{Cs}]{1,32}$/u.test(code)

/** A lock by Home Assistant's rules. */
export function createLock(given: JsonObject, templates: TemplateReader): Kind<LockState> {
  const options = readOptions(Lock, given)
  const isOptimistic = options.optimistic === true || options.state_topic === undefined
  const state: LockState = { lockState: isOptimistic ? 'unlocked' : 'unknown' }
  const read = templates.value('value_template', options.value_template)
  const write = templates.command('command_template', options.command_template)
  const words = {
    lock: options.payload_lock ?? 'LOCK',
    unlock: options.payload_unlock ?? 'UNLOCK',
    unlatch: options.payload_open ?? null,
  }
  const states: ReadonlyMap<string, LockState['lockState']> = new Map([
    // Of two states with one word the first one here counts.
    [options.state_unlocking ?? 'UNLOCKING', 'unlocking' as const],
    [options.state_unlocked ?? 'UNLOCKED', 'unlocked' as const],
    [options.state_opening ?? 'OPENING', 'opening' as const],
    [options.state_open ?? 'OPEN', 'open' as const],
    [options.state_locking ?? 'LOCKING', 'locking' as const],
    [options.state_locked ?? 'LOCKED', 'locked' as const],
    [options.state_jammed ?? 'JAMMED', 'jammed' as const],
  ])
  const format = options.code_format ?? null
  const can: EntityAction[] = write === null ? [] : ['lock', 'unlock']
  if (write !== null && words.unlatch !== null) can.push('unlatch')
  const limitations: Limitation[] =
    format === null ? [] : [{ code: 'code_required', detail: 'commands need a code' }]

  return {
    state,
    deviceClass: null,
    can,
    isOptimistic,
    limitations,
    commandTopics: [options.command_topic],
    readers:
      options.state_topic === undefined
        ? []
        : [
            [
              options.state_topic,
              (payload) => {
                const word = read?.(payload) ?? null
                if (word === null || word.trim() === '') return 'ignored'
                if (word === (options.payload_reset ?? 'None')) {
                  state.lockState = 'unknown'
                  return 'read'
                }
                const said = states.get(word)
                if (said === undefined) return { unread: word }
                state.lockState = said
                return 'read'
              },
            ],
          ],
    commands(action, value) {
      if (action !== 'lock' && action !== 'unlock' && action !== 'unlatch') return cannot(action)
      const payload = words[action]
      if (write === null || payload === null) return cannot(action)
      const code = value === undefined || value === null ? null : value
      if (code !== null && typeof code !== 'string') return badValue('a code is a text')
      if (code === null && format !== null) {
        return { error: 'device_unsupported_action', detail: 'the lock needs a code' }
      }
      if (code !== null && !(format === null ? isPrintable(code) : fitsFormat(code, format))) {
        return badValue('the lock does not take such a code')
      }
      const written = write(payload, code === null ? undefined : new Map([['code', code]]))
      return written === null ? notPrinted() : sends(options.command_topic, written)
    },
    sent(action) {
      if (!isOptimistic) return
      if (action === 'lock') state.lockState = 'locked'
      if (action === 'unlock') state.lockState = 'unlocked'
      if (action === 'unlatch') state.lockState = 'open'
    },
  }
}
