import { LIMITS } from '@senca/contract'
import type { Group } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { usePreferences } from '#features/room-model/rooms.ts'
import { setPinned } from '#features/room-model/set-pinned.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'

/** Pins a group to the top of the home or unpins it. */
export function GroupPinButton({ group: { id, name } }: { group: Group }) {
  const { t } = useTranslation()
  const isPinned = usePreferences()?.pinned.includes(id) ?? false
  const change = useServerCall<boolean>({
    meanwhile: 'queued',
    send: (isWanted) => setPinned(id, isWanted),
    onDone: (outcome, isWanted) => {
      if (outcome === 'full') showMessage('error', t('groups.pinFull', { count: LIMITS.PINNED }))
      else showMessage('success', t(isWanted ? 'groups.pinned' : 'groups.unpinned', { name }))
    },
  })
  return (
    <IconButton
      icon="pushpin"
      shape={isPinned ? 'disc' : 'plain'}
      tone={isPinned ? 'on' : undefined}
      pressed={isPinned}
      label={t('groups.pinOf', { name })}
      onClick={() => change.send(!isPinned)}
    />
  )
}
