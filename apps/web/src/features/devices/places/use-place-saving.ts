import type { DeviceInfo } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#i18n/error-text.ts'
import { deviceEvents, devicesApi } from '../devices.ts'
import { type Draft, isUnsaved, type PlaceName, shownPlace } from './saved-place.ts'

const SAVE = {
  favourite: devicesApi.saveFavourite,
  ventilation: devicesApi.saveVentilation,
} as const

/** Saving what is on the picture: whether it can be, whether leaving would lose it, and why the last try failed. */
export function usePlaceSaving(device: DeviceInfo, name: PlaceName, draft: Draft) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const place = shownPlace(device, draft)

  /** Calls `onSaved` unless saving failed. */
  const save = async (onSaved: () => void): Promise<void> => {
    if (place === null) return
    setError(null)
    setBusy(true)
    try {
      deviceEvents.put(await SAVE[name](device.id, place))
      onSaved()
    } catch (failure) {
      setError(errorText(failure, t))
    } finally {
      setBusy(false)
    }
  }

  return { canSave: place !== null, isUnsaved: isUnsaved(device, name, draft), isBusy, error, save }
}
