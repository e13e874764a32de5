import { type DeviceInfo, LIMITS } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { usePreferences } from '#features/room-model/rooms.ts'
import { setPinned } from '#features/room-model/set-pinned.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import type { SettingRow } from './setting-row.ts'

/** The row that pins the device to the top of the account's home screen or unpins it. */
export function usePinRow({ id, name }: Pick<DeviceInfo, 'id' | 'name'>): SettingRow {
  const { t } = useTranslation()
  const isPinned = usePreferences()?.pinned.includes(id) ?? false
  const change = useServerCall<boolean>({
    meanwhile: 'queued',
    send: (isWanted) => setPinned(id, isWanted),
    onDone: (outcome, isWanted) => {
      if (outcome === 'full') showMessage('error', t('settings.pin.full', { count: LIMITS.PINNED }))
      else showMessage('success', t(isWanted ? 'settings.pin.done' : 'settings.pin.undone', { name }))
    },
  })
  return {
    key: 'pin',
    kind: 'press',
    icon: 'pushpin',
    title: t(isPinned ? 'settings.pin.unpin' : 'settings.pin.pin'),
    onPress: () => change.send(!isPinned),
  }
}
