import { showMessage } from '#core/messages.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { usePreferences } from './rooms.ts'
import { setPinned } from './set-pinned.ts'

/** Pins a group or a scenario to the top of the home or unpins it. */
export function PinButton(props: {
  id: string
  label: string
  pinned: string
  unpinned: string
  full: string
}) {
  const isPinned = usePreferences()?.pinned.includes(props.id) ?? false
  const change = useServerCall<boolean>({
    meanwhile: 'queued',
    send: (isWanted) => setPinned(props.id, isWanted),
    onDone: (outcome, isWanted) => {
      if (outcome === 'full') showMessage('error', props.full)
      else showMessage('success', isWanted ? props.pinned : props.unpinned)
    },
  })
  return (
    <IconButton
      icon="pushpin"
      shape={isPinned ? 'disc' : 'plain'}
      tone={isPinned ? 'on' : undefined}
      pressed={isPinned}
      label={props.label}
      onClick={() => change.send(!isPinned)}
    />
  )
}
