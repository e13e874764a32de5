import type { DeviceInfo } from '@senca/contract'
import type { AccessEntry } from '@senca/contract/links'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { LoadedSharing } from '#features/sharing-model/loaded-sharing.tsx'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import type { IconName } from '#ui/layout/icon-paths.ts'
import { linkName } from '../link-words.ts'
import styles from '../links.module.css'
import { accessQuery } from '../links.queries.ts'
import { linksApi } from '../links.ts'
import { useDeviceNames } from '../use-device-names.ts'
import { useLinkRemoval } from '../use-link-calls.ts'
import { accessWords, sortedAccess } from './access-words.ts'

interface AccessListProps {
  /** The device to show, or null for the whole home; then each entry names its devices. */
  deviceId: string | null
  devices: readonly DeviceInfo[]
  /** The e-mail address of the signed-in person. */
  me: string | null
}

const ICONS = { owner: 'key', link: 'link', role: 'people' } as const satisfies Record<
  AccessEntry['kind'],
  IconName
>

/** Who can use the devices now and this week. Links can be removed here, roles on their own page. */
export function AccessList(props: AccessListProps) {
  const query = useQuery(accessQuery(linksApi, props.deviceId))
  return <LoadedSharing query={query}>{(entries) => <Entries {...props} entries={entries} />}</LoadedSharing>
}

function Entries({ entries, ...props }: AccessListProps & { entries: readonly AccessEntry[] }) {
  const { t } = useTranslation()
  const [toRevoke, setToRevoke] = useState<AccessEntry | null>(null)
  const removal = useLinkRemoval(t('access.revoked'), () => setToRevoke(null))
  const namesOf = useDeviceNames(props.devices)
  const nameOf = (entry: AccessEntry): string =>
    entry.kind !== 'link' && entry.name === props.me
      ? t('access.you')
      : linkName(entry, namesOf(entry.devices), t)
  const { now, later } = sortedAccess(entries)

  const group = (heading: string, some: readonly AccessEntry[]) =>
    some.length > 0 && (
      <section>
        <h2 className={styles.heading}>{heading}</h2>
        <ul className={styles.cards}>
          {some.map((entry) => (
            <EntryRow
              key={`${entry.id} ${entry.name}`}
              entry={entry}
              name={nameOf(entry)}
              devices={props.deviceId === null && entry.kind !== 'owner' ? namesOf(entry.devices) : null}
              onRevoke={() => setToRevoke(entry)}
            />
          ))}
        </ul>
      </section>
    )

  return (
    <>
      {group(t('access.now'), now)}
      {group(t('access.later'), later)}
      {entries.every(({ kind }) => kind === 'owner') && <p className={styles.nobody}>{t('access.nobody')}</p>}
      <ConfirmDialog
        open={toRevoke !== null}
        danger
        title={t('access.revokeDialog.title')}
        text={t('access.revokeDialog.text', { name: toRevoke === null ? '' : nameOf(toRevoke) })}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('access.revokeDialog.confirm')}
        loading={removal.isSending}
        onCancel={() => setToRevoke(null)}
        onConfirm={() => toRevoke !== null && removal.send(toRevoke.id)}
      />
    </>
  )
}

function EntryRow(props: { entry: AccessEntry; name: string; devices: string | null; onRevoke: () => void }) {
  const { entry, name, devices } = props
  const { t } = useTranslation()
  const words = accessWords(entry, pageNow().getTime(), formatTag(currentLanguage()), t)
  return (
    <li className={styles.entry} data-now={entry.now}>
      <Icon name={ICONS[entry.kind]} />
      <div className={styles.words}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={styles.kind}>{t(`access.kind.${entry.kind}`)}</p>
        {devices !== null && devices !== name && <p className={styles.kind}>{devices}</p>}
      </div>
      {entry.revocable && entry.kind === 'link' && (
        <Button variant="danger-text" aria-label={t('access.revokeNamed', { name })} onClick={props.onRevoke}>
          {t('access.revoke')}
        </Button>
      )}
      {entry.kind === 'role' && (
        <ButtonLink variant="quiet" to="/people?view=given">
          {t('access.changeRole')}
        </ButtonLink>
      )}
      <div className={styles.times}>
        {words.map((line) => (
          <p key={line} className={styles.line}>
            {line}
          </p>
        ))}
      </div>
    </li>
  )
}
