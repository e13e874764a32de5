import type { DeviceInfo, DeviceLink } from '@senca/contract'
import type { Bridge } from '@senca/contract/bridges'
import type { Role } from '@senca/contract/people'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BridgeEntry } from '#features/bridges/bridge-entry.tsx'
import { bridgesQuery } from '#features/bridges/bridges.ts'
import { RoleEntry } from '#features/people/given/role-entry.tsx'
import { givenQuery } from '#features/people/roles.ts'
import { isOver, linkName, matches } from '#features/share-links/link-words.ts'
import { linksQuery } from '#features/share-links/links.queries.ts'
import { linksApi } from '#features/share-links/links.ts'
import { LinkEntry, type ShownLink } from '#features/share-links/list/link-entry.tsx'
import { nextOpening } from '#features/share-links/list/link-hours.ts'
import { LinkShareDialog } from '#features/share-links/list/link-share-dialog.tsx'
import cardStyles from '#features/sharing-model/access-card.module.css'
import { LoadedSharing } from '#features/sharing-model/loaded-sharing.tsx'
import { useDeviceNames } from '#features/sharing-model/use-device-names.ts'
import { WallCanvas } from '#light/wall/wall-canvas.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SearchField } from '#ui/forms/field.tsx'
import { useMinute } from '#ui/layout/use-minute.ts'
import styles from './access-screen.module.css'

interface AccessProps {
  /** The device to show, or null for the whole home. */
  deviceId: string | null
  devices: readonly DeviceInfo[]
  /** The e-mail address of the signed-in person. */
  me: string
  shown: ShownLink | null
  onShow: (shown: ShownLink | null) => void
}

/** Everybody who has access, with an account, by a link or as a connected app, in one list: who can open now, who cannot now, and what is over. */
export function AccessList(props: AccessProps) {
  const links = useQuery(linksQuery(linksApi))
  const roles = useQuery(givenQuery)
  const bridges = useQuery(bridgesQuery)
  const { deviceId } = props
  const isShown = ({ devices }: { devices: readonly string[] }) =>
    deviceId === null || devices.includes(deviceId)
  return (
    <LoadedSharing query={links}>
      {(allLinks) => (
        <LoadedSharing query={roles}>
          {(allRoles) => (
            <LoadedSharing query={bridges}>
              {(allBridges) => (
                <Entries
                  {...props}
                  links={allLinks.filter(isShown)}
                  roles={allRoles.filter(isShown)}
                  bridges={allBridges.filter(({ grants }) => isShown({ devices: Object.keys(grants) }))}
                />
              )}
            </LoadedSharing>
          )}
        </LoadedSharing>
      )}
    </LoadedSharing>
  )
}

/** With more entries than this a search is offered. */
const MANY = 10
/** A card with more devices than this has their number. */
const MOST_NAMES = 3
const HALF_OPEN = { left: 0.42, top: 0.08, width: 0.46, height: 0.62, position: 0.5, tilt: -40 }

interface Entry {
  key: string
  /** What a search finds it by. */
  text: string
  group: 'now' | 'later' | 'over'
  card: ReactNode
}

function Entries(
  props: AccessProps & {
    links: readonly DeviceLink[]
    roles: readonly Role[]
    bridges: readonly Bridge[]
  },
) {
  const { devices, links, roles, bridges, shown } = props
  const { t } = useTranslation()
  const namesOf = useDeviceNames(devices)
  const shortNamesOf = (ids: readonly string[]) =>
    ids.length > MOST_NAMES ? t('people.deviceCount', { count: ids.length }) : namesOf(ids)
  const now = useMinute()
  const [wanted, setWanted] = useState('')
  const nameOf = (link: DeviceLink) => linkName(link, namesOf(link.devices), t)
  const entries = [
    ...roles.map((role): Entry => {
      const names = namesOf(role.devices)
      return {
        key: role.id,
        text: [role.name, ...role.users.map(({ email }) => email), names].join(' '),
        group: groupOf(role),
        card: <RoleEntry key={role.id} role={role} devices={shortNamesOf(role.devices)} />,
      }
    }),
    ...bridges.map((bridge): Entry => {
      const granted = Object.keys(bridge.grants)
      return {
        key: bridge.id,
        text: `${bridge.name} ${namesOf(granted)}`,
        group: groupOf(bridge),
        card: <BridgeEntry key={bridge.id} bridge={bridge} devices={shortNamesOf(granted)} />,
      }
    }),
    ...[...links].sort(newestFirst).map((link): Entry => {
      const names = namesOf(link.devices)
      const worksNow = link.state === 'active' && nextOpening(link, now) === null
      return {
        key: link.token,
        text: `${link.name ?? ''} ${names}`,
        group: worksNow ? 'now' : isOver(link) ? 'over' : 'later',
        card: (
          <LinkEntry
            key={link.token}
            link={link}
            name={nameOf(link)}
            devices={shortNamesOf(link.devices)}
            onShow={() => props.onShow({ token: link.token, isNew: false })}
          />
        ),
      }
    }),
  ]
  if (entries.length === 0) return <Nothing />

  const found = entries.filter(({ text }) => matches(text, wanted))
  const shownLink = links.find(({ token }) => token === shown?.token)
  const group = (heading: string, some: readonly ReactNode[]) =>
    some.length > 0 && (
      <section>
        <h2 className={styles.heading}>{heading}</h2>
        <ul className={styles.cards}>{some}</ul>
      </section>
    )
  const cardsOf = (wantedGroup: Entry['group']) =>
    found.filter((entry) => entry.group === wantedGroup).map(({ card }) => card)
  return (
    <>
      {entries.length > MANY && (
        <div className={styles.find}>
          <SearchField label={t('access.find')} value={wanted} onChange={setWanted} />
          <p role="status">{found.length === 0 && t('access.noneFound')}</p>
        </div>
      )}
      {group(t('access.now'), [<Owner key="owner" me={props.me} />, ...cardsOf('now')])}
      {group(t('access.later'), cardsOf('later'))}
      {group(t('links.over'), cardsOf('over'))}
      {shown !== null && shownLink !== undefined && (
        <LinkShareDialog
          link={shownLink}
          name={nameOf(shownLink)}
          isNew={shown.isNew}
          onClose={() => props.onShow(null)}
        />
      )}
    </>
  )
}

const groupOf = ({ state }: Pick<Role, 'state'>): Entry['group'] =>
  state === 'active' ? 'now' : state === 'expired' ? 'over' : 'later'

const newestFirst = (a: DeviceLink, b: DeviceLink): number => b.createdAt.localeCompare(a.createdAt)

function Owner({ me }: { me: string }) {
  const { t } = useTranslation()
  return (
    <li className={`${cardStyles.card} ${cardStyles.timed} ${styles.owner}`}>
      <div className={cardStyles.head}>
        <h3 className={cardStyles.name}>{t('access.you')}</h3>
        <p className={cardStyles.state}>{t('access.always')}</p>
      </div>
      <p className={cardStyles.devices}>
        <bdi>{me}</bdi>
      </p>
    </li>
  )
}

function Nothing() {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('links.none.title')}
      text={t('links.none.text')}
      art={<WallCanvas wall={HALF_OPEN} />}
    />
  )
}
