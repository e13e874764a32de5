import type { CoverState } from '../entities/entity.ts'
import { numberIn, percentOf, productOf, type Range, withinPercent } from '../entities/scales.ts'
import { readJson } from '../templates/payload-json.ts'
import { print } from '../templates/printing.ts'
import { roundHalfEven } from '../templates/rounding.ts'
import { isDict } from '../templates/values.ts'
import type { CoverOptions } from './cover-options.ts'
import type { Reader, Readers, ReadOutcome } from './kind.ts'
import type { TemplateReader, Variables } from './templates.ts'

interface CoverReaders {
  options: CoverOptions
  state: CoverState
  templates: TemplateReader
  variables: Variables
  position: Range
  tilt: Range
  /** Whether a tilt that was sent is assumed. A position message with a tilt ends that. */
  assumed: { tilt: boolean }
}

const FREE = { step: () => undefined }

/** What a cover's messages mean. Its position is read before its state, as in Home Assistant. */
export function createCoverReaders({
  options,
  state,
  templates,
  variables,
  position,
  tilt,
  assumed,
}: CoverReaders): Readers {
  const readState = templates.value('value_template', options.value_template, variables)
  const readPosition = templates.value('position_template', options.position_template, variables)
  const readTilt = templates.value('tilt_status_template', options.tilt_status_template, variables)
  const words = {
    stopped: options.state_stopped ?? 'stopped',
    opening: options.state_opening ?? 'opening',
    closing: options.state_closing ?? 'closing',
    open: options.state_open ?? 'open',
    closed: options.state_closed ?? 'closed',
  }

  function rest(closed: boolean | null): ReadOutcome {
    state.closed = closed
    state.moving = 'none'
    return 'read'
  }

  /** Where a cover is that says no more than that it stopped. */
  function restsClosed(): boolean {
    if (options.position_topic !== undefined) return state.position === 1
    return state.moving === 'closing' || (state.moving === 'none' && state.closed === true)
  }

  function stateWord(word: string): ReadOutcome {
    if (word === words.stopped) return rest(restsClosed())
    if (word === words.opening || word === words.closing) {
      state.closed = false
      state.moving = word === words.opening ? 'opening' : 'closing'
      return 'read'
    }
    if (word === words.open) return rest(false)
    if (word === words.closed) return rest(true)
    return word === 'None' ? rest(null) : { unread: word }
  }

  function positionText(text: string): ReadOutcome {
    const fields = objectIn(text)
    if (fields === null) return positionNumber(text)
    const { position: place, tilt: slats } = fields
    if (place === undefined) return { unread: text }
    if (slats !== undefined) {
      if (options.tilt_optimistic !== true) assumed.tilt = false
      tiltText(slats)
    }
    return positionNumber(place)
  }

  function positionNumber(text: string): ReadOutcome {
    const value = numberIn(text)
    if (value === null) return { unread: text }
    const percent = withinPercent(percentOf(value, position))
    state.position = productOf(percent)
    if (options.state_topic === undefined) rest(percent === 0)
    return 'read'
  }

  function tiltText(text: string): ReadOutcome {
    const number = numberIn(text)
    if (number === null) return { unread: text }
    const value = roundHalfEven(number)
    const isWithin = value >= Math.min(tilt.open, tilt.closed) && value <= Math.max(tilt.open, tilt.closed)
    if (!isWithin) return { unread: text }
    state.inclination = productOf(percentOf(value, tilt))
    return 'read'
  }

  const reader =
    (read: ReturnType<TemplateReader['value']>, take: (text: string) => ReadOutcome): Reader =>
    (payload) => {
      const text = read?.(payload) ?? null
      return text === null || text === '' ? 'ignored' : take(text)
    }
  const of = (topic: string | undefined, read: Reader): Readers =>
    topic === undefined ? [] : [[topic, read]]
  return [
    ...of(options.position_topic, reader(readPosition, positionText)),
    ...of(options.state_topic, reader(readState, stateWord)),
    ...of(options.tilt_status_topic, reader(readTilt, tiltText)),
  ]
}

/** A position template may print an object with the position and the tilt. */
function objectIn(text: string): { position: string | undefined; tilt: string | undefined } | null {
  if (!text.startsWith('{')) return null
  const read = readJson(text)
  if (read === null || !isDict(read.value)) return null
  const { value } = read
  const field = (name: string) => {
    const found = value.get(name)
    return found === undefined ? undefined : print(FREE, found)
  }
  return { position: field('position'), tilt: field('tilt_position') }
}
