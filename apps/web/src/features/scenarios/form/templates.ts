import { coversWindow, type DeviceInfo, kindOf } from '@senca/contract'
import { safePlaceOf, safePlacesSchema, WEEKDAYS } from '@senca/contract/automation'
import type { Units } from '#i18n/weather-units.ts'
import { type Draft, NEW_TIME, type Template } from './draft.ts'
import { type Protection, protectingRule } from './presets.ts'

type TemplateDraft = Partial<
  Pick<Draft, 'waitsFor' | 'times' | 'days' | 'rules' | 'protects' | 'move' | 'isLit' | 'brightness'>
>

const SUNRISE = { ...NEW_TIME, kind: 'sunrise' } as const
const SUNSET = { ...NEW_TIME, kind: 'sunset' } as const
const OPEN = {
  waitsFor: 'time',
  move: 'open',
  isLit: true,
  brightness: 0,
} as const
const CLOSE = {
  waitsFor: 'time',
  move: 'close',
  isLit: true,
  brightness: 1,
} as const

/**
 * The times, days and movement of each template. Lights do the matching action: off by day, on at dusk. The two holiday templates
 * follow the sun, so that the times differ from day to day.
 */
export const templateDrafts = (units: Units): Readonly<Record<Template, TemplateDraft>> => ({
  wakeUp: { times: [NEW_TIME], days: WEEKDAYS.slice(0, 5), ...OPEN, brightness: 1 },
  morningSun: { times: [{ ...SUNRISE, notBefore: '07:00' }], days: WEEKDAYS, ...OPEN },
  dusk: { times: [{ ...SUNSET, offset: '20' }], days: WEEKDAYS, ...CLOSE },
  holidayDay: { times: [{ ...SUNRISE, offset: '35', notBefore: '07:20' }], days: WEEKDAYS, ...OPEN },
  holidayNight: { times: [{ ...SUNSET, offset: '40', notAfter: '21:45' }], days: WEEKDAYS, ...CLOSE },
  wind: safeFrom('wind', units),
  rain: safeFrom('rain', units),
  frost: safeFrom('frost', units),
  snow: safeFrom('snow', units),
})

const safeFrom = (protects: Protection, units: Units): TemplateDraft => ({
  waitsFor: 'weather',
  rules: [protectingRule(protects, units)],
  protects,
  move: 'safe',
})

const PROTECTIONS: ReadonlySet<string> = new Set<Protection>(['wind', 'rain', 'frost', 'snow'])
const isProtection = (template: Template): template is Protection => PROTECTIONS.has(template)

/**
 * Whether a template makes sense for a device. Templates by time are for lights, doors, and shades that cover windows: an awning
 * would be extended at dusk. Those of the weather are for shades that have a safe position then.
 */
export function isTemplateFor(
  template: Template,
  { devicetype, settings }: Pick<DeviceInfo, 'devicetype'> & Partial<Pick<DeviceInfo, 'settings'>>,
): boolean {
  const isShade = kindOf(devicetype).family === 'shade'
  if (!isProtection(template)) return !isShade || coversWindow(devicetype)
  const own = safePlacesSchema.safeParse(settings?.safePlaces).data
  return isShade && safePlaceOf(devicetype, template, own) !== null
}
