import type { DeviceInfo, Target } from '@senca/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlaceName } from '#features/device-model/device-paths.ts'
import { deviceEvents, devicesApi } from '#features/device-model/devices.ts'
import { useCommandView } from '#features/device-model/live-device.ts'
import { errorText } from '#i18n/error-text.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { type Draft, isUnsaved, placeToSave, shownPlace } from './saved-place.ts'

const SAVE = {
  favourite: devicesApi.saveFavourite,
  ventilation: devicesApi.saveVentilation,
} as const

/**
 * Saves the position in the picture. Returns whether it can be saved, whether leaving would lose it, and why the last attempt
 * failed. `isWaiting`: the device is moving, and its position is only known when it stops.
 */
export function usePlaceSaving(device: DeviceInfo, name: PlaceName, draft: Draft) {
  const { t } = useTranslation()
  const { pending } = useCommandView(device.id)
  const place = placeToSave(device, draft, pending)
  const shown = shownPlace(device, draft)

  const saving = useServerCall({
    send: ({ wished }: { wished: Target; onSaved: () => void }) => SAVE[name](device.id, wished),
    onDone: (saved, { onSaved }) => {
      deviceEvents.put(saved)
      onSaved()
    },
    onFailure: () => null,
  })

  return {
    place,
    canSave: place !== null || shown !== null,
    isWaiting: place === null && shown !== null,
    isUnsaved: isUnsaved(device, name, place ?? shown),
    isBusy: saving.isSending,
    error: saving.failure === null ? null : errorText(saving.failure, t),
    /** Calls `onSaved` if saving succeeded. */
    save: (wished: Target | null, onSaved: () => void): void => {
      if (wished !== null) saving.send({ wished, onSaved })
    },
  }
}

/** The position that a confirmation is about: the first one that is known while it is open, even if the device moves on. */
export function useAskedPlace(isAsked: boolean, place: Target | null): Target | null {
  const asked = useRef<Target | null>(null)
  asked.current = isAsked ? (asked.current ?? place) : null
  return asked.current
}
