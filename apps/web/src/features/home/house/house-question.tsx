import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'

/** A confirmation before many shades move at once; it says how many. */
export function HouseQuestion(props: {
  /** Null for the whole home. */
  room: string | null
  move: 'open' | 'close'
  count: number
  onCancel: () => void
  onConfirm: () => void
}) {
  const { t } = useTranslation()
  const { room, move, count: moved } = props
  const title =
    room === null
      ? t(move === 'open' ? 'home.whole.askOpen' : 'home.whole.askClose', { moved })
      : t(move === 'open' ? 'rooms.askOpen' : 'rooms.askClose', { moved, name: room })
  return (
    <ConfirmDialog
      open
      isCommand
      title={title}
      text={t(room === null ? 'home.whole.which' : 'rooms.which')}
      cancelLabel={t('dialog.cancel')}
      confirmLabel={t(`home.whole.${props.move}`)}
      onCancel={props.onCancel}
      onConfirm={props.onConfirm}
    />
  )
}
