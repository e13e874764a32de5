import type { DeviceInfo, DeviceType } from '@senca/contract'
import {
  type Danger,
  dangerOfAlarm,
  dangerOfWeather,
  type SafePlace,
  safePlaceOf,
  safePlacesSchema,
  usualDangerOf,
} from '@senca/contract/automation'
import type { TFunction } from 'i18next'
import type { Draft } from './form/draft.ts'
import { inSentence, moveText, percentText } from './scenario-words.ts'

/** The triggers of a draft with the danger that each protects from. The name is null if only one danger is possible. */
function dangersOf(draft: Draft, type: DeviceType, t: TFunction): { name: string | null; danger: Danger }[] {
  switch (draft.waitsFor) {
    case 'weather':
      return draft.rules.map(({ measurement, condition }) => ({
        name: t(`weather.measure.${measurement}`),
        danger: dangerOfWeather(measurement, condition) ?? usualDangerOf(type),
      }))
    case 'alarm':
      return draft.alarms.map((source) => ({
        name: t(`weather.alarm.${source}`),
        danger: dangerOfAlarm(source),
      }))
    case 'time':
      return [{ name: null, danger: usualDangerOf(type) }]
  }
}

function placeText(place: SafePlace, type: DeviceType, t: TFunction): string {
  if (place === null) return t('scenarios.safeStays')
  if (typeof place === 'object')
    return t('scenarios.safeBetween', { min: percentText(place.min, t), max: percentText(place.max, t) })
  if (place === 0) return moveText('open', type, t)
  if (place === 1) return moveText('close', type, t)
  return `${t(type === 'pergola' ? 'scenarios.tilt' : 'scenarios.position')} ${percentText(place, t)}`
}

/** The safe position for devices of a type, one line for each trigger of the draft: "Gusts: retract". */
export function safeLines(
  draft: Draft,
  type: DeviceType,
  devices: readonly Pick<DeviceInfo, 'settings'>[],
  { t, tag }: { t: TFunction; tag: string },
): string[] {
  const own = devices.map(({ settings }) => safePlacesSchema.safeParse(settings.safePlaces).data)
  const choices = own.length === 0 ? [undefined] : own
  return dangersOf(draft, type, t).map(({ name, danger }) => {
    const texts = new Set(choices.map((places) => placeText(safePlaceOf(type, danger, places), type, t)))
    const [only = ''] = texts
    const what = texts.size > 1 ? t('scenarios.safeVaries') : only
    return name === null ? what : `${name}: ${inSentence(what, tag)}`
  })
}
