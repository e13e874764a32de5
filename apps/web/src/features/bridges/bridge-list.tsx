import type { Bridge } from '@senca/contract/bridges'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { AppLink } from '#ui/layout/app-link.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { RecordRow, Records } from '#ui/layout/record-row.tsx'
import styles from './bridges.module.css'
import { bridgesApi, bridgesQuery, furtherScopesOf, levelOf, SCOPE_WORDS } from './bridges.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { TokenDialog } from './token-dialog.tsx'

type Opened = { kind: 'renew' | 'delete'; bridge: Bridge } | { kind: 'made'; bridge: Bridge; token: string }

/** The connected apps of the account: each with its own token, which can be taken back without the others. */
export function BridgeList() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <Loaded query={useQuery(bridgesQuery)} words={useLoadedWords()}>
        {(bridges) => (
          <>
            {bridges.length === 0 ? (
              <p className={styles.note}>{t('apps.none')}</p>
            ) : (
              <Records>
                {bridges.map((bridge) => (
                  <BridgeRow
                    key={bridge.id}
                    bridge={bridge}
                    onRenew={() => setOpened({ kind: 'renew', bridge })}
                    onDelete={() => setOpened({ kind: 'delete', bridge })}
                  />
                ))}
              </Records>
            )}
            <div className={styles.keys}>
              <ButtonLink icon="plus" variant={bridges.length === 0 ? 'primary' : 'secondary'} to="/apps/new">
                {t('apps.new')}
              </ButtonLink>
              <ButtonLink icon="plus" to="/apps/new/matter">
                {t('apps.matter.new')}
              </ButtonLink>
            </div>
          </>
        )}
      </Loaded>
      {opened?.kind === 'made' && (
        <TokenDialog name={opened.bridge.name} token={opened.token} onClose={close} />
      )}
      {opened?.kind === 'renew' && (
        <RenewDialog
          bridge={opened.bridge}
          onCancel={close}
          onMade={(token) => setOpened({ kind: 'made', bridge: opened.bridge, token })}
        />
      )}
      {opened?.kind === 'delete' && <DeleteDialog bridge={opened.bridge} onClose={close} />}
    </>
  )
}

function BridgeRow(props: { bridge: Bridge; onRenew: () => void; onDelete: () => void }) {
  const { t } = useTranslation()
  const { id, name, kind, state, grants, secretEnd, connection, problem, lastUsedAt, validBefore } =
    props.bridge
  const isMatter = kind === 'matter'
  const moment = (at: string) => fullMoment(new Date(at), pageTag())
  const isOver = state === 'expired'
  return (
    <RecordRow
      icon={isMatter ? 'link' : 'key'}
      name={
        <AppLink className={styles.open} to={`/apps/${id}`}>
          {name}
        </AppLink>
      }
      actions={
        <>
          {!isMatter && (
            <IconButton icon="again" label={t('apps.renewNamed', { name })} onClick={props.onRenew} />
          )}
          <IconButton icon="trash" label={t('apps.deleteNamed', { name })} onClick={props.onDelete} />
        </>
      }
    >
      <Facts
        facts={[
          t('apps.devices', { count: Object.keys(grants).length }),
          t(`apps.level.${levelOf(props.bridge)}`),
          ...furtherScopesOf(props.bridge).map((scope) => t(`apps.scope.${SCOPE_WORDS[scope]}`)),
          isMatter ? t(`apps.matter.connection.${connection}`) : `…${secretEnd}`,
          lastUsedAt === null ? t('apps.unused') : t('apps.used', { when: moment(lastUsedAt) }),
          isOver ? t('apps.over') : validBefore && t('apps.ends', { when: moment(validBefore) }),
          problem === null ? null : t(`apps.matter.problem.${problem}`),
          state === 'paused' ? t('apps.paused') : null,
        ]}
      />
    </RecordRow>
  )
}

function RenewDialog(props: { bridge: Bridge; onCancel: () => void; onMade: (token: string) => void }) {
  const { t } = useTranslation()
  const { id, name } = props.bridge
  const renew = useServerCall({
    send: () => bridgesApi.renew(id),
    onDone: ({ secret }) => props.onMade(secret),
  })
  return (
    <ConfirmDialog
      open
      title={t('apps.renewTitle', { name })}
      text={t('apps.renewText')}
      cancelLabel={t('dialog.cancel')}
      confirmLabel={t('apps.renew')}
      danger
      loading={renew.isSending}
      onCancel={props.onCancel}
      onConfirm={() => renew.send()}
    />
  )
}
