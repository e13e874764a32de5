import type { DeviceInfo, DeviceLink } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { WallCanvas } from '#light/WallCanvas.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { IconButton, IconLink } from '#ui/IconButton.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { canShare, copyText, shareAddress } from './hand-over.ts'
import { LinkCard } from './LinkCard.tsx'
import { LinkShareDialog } from './LinkShareDialog.tsx'
import { Loaded } from './Loaded.tsx'
import { isOver, linkName } from './link-words.ts'
import styles from './links.module.css'
import { linksQuery } from './links.queries.ts'
import { linkAddress, linksApi } from './links.ts'
import { useDeviceNames } from './use-device-names.ts'
import { useLinkRemoval } from './use-link-calls.ts'

/** The link whose address is shown, and whether it was made just now. */
export interface ShownLink {
  token: string
  isNew: boolean
}

interface LinkListProps {
  devices: readonly DeviceInfo[]
  shown: ShownLink | null
  onShow: (shown: ShownLink | null) => void
}

/** What is shared: links that work or will, then those that are over. */
export function LinkList(props: LinkListProps) {
  const query = useQuery(linksQuery(linksApi))
  return (
    <Loaded query={query}>
      {(links) => (links.length === 0 ? <NoLinks /> : <Links {...props} links={links} />)}
    </Loaded>
  )
}

const HALF_OPEN = { left: 0.42, top: 0.08, width: 0.46, height: 0.62, position: 0.5, tilt: -40 }

function NoLinks() {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('links.none.title')}
      text={t('links.none.text')}
      art={<WallCanvas wall={HALF_OPEN} />}
      action={
        <ButtonLink to="/links/new" variant="primary" icon="plus">
          {t('links.new')}
        </ButtonLink>
      }
    />
  )
}

const newestFirst = (a: DeviceLink, b: DeviceLink): number => b.createdAt.localeCompare(a.createdAt)

function Links({ links, devices, shown, onShow }: LinkListProps & { links: readonly DeviceLink[] }) {
  const { t } = useTranslation()
  const [toDelete, setToDelete] = useState<DeviceLink | null>(null)
  const { isBusy, remove } = useLinkRemoval(t('links.deleted'))
  const namesOf = useDeviceNames(devices)
  const nameOf = (link: DeviceLink) => linkName(link, namesOf(link.devices), t)
  const shownLink = links.find(({ token }) => token === shown?.token)
  const sorted = [...links].sort(newestFirst)

  const cardOf = (link: DeviceLink) => (
    <LinkCard key={link.token} link={link} name={nameOf(link)} devices={namesOf(link.devices)}>
      <Keys
        link={link}
        name={nameOf(link)}
        onShow={() => onShow({ token: link.token, isNew: false })}
        onDelete={() => setToDelete(link)}
      />
    </LinkCard>
  )
  const over = sorted.filter(isOver)
  return (
    <>
      <p className={styles.new}>
        <ButtonLink to="/links/new" variant="primary" icon="plus">
          {t('links.new')}
        </ButtonLink>
      </p>
      <section>
        <h2>
          <VisuallyHidden>{t('links.current')}</VisuallyHidden>
        </h2>
        <ul className={styles.cards}>{sorted.filter((link) => !isOver(link)).map(cardOf)}</ul>
      </section>
      {over.length > 0 && (
        <section>
          <h2 className={styles.heading}>{t('links.over')}</h2>
          <ul className={styles.cards}>{over.map(cardOf)}</ul>
        </section>
      )}
      {shown !== null && shownLink !== undefined && (
        <LinkShareDialog
          token={shown.token}
          name={nameOf(shownLink)}
          isNew={shown.isNew}
          onClose={() => onShow(null)}
        />
      )}
      <ConfirmDialog
        open={toDelete !== null}
        danger
        title={t('links.deleteDialog.title')}
        text={t('links.deleteDialog.text', { name: toDelete === null ? '' : nameOf(toDelete) })}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('links.deleteDialog.confirm')}
        loading={isBusy}
        onCancel={() => setToDelete(null)}
        onConfirm={async () => {
          if (toDelete !== null) await remove(toDelete.token)
          setToDelete(null)
        }}
      />
    </>
  )
}

/** What can be done with a link; one that is over is no longer handed to anybody. */
function Keys(props: { link: DeviceLink; name: string; onShow: () => void; onDelete: () => void }) {
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
          <IconButton icon="copy" label={t('links.copyNamed', { name })} onClick={copy} />
          <IconButton icon="qr" label={t('links.qr', { name })} onClick={props.onShow} />
          {canShare() && <IconButton icon="share" label={t('links.share', { name })} onClick={share} />}
        </>
      )}
      <IconLink
        icon="pencil"
        label={t('links.edit', { name })}
        to="/links/edit"
        state={{ token: link.token }}
      />
      <IconButton icon="trash" label={t('links.delete', { name })} onClick={props.onDelete} />
    </>
  )
}
