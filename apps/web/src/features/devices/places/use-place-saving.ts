import type { DeviceInfo, Target } from '@senca/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#i18n/error-text.ts'
import { deviceEvents, devicesApi } from '../devices.ts'
import { useCommandView } from '../live-device.ts'
import { type Draft, isUnsaved, type PlaceName, placeToSave, shownPlace } from './saved-place.ts'

const SAVE = {
  favourite: devicesApi.saveFavourite,
  ventilation: devicesApi.saveVentilation,
} as const

/**
 * Saving what is on the picture: whether it can be, whether leaving would lose it, and why the last try failed.
 * `isWaiting` says that the device is on its way to a place that is known once it stands there.
 */
export function usePlaceSaving(device: DeviceInfo, name: PlaceName, draft: Draft) {
  const { t } = useTranslation()
  const { pending } = useCommandView(device.id)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const place = placeToSave(device, draft, pending)
  const shown = shownPlace(device, draft)

  /** Calls `onSaved` unless saving failed. */
  const save = async (wished: Target | null, onSaved: () => void): Promise<void> => {
    if (wished === null) return
    setError(null)
    setBusy(true)
    try {
      deviceEvents.put(await SAVE[name](device.id, wished))
      onSaved()
    } catch (failure) {
      setError(errorText(failure, t))
    } finally {
      setBusy(false)
    }
  }

  return {
    place,
    canSave: place !== null || shown !== null,
    isWaiting: place === null && shown !== null,
    isUnsaved: isUnsaved(device, name, place ?? shown),
    isBusy,
    error,
    save,
  }
}

/** The place that a question is about: the first one known while it is asked, wherever the device goes meanwhile. */
export function useAskedPlace(isAsked: boolean, place: Target | null): Target | null {
  const asked = useRef<Target | null>(null)
  asked.current = isAsked ? (asked.current ?? place) : null
  return asked.current
}
