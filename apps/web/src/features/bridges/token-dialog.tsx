import type { Bridge, BridgeKind, CreatedBridge } from '@senca/contract/bridges'
import { useTranslation } from 'react-i18next'
import { copyText } from '#core/clipboard.ts'
import { showMessage } from '#core/messages.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog, Dialog } from '#ui/feedback/dialog.tsx'
import styles from './bridges.module.css'
import { bridgesApi } from './bridges.ts'

/** What the maker of a connected app is shown once; nothing where it needs no secret. */
export interface ShownSecret {
  name: string
  secret: CreatedBridge['secret']
  onClose: () => void
}

/** Shows a new token, which is shown only once. */
export function TokenDialog(props: { name: string; token: string; onClose: () => void }) {
  const { t } = useTranslation()
  const copy = async () => {
    if (await copyText(props.token)) showMessage('success', t('mqtt.copied'))
    else showMessage('error', t('mqtt.notCopied'))
  }
  return (
    <Dialog
      open
      title={props.name}
      text={t('apps.once')}
      onCancel={props.onClose}
      actions={
        <>
          <Button icon="copy" onClick={copy}>
            {t('mqtt.copy')}
          </Button>
          <Button variant="primary" onClick={props.onClose}>
            {t('mqtt.kept')}
          </Button>
        </>
      }
    >
      <p className={styles.token} translate="no">
        <code>{props.token}</code>
      </p>
    </Dialog>
  )
}

/** The words of a new token or login, and of what ends with the one before. */
const RENEW_WORDS = {
  script: { words: 'apps', text: 'apps.renewText' },
  agent: { words: 'apps', text: 'apps.renewText' },
  matter: { words: 'apps', text: 'apps.matter.program.renewText' },
  'home-assistant': { words: 'apps.home', text: 'apps.home.renewText' },
} as const satisfies Record<BridgeKind, { words: string; text: string }>

/** Replaces the token or login of a connected app, and says before what ends with it. */
export function RenewDialog(props: {
  bridge: Bridge
  onCancel: () => void
  onMade: (secret: ShownSecret['secret']) => void
}) {
  const { t } = useTranslation()
  const { id, name, kind } = props.bridge
  const { words, text } = RENEW_WORDS[kind]
  const renew = useServerCall({
    send: () => bridgesApi.renew(id),
    onDone: ({ secret }) => props.onMade(secret),
  })
  return (
    <ConfirmDialog
      open
      title={t(`${words}.renewTitle`, { name })}
      text={t(text)}
      cancelLabel={t('dialog.cancel')}
      confirmLabel={t(`${words}.renew`)}
      danger
      loading={renew.isSending}
      onCancel={props.onCancel}
      onConfirm={() => renew.send()}
    />
  )
}
