import type { DeviceLink } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { copyText } from '#core/clipboard.ts'
import { showMessage } from '#core/messages.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { isOver } from '../link-words.ts'
import { linkAddress } from '../links.ts'
import { canShare, shareAddress } from './clipboard-and-share.ts'

/** The actions of a link. A link that is over can no longer be shared. */
export function LinkButtons(props: {
  link: DeviceLink
  name: string
  onShow: () => void
  onDelete: () => void
}) {
  const { link, name } = props
  const { t } = useTranslation()
  const address = linkAddress(link.token)
  const copy = async () => {
    if (await copyText(address)) return showMessage('success', t('links.copied'))
    props.onShow()
    showMessage('error', t('links.copyFailed'))
  }
  const share = () => shareAddress(name, address).catch(() => showMessage('error', t('errors.generic')))
  return (
    <>
      {!isOver(link) && (
        <>
          <Button variant="quiet" icon="copy" aria-label={t('links.copyNamed', { name })} onClick={copy}>
            {t('linkShare.copy')}
          </Button>
          <IconButton icon="qr" label={t('links.qr', { name })} onClick={props.onShow} />
          {canShare() && <IconButton icon="share" label={t('links.share', { name })} onClick={share} />}
        </>
      )}
      <IconButton icon="trash" label={t('links.delete', { name })} onClick={props.onDelete} />
    </>
  )
}
