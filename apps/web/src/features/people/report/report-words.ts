import { SUN_DEFAULTS } from '@senca/contract/automation'
import type { RoleReport } from '@senca/contract/people'
import type { TFunction } from 'i18next'
import * as z from 'zod/mini'
import { fullMoment } from '#i18n/moments.ts'

type Entry = RoleReport[number]
type Action = Entry['action']

/** The texts of the actions that a maintainer can do; all other actions have a general text. */
const WORDS = {
  rename: 'rename',
  settings: 'settings',
  favourite: 'favourite',
  ventilation: 'ventilation',
  recalibrate: 'recalibrate',
  restart: 'restart',
  test_move: 'testMove',
  weather_automatic: 'weather',
  upgraded: 'upgrade',
  move: 'move',
  move_to_ventilation: 'move',
  stop: 'stop',
  unlock: 'unlock',
  lock: 'lock',
  light_apply: 'switch',
  magic_foil_apply: 'switch',
} as const satisfies Partial<Record<Action, string>>

const isWorded = (action: Action): action is keyof typeof WORDS => action in WORDS

export const actionWords = (action: Action, t: TFunction): string =>
  t(`report.action.${isWorded(action) ? WORDS[action] : 'other'}`)

/** The texts of the settings that a report can contain. */
const FIELDS = {
  name: 'report.field.name',
  devicetype: 'report.field.devicetype',
  motorInverted: 'report.field.motorInverted',
  switchInverted: 'report.field.switchInverted',
  switchType: 'report.field.switchType',
  inclinationTime: 'report.field.inclinationTime',
  inclinationType: 'report.field.inclinationType',
  light1Name: 'report.field.light1Name',
  light2Name: 'report.field.light2Name',
  safePlaces: 'report.field.safePlaces',
  position: 'report.field.position',
  inclination: 'report.field.inclination',
  direction: 'report.field.direction',
  ms: 'report.field.ms',
  version: 'report.field.version',
  doorId: 'settings.doorway.title',
  automatic: 'settings.automatic',
  until: 'roleForm.until',
  mode: 'settings.sun',
  azimuth: 'sun.facing',
  windowTop: 'sun.windowTop',
  windowBottom: 'sun.windowBottom',
  slatWidth: 'sun.slatWidth',
  slatSpacing: 'sun.slatSpacing',
  depth: 'sun.depth',
  above: 'sun.above',
  pausedUntil: 'report.field.pausedUntil',
} as const
type Field = keyof typeof FIELDS

const placeOf = (name: string): number => Object.keys(FIELDS).indexOf(name)
const isField = (name: string): name is Field => Object.hasOwn(FIELDS, name)

/** The texts of values that are words. */
const VALUES = {
  open: 'report.value.open',
  close: 'report.value.close',
  normal: 'report.value.normal',
  push_button: 'report.value.push_button',
  lower_90: 'report.value.lower_90',
  upper_90: 'report.value.upper_90',
  full_180: 'report.value.full_180',
  roller_shutter: 'settings.kind.roller_shutter',
  venetian_blind: 'settings.kind.venetian_blind',
  insect_screen: 'settings.kind.insect_screen',
  textile_screen: 'settings.kind.textile_screen',
  awning: 'settings.kind.awning',
  falcon: 'settings.kind.falcon',
  pergola: 'settings.kind.pergola',
  off: 'settings.sunMode.off',
  glare: 'settings.sunMode.glare',
  heat: 'settings.sunMode.heat',
} as const
/** Names that people write are shown as they are, even if they look like one of these values. */
const WRITTEN: readonly string[] = ['name', 'light1Name', 'light2Name']
const isValue = (text: string): text is keyof typeof VALUES => Object.hasOwn(VALUES, text)

const SHARES: readonly string[] = ['position', 'inclination']
const MOMENTS: readonly string[] = ['until', 'pausedUntil']
const MILLISECONDS: readonly string[] = ['inclinationTime', 'ms']
const UNITS: Readonly<Record<string, string>> = {
  windowTop: 'meter',
  windowBottom: 'meter',
  depth: 'meter',
  slatWidth: 'millimeter',
  slatSpacing: 'millimeter',
  above: 'celsius',
}

/** What is needed to write a value as text. */
interface Writing {
  t: TFunction
  tag: string
  nameOf(deviceId: string): string
}

const partsSchema = z.record(z.string(), z.unknown())
type Parts = z.infer<typeof partsSchema>

const partsOf = (value: unknown): Parts | undefined =>
  Array.isArray(value) ? undefined : partsSchema.safeParse(value).data

/** The settings of sun protection, each as a field of its own. What it wants and whether that failed are no settings. */
function flat({ sun, ...parts }: Parts): Parts {
  const { wants: _now, hasFailed: _state, ...set } = partsOf(sun) ?? {}
  return sun === undefined ? parts : { ...parts, mode: 'off', ...set }
}

const isUsual = ([name, value]: [string, unknown]): boolean =>
  value === null || Object.entries(SUN_DEFAULTS).some(([usual, kept]) => usual === name && kept === value)

/** The lines before and after a change. Of sun protection only what differs, and no usual values. */
export function changeLines({ before, after }: Pick<Entry, 'before' | 'after'>, writing: Writing) {
  const [was, is] = [partsOf(before), partsOf(after)]
  if (was?.sun === undefined && is?.sun === undefined)
    return { before: valueLines(before, writing), after: valueLines(after, writing) }
  const [old, young] = [flat(was ?? {}), flat(is ?? {})]
  const unlike = (parts: Parts, others: Parts) =>
    Object.fromEntries(
      Object.entries(parts).filter((part) =>
        Object.hasOwn(others, part[0])
          ? JSON.stringify(others[part[0]]) !== JSON.stringify(part[1])
          : !isUsual(part),
      ),
    )
  return {
    before: valueLines(unlike(old, young), writing),
    after: valueLines(unlike(young, old), writing),
  }
}

/** One line for each field of a value; no lines if there is no value. */
export function valueLines(value: unknown, writing: Writing): string[] {
  if (value === null || value === undefined) return []
  const { t } = writing
  const parts = partsOf(value)
  if (parts === undefined) return [plainValue('', value, writing)]
  // The database keeps no order of fields.
  const sorted = Object.entries(parts).sort(([one], [other]) => placeOf(one) - placeOf(other))
  return sorted.map(([name, part]) => {
    const field = isField(name) ? t(FIELDS[name]) : name
    return t('card.announce', { name: field, state: plainValue(name, part, writing) })
  })
}

function plainValue(field: string, value: unknown, writing: Writing): string {
  const { t, tag, nameOf } = writing
  if (value === null || value === undefined) return t('report.none')
  if (typeof value === 'boolean') return t(value ? 'report.on' : 'report.off')
  if (typeof value === 'number') return numberValue(field, value, writing)
  if (typeof value === 'string') {
    if (field === 'doorId') return nameOf(value)
    if (MOMENTS.includes(field)) return fullMoment(new Date(value), tag)
    return isValue(value) && !WRITTEN.includes(field) ? t(VALUES[value]) : value
  }
  if (field === 'safePlaces') {
    const places = Object.values(partsOf(value) ?? {}).filter((place) => typeof place === 'number')
    return places.length === 0
      ? t('report.none')
      : places.map((place) => numberValue('position', place, writing)).join(', ')
  }
  return JSON.stringify(value)
}

function numberValue(field: string, value: number, { t, tag }: Writing): string {
  if (SHARES.includes(field)) return t('card.percent', { value: Math.round(value * 100) })
  if (MILLISECONDS.includes(field)) return t('settings.inclinationTime.value', { value })
  if (field === 'azimuth') return `${Math.round(value)}°`
  const unit = UNITS[field]
  return unit === undefined
    ? String(value)
    : new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
}
