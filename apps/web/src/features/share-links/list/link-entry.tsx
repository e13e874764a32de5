import type { DeviceLink } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { useLinkRemoval } from '../use-link-calls.ts'
import { LinkButtons } from './link-buttons.tsx'
import { LinkCard } from './link-card.tsx'

/** The link whose URL is shown, and whether it was just created. */
export interface ShownLink {
  token: string
  isNew: boolean
}

/** A link in the list of access, with its actions. `devices` are the names of its devices in one line. */
export function LinkEntry(props: { link: DeviceLink; name: string; devices: string; onShow: () => void }) {
  const { link, name } = props
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const removal = useLinkRemoval(t('links.deleted'), () => setAsking(false))
  return (
    <LinkCard link={link} name={name} devices={props.devices}>
      <LinkButtons link={link} name={name} onShow={props.onShow} onDelete={() => setAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        danger
        title={t('links.deleteDialog.title')}
        text={t('links.deleteDialog.text', { name })}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('links.deleteDialog.confirm')}
        loading={removal.isSending}
        onCancel={() => setAsking(false)}
        onConfirm={() => removal.send(link.token)}
      />
    </LinkCard>
  )
}
