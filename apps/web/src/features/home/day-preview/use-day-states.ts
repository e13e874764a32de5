import type { DeviceInfo } from '@senca/contract'
import { type ScenarioOutlook, sunSchema } from '@senca/contract/automation'
import type { TFunction } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#core/api/query-client.ts'
import { pageNow } from '#core/clock.ts'
import { useHomeZone } from '#core/home-place.ts'
import { knownDevices } from '#features/device-model/device-cache.ts'
import { NOW, type PreviewedDevice, previewedDay } from '#features/device-model/previewed-day.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { clockTime } from '#i18n/moments.ts'
import { countParts, dayLine } from './day-line.ts'
import { changesAt } from './day-states.ts'

/** Whether a shade follows the sun. */
const isBySun = ({ sun }: DeviceInfo): boolean => (sunSchema.safeParse(sun).data?.mode ?? 'off') !== 'off'

/** Shows in the pictures of the home what the firings until `shown` leave, and says it in a line; null shows what is. */
export function useDayStates(shown: Date | null, load: () => Promise<ScenarioOutlook>): void {
  const { t } = useTranslation()
  const timezone = useHomeZone()
  const [outlook, setOutlook] = useState<ScenarioOutlook | null>(null)
  const isShown = shown !== null
  const loadNow = useRef(load)
  loadNow.current = load
  useEffect(() => {
    if (!isShown) return
    let isOver = false
    // Without the scenarios the light of the hour is shown alone.
    loadNow.current().then(
      (loaded) => !isOver && setOutlook(loaded),
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [isShown])
  useEffect(() => {
    if (shown === null || outlook === null) previewedDay.setState(NOW)
    else previewedDay.setState(previewAt(shown, outlook, t, timezone))
  }, [shown, outlook, t, timezone])
  useEffect(() => () => previewedDay.setState(NOW), [])
}

function previewAt(shown: Date, outlook: ScenarioOutlook, t: TFunction, timezone: string | undefined) {
  const now = pageNow()
  const devices = knownDevices(queryClient)
  const changes = changesAt(shown, now, outlook, devices)
  const before = previewedDay.getState().devices
  const previewed = new Map<string, PreviewedDevice>()
  for (const device of devices) {
    const state = changes.get(device.id)
    const note = isBySun(device) ? t('daylight.bySun') : undefined
    if (state === undefined && note === undefined) continue
    const next = { ...(state && { state }), ...(note !== undefined && { note }) }
    // A picture is only drawn again if its device stands otherwise than at the hour before.
    const known = before.get(device.id)
    previewed.set(device.id, known && JSON.stringify(known) === JSON.stringify(next) ? known : next)
  }
  const words = {
    time: clockTime(shown, timezone),
    isPast: shown.getTime() < now.getTime() - 60_000,
    parts: countParts(changes, devices),
  }
  return { line: dayLine(words, t, formatTag(currentLanguage())), devices: previewed }
}
