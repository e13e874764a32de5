import type { MatterNode, MatterShare } from '@senca/contract/matter'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog, Dialog } from '#ui/feedback/dialog.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { useMinute } from '#ui/layout/use-minute.ts'
import styles from './matter.module.css'
import { matterApi, matterNodesQuery } from './matter.ts'

/** The Matter devices of the account, in the home or not. */
export function MatterNodes() {
  const { t } = useTranslation()
  return (
    <Loaded query={useQuery(matterNodesQuery)} words={useLoadedWords()}>
      {(nodes) =>
        nodes.length > 0 && (
          <section className={styles.nodes}>
            <h2 className={styles.heading}>{t('matter.nodes')}</h2>
            <ul className={styles.rows}>
              {nodes.map((node) => (
                <NodeRow key={node.node} node={node} />
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  )
}

function NodeRow({ node: { node, vendor, product, online } }: { node: MatterNode }) {
  const { t } = useTranslation()
  const [shared, setShared] = useState<MatterShare | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const name = product || vendor || t('found.unnamed')
  const share = useServerCall({ send: () => matterApi.share(node), onDone: setShared })
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <Facts facts={[vendor, t(online ? 'matter.online' : 'matter.offline')]} />
      </div>
      <div className={styles.keys}>
        <Button
          loading={share.isSending}
          disabled={!online}
          aria-label={t('matter.shareNamed', { name })}
          onClick={() => share.send()}
        >
          {t('matter.share')}
        </Button>
        <Button
          variant="danger-text"
          aria-label={t('matter.removeNamed', { name })}
          onClick={() => setRemoving(true)}
        >
          {t('matter.remove')}
        </Button>
      </div>
      {shared !== null && <ShareDialog name={name} shared={shared} onClose={() => setShared(null)} />}
      {isRemoving && (
        <RemoveDialog name={name} node={node} isOnline={online} onClose={() => setRemoving(false)} />
      )}
    </li>
  )
}

function ShareDialog({ name, shared, onClose }: { name: string; shared: MatterShare; onClose: () => void }) {
  const { t } = useTranslation()
  const leftMs = Date.parse(shared.expiresAt) - useMinute().getTime()
  const minutes = Math.max(0, Math.ceil(leftMs / 60_000))
  return (
    <Dialog
      open
      title={t('matter.shareTitle', { name })}
      text={t('matter.shareText')}
      onCancel={onClose}
      actions={<Button onClick={onClose}>{t('dialog.close')}</Button>}
    >
      <p className={styles.code} translate="no">
        {grouped(shared.code)}
      </p>
      <p className={styles.note}>{t('matter.shareLeft', { minutes })}</p>
    </Dialog>
  )
}

/** As codes are printed on devices: 4, 3 and 4 digits. */
const grouped = (code: string): string => code.replace(/^(\d{4})(\d{3})(\d{4})$/, '$1-$2-$3')

function RemoveDialog(props: { name: string; node: string; isOnline: boolean; onClose: () => void }) {
  const { name, node, isOnline, onClose } = props
  const { t } = useTranslation()
  const remove = useServerCall({
    send: () => matterApi.remove(node, !isOnline),
    onDone: () => {
      showMessage('success', t('matter.removed', { name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      danger
      title={t('matter.removeTitle', { name })}
      text={t(isOnline ? 'matter.removeText' : 'matter.removeOffline')}
      cancelLabel={t('dialog.cancel')}
      confirmLabel={t('matter.remove')}
      loading={remove.isSending}
      onCancel={onClose}
      onConfirm={() => remove.send()}
    />
  )
}
