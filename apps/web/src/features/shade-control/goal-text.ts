import type { Axis, DeviceInfo, Target } from '@senca/contract'
import type { TFunction } from 'i18next'
import { placeText } from '#features/device-model/views/describe-device.ts'
import { goingText } from '#features/device-model/views/shade-view.ts'

/** Where a shade stands and where it goes, for its slider: "40%. Moving to 80%", "Closed, tilt −52°". */
export function goalText(device: DeviceInfo, axis: Axis, goal: Target | null, t: TFunction): string {
  const target = goal?.[axis]
  const place = placeText(
    device,
    axis,
    t,
    t(axis === 'position' ? 'card.word.unknown' : 'control.tiltUnknown'),
  )
  return target === undefined ? place : `${place}. ${goingText(device, axis, target, t)}`
}
