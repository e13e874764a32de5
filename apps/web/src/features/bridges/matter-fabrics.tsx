import type { BridgeFabric } from '@senca/contract/bridge-matter'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { RecordRow, Records } from '#ui/layout/record-row.tsx'
import styles from './matter-bridge.module.css'
import { fabricsQuery, matterBridgeApi } from './matter-bridge.ts'

/** The apps of other makers that a Matter bridge is paired with. */
export function MatterFabrics({ id }: { id: string }) {
  const { t } = useTranslation()
  const [removed, setRemoved] = useState<BridgeFabric | null>(null)
  const moment = (at: string) => fullMoment(new Date(at), pageTag())
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('apps.matter.fabrics.title')}</h2>
      <Loaded query={useQuery(fabricsQuery(id))} words={useLoadedWords()}>
        {(fabrics) =>
          fabrics.length === 0 ? (
            <p className={styles.note}>{t('apps.matter.fabrics.none')}</p>
          ) : (
            <Records>
              {fabrics.map((fabric) => (
                <RecordRow
                  key={fabric.index}
                  icon="link"
                  name={fabric.ecosystem}
                  actions={
                    <IconButton
                      icon="trash"
                      label={t('apps.matter.fabrics.removeNamed', { name: fabric.ecosystem })}
                      onClick={() => setRemoved(fabric)}
                    />
                  }
                >
                  <Facts
                    facts={[
                      fabric.label,
                      t('apps.matter.fabrics.since', { when: moment(fabric.since) }),
                      fabric.lastSeenAt === null ? null : t('apps.used', { when: moment(fabric.lastSeenAt) }),
                      fabric.lostAt == null
                        ? null
                        : t('apps.matter.fabrics.lost', { when: moment(fabric.lostAt) }),
                    ]}
                  />
                </RecordRow>
              ))}
            </Records>
          )
        }
      </Loaded>
      {removed !== null && <RemoveDialog id={id} fabric={removed} onClose={() => setRemoved(null)} />}
    </section>
  )
}

function RemoveDialog(props: { id: string; fabric: BridgeFabric; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, fabric, onClose } = props
  const name = fabric.ecosystem
  const remove = useServerCall({
    send: () => matterBridgeApi.removeFabric(id, fabric),
    onDone() {
      showMessage('success', t('apps.matter.fabrics.removed', { name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      danger
      title={t('apps.matter.fabrics.removeTitle', { name })}
      text={t('apps.matter.fabrics.removeText', { name })}
      cancelLabel={t('dialog.cancel')}
      confirmLabel={t('apps.matter.fabrics.remove')}
      loading={remove.isSending}
      onCancel={onClose}
      onConfirm={() => remove.send()}
    />
  )
}
