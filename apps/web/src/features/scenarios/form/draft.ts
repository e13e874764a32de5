import { type DeviceType, kindOf } from '@senca/contract'
import {
  type AlarmSource,
  type CatchUp,
  isDayOfWeek,
  isTimeTrigger,
  type Scenario,
  type ScenarioAction,
  type ScenarioPreset,
  type ScenarioTrigger,
  type TimeTrigger,
  WEEKDAYS,
  type Weekday,
} from '@senca/contract/automation'
import type { Units } from '#i18n/weather-units.ts'
import { isClock } from '#ui/forms/clock.ts'
import { alarmsIn, type RuleDraft, rulesOf, weatherTriggersOf } from './weather-draft.ts'

export const MOVES = ['open', 'close', 'place', 'ventilation', 'safe'] as const
export type Move = (typeof MOVES)[number]

export const TIME_KINDS = ['time', 'sunrise', 'sunset'] as const
type TimeKind = (typeof TIME_KINDS)[number]

export const TEMPLATES = [
  'wakeUp',
  'morningSun',
  'dusk',
  'holidayDay',
  'holidayNight',
  'wind',
  'rain',
  'frost',
  'snow',
] as const
export type Template = (typeof TEMPLATES)[number]

/** A time trigger in the form. */
export interface TimeDraft {
  kind: TimeKind
  /** `HH:MM`. */
  clock: string
  /** Minutes, as typed. */
  offset: string
  /** Limits `HH:MM` for a sunrise or sunset time; empty for no limit. */
  notBefore: string
  notAfter: string
}

type SetLight = Extract<ScenarioAction, { type: 'SetLight' }>

/** A scenario in the form. Shares are 0..1. */
export interface Draft {
  /** Null until a person types one: it is proposed from the sentence. */
  name: string | null
  targets: readonly string[]
  groups: readonly string[]
  /** What starts it: a time (without times only a person starts it), the weather, or an alarm. */
  waitsFor: 'time' | 'weather' | 'alarm'
  times: readonly TimeDraft[]
  days: readonly Weekday[]
  rules: readonly RuleDraft[]
  /** The template whose devices are offered; null without one, or after the person chose another trigger or movement. */
  template: Template | null
  /** The danger against which its template protects; null without such a template. */
  protects: ScenarioPreset['protect'] | null
  alarms: readonly AlarmSource[]
  move: Move
  position: number
  inclination: number
  isTilted: boolean
  isLit: boolean
  brightness: number
  /** The lamps to switch; undefined for all lamps of a device. The form does not show it. */
  lights: SetLight['lights']
  hasFoil: boolean
  opacity: number
  catchUp: CatchUp
}

export const NEW_TIME: TimeDraft = { kind: 'time', clock: '07:00', offset: '0', notBefore: '', notAfter: '' }

export const NEW_DRAFT: Draft = {
  name: null,
  targets: [],
  groups: [],
  waitsFor: 'time',
  times: [NEW_TIME],
  days: WEEKDAYS,
  rules: [],
  template: null,
  protects: null,
  alarms: ['break_in', 'forced_door'],
  move: 'open',
  position: 0.5,
  inclination: 0.5,
  isTilted: false,
  isLit: true,
  brightness: 1,
  lights: undefined,
  hasFoil: false,
  opacity: 1,
  catchUp: 'within',
}

const two = (value: number): string => String(value).padStart(2, '0')

function timeOf(trigger: TimeTrigger): TimeDraft {
  if (trigger.type === 'TimeOfDay')
    return { ...NEW_TIME, clock: `${two(trigger.hour)}:${two(trigger.minute)}` }
  const { type, offset = 0, notBefore = '', notAfter = '' } = trigger
  return {
    ...NEW_TIME,
    kind: type === 'Sunrise' ? 'sunrise' : 'sunset',
    offset: String(offset),
    notBefore,
    notAfter,
  }
}

/** The movement in the actions, for the device type that they move. */
function moveOf(actions: readonly ScenarioAction[], type: DeviceType): Partial<Draft> {
  const [action] = actions
  switch (action?.type) {
    case 'MoveToVentilation':
      return { move: 'ventilation' }
    case 'MoveSelfSecurity':
      return { move: 'safe' }
    case 'MoveSelf': {
      const { position, inclination } = action
      const values = [position, inclination].filter((value) => value !== undefined)
      const end = [0, 1].find((value) => values.every((one) => one === value))
      const isWhole = values.length === kindOf(type).axes.length
      if (end !== undefined && isWhole) return { move: end === 0 ? 'open' : 'close' }
      return {
        move: 'place',
        position: position ?? NEW_DRAFT.position,
        inclination: inclination ?? NEW_DRAFT.inclination,
        isTilted: inclination !== undefined,
      }
    }
    default:
      return {}
  }
}

/** `units` are the units in which the page shows the weather. */
export function draftOf(scenario: Scenario, type: DeviceType, units: Units): Draft {
  const { name, targets, groups, triggers, actions, catchUp } = scenario
  const days = triggers.find(isDayOfWeek)
  const rules = rulesOf(triggers, units)
  const alarms = alarmsIn(triggers)
  const light = actions.find((action) => action.type === 'SetLight')
  const foil = actions.find((action) => action.type === 'SetFoil')
  return {
    ...NEW_DRAFT,
    ...moveOf(actions, type),
    name,
    targets,
    groups,
    waitsFor: rules.length > 0 ? 'weather' : alarms !== null ? 'alarm' : 'time',
    rules,
    alarms: alarms ?? NEW_DRAFT.alarms,
    times: triggers.filter(isTimeTrigger).map(timeOf),
    days: days === undefined ? WEEKDAYS : WEEKDAYS.filter((day) => days[day]),
    isLit: light !== undefined || foil === undefined,
    brightness: light?.brightness ?? NEW_DRAFT.brightness,
    lights: light?.lights,
    hasFoil: foil !== undefined,
    opacity: foil?.opacity ?? NEW_DRAFT.opacity,
    catchUp,
  }
}

const OFFSET_MAX = 180

/** The typed minutes as a number; null if they are invalid or too many. */
export function offsetOf({ offset }: TimeDraft): number | null {
  const minutes = Number(offset.trim().replace('−', '-'))
  return offset.trim() !== '' && Number.isInteger(minutes) && Math.abs(minutes) <= OFFSET_MAX ? minutes : null
}

const isClockOrNone = (text: string): boolean => text === '' || isClock(text)

/** Whether the limits of a sun time are valid and in the right order. */
export const isWindowRight = ({ notBefore, notAfter }: TimeDraft): boolean =>
  isClockOrNone(notBefore) &&
  isClockOrNone(notAfter) &&
  (notBefore === '' || notAfter === '' || notBefore <= notAfter)

export const isTimeRight = (time: TimeDraft): boolean =>
  time.kind === 'time' ? isClock(time.clock) : offsetOf(time) !== null && isWindowRight(time)

function triggerOf(time: TimeDraft): TimeTrigger {
  if (time.kind === 'time') {
    const [hour = 0, minute = 0] = time.clock.split(':').map(Number)
    return { type: 'TimeOfDay', hour, minute }
  }
  const offset = offsetOf(time) ?? 0
  const { notBefore, notAfter } = time
  return {
    type: time.kind === 'sunrise' ? 'Sunrise' : 'Sunset',
    ...(offset === 0 ? {} : { offset }),
    ...(notBefore === '' ? {} : { notBefore }),
    ...(notAfter === '' ? {} : { notAfter }),
  }
}

/** The triggers of the draft. They only contain weekdays if not all days are chosen. */
export function triggersOf({ waitsFor, times, days, rules, alarms }: Draft, units: Units): ScenarioTrigger[] {
  if (waitsFor === 'weather') return weatherTriggersOf(rules, units)
  if (waitsFor === 'alarm') return [{ type: 'Security', sources: [...alarms] }]
  if (times.length === 0) return []
  const isEvery = days.length === WEEKDAYS.length
  const has = (day: Weekday) => days.includes(day)
  return [
    ...times.map(triggerOf),
    ...(isEvery
      ? []
      : [
          {
            type: 'DayOfWeek' as const,
            monday: has('monday'),
            tuesday: has('tuesday'),
            wednesday: has('wednesday'),
            thursday: has('thursday'),
            friday: has('friday'),
            saturday: has('saturday'),
            sunday: has('sunday'),
          },
        ]),
  ]
}

const alongAxes = (type: DeviceType, value: number) => {
  const { axes } = kindOf(type)
  return {
    ...(axes.includes('position') ? { position: value } : {}),
    ...(axes.includes('inclination') ? { inclination: value } : {}),
  }
}

/** The actions of the draft for devices of a type. */
export function actionsOf(draft: Draft, type: DeviceType): ScenarioAction[] {
  const { family, axes } = kindOf(type)
  if (family !== 'shade')
    return [
      ...(draft.isLit || family === 'light'
        ? [
            {
              type: 'SetLight' as const,
              brightness: draft.brightness,
              ...(draft.lights === undefined ? {} : { lights: draft.lights }),
            },
          ]
        : []),
      ...(draft.hasFoil && family === 'door' ? [{ type: 'SetFoil' as const, opacity: draft.opacity }] : []),
    ]
  switch (draft.move) {
    case 'open':
      return [{ type: 'MoveSelf', ...alongAxes(type, 0) }]
    case 'close':
      return [{ type: 'MoveSelf', ...alongAxes(type, 1) }]
    case 'ventilation':
      return [{ type: 'MoveToVentilation' }]
    case 'safe':
      return [{ type: 'MoveSelfSecurity' }]
    case 'place': {
      const hasPosition = axes.includes('position')
      const isTilted = axes.includes('inclination') && (draft.isTilted || !hasPosition)
      return [
        {
          type: 'MoveSelf',
          ...(hasPosition ? { position: draft.position } : {}),
          ...(isTilted ? { inclination: draft.inclination } : {}),
        },
      ]
    }
  }
}
