import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { isDoorOpen, locksOf } from '#features/device-model/views/door-view.ts'
import { hasReported } from '#features/device-model/views/scene-of.ts'

/** The sentence that is announced when something about a door changes. */
export function useDoorSentence(device: DeviceInfo): string {
  const { t } = useTranslation()
  if (!device.connected) return t('card.announce', { name: device.name, state: t('card.offline') })
  if (!hasReported(device)) return t('card.announce', { name: device.name, state: t('card.never') })
  const isOpen = isDoorOpen(device)
  return [
    ...locksOf(device.state).map(({ type, state }) =>
      t('card.announce', { name: t(`card.lockName.${type}`), state: t(`card.lock.${state}`) }),
    ),
    ...(isOpen === null ? [] : [t(isOpen ? 'card.door.open' : 'card.door.closed')]),
  ].join('. ')
}
