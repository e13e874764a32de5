import { type DeviceInfo, LIMITS } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { usePreferences } from '#features/room-model/rooms.ts'
import { setPinned } from '#features/room-model/set-pinned.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { ListRow } from '#ui/layout/list-row.tsx'

/** Pins the device to the top of the account's home screen or unpins it. */
export function PinRow({ device: { id, name } }: { device: Pick<DeviceInfo, 'id' | 'name'> }) {
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
  return (
    <ListRow icon="pushpin" onClick={() => change.send(!isPinned)}>
      {t(isPinned ? 'settings.pin.unpin' : 'settings.pin.pin')}
    </ListRow>
  )
}
