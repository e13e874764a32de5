import type { DeviceInfo, DeviceLink } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadedSharing } from '#features/sharing-model/loaded-sharing.tsx'
import { WallCanvas } from '#light/wall/wall-canvas.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Field } from '#ui/forms/field.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { isOver, linkName, matches } from '../link-words.ts'
import styles from '../links.module.css'
import { linksQuery } from '../links.queries.ts'
import { linksApi } from '../links.ts'
import { useDeviceNames } from '../use-device-names.ts'
import { useLinkRemoval } from '../use-link-calls.ts'
import { LinkButtons } from './link-buttons.tsx'
import { LinkCard } from './link-card.tsx'
import { LinkShareDialog } from './link-share-dialog.tsx'

/** The link whose URL is shown, and whether it was just created. */
export interface ShownLink {
  token: string
  isNew: boolean
}

interface LinkListProps {
  /** The device to show, or null for the whole home. */
  deviceId: string | null
  devices: readonly DeviceInfo[]
  shown: ShownLink | null
  onShow: (shown: ShownLink | null) => void
}

/** The links: first those that work or will work, then those that are over. */
export function LinkList(props: LinkListProps) {
  const query = useQuery(linksQuery(linksApi))
  return (
    <LoadedSharing query={query}>
      {(all) => {
        const { deviceId } = props
        const links = deviceId === null ? all : all.filter(({ devices }) => devices.includes(deviceId))
        return links.length === 0 ? <NoLinks to={newPath(deviceId)} /> : <Links {...props} links={links} />
      }}
    </LoadedSharing>
  )
}

const newPath = (deviceId: string | null): string =>
  deviceId === null ? '/links/new' : `/links/new?${new URLSearchParams({ deviceId })}`

const HALF_OPEN = { left: 0.42, top: 0.08, width: 0.46, height: 0.62, position: 0.5, tilt: -40 }

function NoLinks({ to }: { to: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('links.none.title')}
      text={t('links.none.text')}
      art={<WallCanvas wall={HALF_OPEN} />}
      action={
        <ButtonLink to={to} variant="primary" icon="plus">
          {t('links.new')}
        </ButtonLink>
      }
    />
  )
}

/** With more links than this a search is offered. */
const MANY = 10

const newestFirst = (a: DeviceLink, b: DeviceLink): number => b.createdAt.localeCompare(a.createdAt)

function Links({
  links,
  deviceId,
  devices,
  shown,
  onShow,
}: LinkListProps & { links: readonly DeviceLink[] }) {
  const { t } = useTranslation()
  const [toDelete, setToDelete] = useState<DeviceLink | null>(null)
  const removal = useLinkRemoval(t('links.deleted'), () => setToDelete(null))
  const namesOf = useDeviceNames(devices)
  const nameOf = (link: DeviceLink) => linkName(link, namesOf(link.devices), t)
  const shownLink = links.find(({ token }) => token === shown?.token)
  const [wanted, setWanted] = useState('')
  const found = [...links]
    .sort(newestFirst)
    .filter((link) => matches(`${link.name ?? ''} ${namesOf(link.devices)}`, wanted))
  const valid = found.filter((link) => !isOver(link))
  const over = found.filter(isOver)

  const cardOf = (link: DeviceLink) => (
    <LinkCard key={link.token} link={link} name={nameOf(link)} devices={namesOf(link.devices)}>
      <LinkButtons
        link={link}
        name={nameOf(link)}
        onShow={() => onShow({ token: link.token, isNew: false })}
        onDelete={() => setToDelete(link)}
      />
    </LinkCard>
  )
  return (
    <>
      <p className={styles.new}>
        <ButtonLink to={newPath(deviceId)} variant="primary" icon="plus">
          {t('links.new')}
        </ButtonLink>
      </p>
      {links.length > MANY && (
        <div className={styles.find}>
          <Field
            label={t('links.find')}
            type="search"
            autoComplete="off"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
          <p role="status" className={styles.nobody}>
            {found.length === 0 && t('links.noneFound')}
          </p>
        </div>
      )}
      {valid.length > 0 && (
        <section>
          <h2>
            <VisuallyHidden>{t('links.current')}</VisuallyHidden>
          </h2>
          <ul className={styles.cards}>{valid.map(cardOf)}</ul>
        </section>
      )}
      {over.length > 0 && (
        <section>
          <h2 className={styles.heading}>{t('links.over')}</h2>
          <ul className={styles.cards}>{over.map(cardOf)}</ul>
        </section>
      )}
      {shown !== null && shownLink !== undefined && (
        <LinkShareDialog
          link={shownLink}
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
        loading={removal.isSending}
        onCancel={() => setToDelete(null)}
        onConfirm={() => toDelete !== null && removal.send(toDelete.token)}
      />
    </>
  )
}
