import { type DeviceInfo, isBusy, kindOf } from '@senca/contract'
import type { TFunction } from 'i18next'
import { isDoorOpen, lockStateOf, locksOf } from '#features/device-model/views/door-view.ts'
import { channelsOf, lightWordOf } from '#features/device-model/views/light-view.ts'
import { freshnessOf, hasReported } from '#features/device-model/views/scene-of.ts'
import {
  goingText,
  mainAxisOf,
  motionOf,
  saidShare,
  targetOf,
} from '#features/device-model/views/shade-view.ts'
import type { DeviceCardProps } from '../card-props.ts'

/** The state of a device or its current movement, as a word or a number. */
export function tileWords(
  { device, pending }: Pick<DeviceCardProps, 'device' | 'pending'>,
  t: TFunction,
): string {
  if (!hasReported(device)) return t('card.never')
  if (freshnessOf(device, false) === 'offline') return t('card.offline')
  switch (kindOf(device.devicetype).family) {
    case 'door':
      return doorWords(device, t)
    case 'light':
      return lightWords(device, t)
    case 'shade':
      return shadeWords(device, pending, t)
  }
}

function shadeWords(device: DeviceInfo, pending: DeviceCardProps['pending'], t: TFunction): string {
  const { status } = device.state
  const axis = mainAxisOf(device)
  if (isBusy(status) && status !== 'ready' && status !== 'offline') {
    const target = targetOf(device, pending)
    return target === null ? t(`card.status.${motionOf(device, status)}`) : goingText(device, axis, target, t)
  }
  const place = device.state[axis]
  return place === null ? t('card.word.unknown') : saidShare(device, axis, place, t)
}

function doorWords(device: DeviceInfo, t: TFunction): string {
  const lock = lockStateOf(locksOf(device.state))
  const isOpen = isDoorOpen(device)
  const leaf = isOpen === null ? null : t(isOpen ? 'card.door.open' : 'card.door.closed')
  return [lock === null ? null : t(`card.lock.${lock}`), leaf].filter((word) => word !== null).join(', ')
}

function lightWords(device: DeviceInfo, t: TFunction): string {
  const channels = channelsOf(device)
  const word = lightWordOf(channels)
  const [only] = channels
  if (word !== 'on' || channels.length > 1 || only?.brightness == null || only.brightness === 1)
    return t(`card.light.${word}`)
  return t('card.percent', { value: Math.round(only.brightness * 100) })
}
