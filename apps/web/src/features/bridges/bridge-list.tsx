import { type Bridge, type BridgeKind, hasToken } from '@senca/contract/bridges'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { AppLink } from '#ui/layout/app-link.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import type { IconName } from '#ui/layout/icon-paths.ts'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { RecordRow, Records } from '#ui/layout/record-row.tsx'
import styles from './bridges.module.css'
import { bridgesQuery, furtherScopesOf, levelOf, SCOPE_WORDS } from './bridges.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { RenewDialog, type ShownSecret } from './token-dialog.tsx'

const KINDS = ['script', 'agent', 'home-assistant', 'matter'] as const satisfies readonly BridgeKind[]
const KIND_ICONS = {
  script: 'script',
  agent: 'agent',
  'home-assistant': 'house',
  matter: 'link',
} as const satisfies Record<BridgeKind, IconName>

type Opened =
  | { kind: 'renew' | 'delete'; bridge: Bridge }
  | { kind: 'made'; bridge: Bridge; secret: ShownSecret['secret'] }

/**
 * The connected apps of the account, each with its own token or login, which can be deleted without the others, and what can be
 * connected. `secretOf` renders what is shown once.
 */
export function BridgeList({ secretOf }: { secretOf: (shown: ShownSecret) => ReactNode }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <Loaded query={useQuery(bridgesQuery)} words={useLoadedWords()}>
        {(bridges) => (
          <>
            {bridges.length > 0 && (
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
            <div className={styles.offered}>
              <List heading={t('apps.new')}>
                {KINDS.map((kind) => (
                  <ListRow key={kind} icon={KIND_ICONS[kind]} to={`/apps/new/${kind}`}>
                    <span className={styles.kind}>{t(`apps.kind.${kind}`)}</span>
                    <span className={styles.detail}>{t(`apps.kindNote.${kind}`)}</span>
                  </ListRow>
                ))}
              </List>
            </div>
          </>
        )}
      </Loaded>
      {opened?.kind === 'made' &&
        secretOf({ name: opened.bridge.name, secret: opened.secret, onClose: close })}
      {opened?.kind === 'renew' && (
        <RenewDialog
          bridge={opened.bridge}
          onCancel={close}
          onMade={(secret) => setOpened({ kind: 'made', bridge: opened.bridge, secret })}
        />
      )}
      {opened?.kind === 'delete' && <DeleteDialog bridge={opened.bridge} onClose={close} />}
    </>
  )
}

function BridgeRow(props: { bridge: Bridge; onRenew: () => void; onDelete: () => void }) {
  const { t } = useTranslation()
  const { id, kind, name, state, grants, lastUsedAt, validBefore, connection, problem, options, client } =
    props.bridge
  const isOfToken = hasToken(kind)
  const isMatter = kind === 'matter'
  // At a broker that the person runs it has the login of the person; a Matter bridge has its codes, and a program renews its tokens.
  const hasSecret = !isMatter && options?.broker !== 'joined' && client === undefined
  const moment = (at: string) => fullMoment(new Date(at), pageTag())
  const isOver = state === 'expired'
  return (
    <RecordRow
      icon={KIND_ICONS[kind]}
      name={
        <AppLink className={styles.open} to={`/apps/${id}`}>
          {name}
        </AppLink>
      }
      actions={
        <>
          {hasSecret && (
            <IconButton
              icon="again"
              label={t(isOfToken ? 'apps.renewNamed' : 'apps.home.renewNamed', { name })}
              onClick={props.onRenew}
            />
          )}
          <IconButton icon="trash" label={t('apps.deleteNamed', { name })} onClick={props.onDelete} />
        </>
      }
    >
      <Facts
        facts={[
          kind === 'script' ? null : t(`apps.kind.${kind}`),
          t('apps.devices', { count: Object.keys(grants).length }),
          t(`apps.level.${levelOf(props.bridge)}`),
          ...furtherScopesOf(props.bridge).map((scope) => t(`apps.scope.${SCOPE_WORDS[scope]}`)),
          ...(isOfToken
            ? [
                client === undefined ? `…${props.bridge.secretEnd}` : (client.host ?? client.redirectHost),
                lastUsedAt === null ? t('apps.unused') : t('apps.used', { when: moment(lastUsedAt) }),
              ]
            : [t(isMatter ? `apps.matter.connection.${connection}` : `apps.connection.${connection}`)]),
          isOver ? t('apps.over') : validBefore && t('apps.ends', { when: moment(validBefore) }),
          problem === null ? null : t(`apps.problem.${problem}`),
          state === 'paused' ? t('apps.paused') : null,
        ]}
      />
    </RecordRow>
  )
}
