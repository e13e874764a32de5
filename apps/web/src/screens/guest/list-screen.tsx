import type { DeviceInfo, GuestLink } from '@senca/contract'
import { memo, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DeviceCard } from '#features/device-card/device-card.tsx'
import { CardAnnouncer } from '#features/device-parts/announcer.tsx'
import { deviceAddress } from '#features/guest-link/address.ts'
import { LinkHead, LinkTerms, titleOf } from '#features/guest-link/link-head.tsx'
import { cardsOf, groupsOf, type SharedCard } from '#features/guest-link/link-view.ts'
import { usePlace } from '#features/guest-link/navigation.tsx'
import { useActions, useCommandView, useGuestState, useStale } from '#features/guest-link/use-guest.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { Dimmers } from './dimmers.tsx'
import styles from './list-screen.module.css'

/** With fewer devices the list has no sections. */
const WORTH_SECTIONS = 5

/** What the link shares, by kind. */
export function ListScreen() {
  const { t } = useTranslation()
  const link = useGuestState((state) => state.link)
  const devices = useGuestState((state) => state.devices)
  const cards = useMemo(() => rememberedCards(), [])
  const title = link === null ? t('guest.title') : titleOf(link, t)
  useEffect(() => {
    document.title = `${title} · Senca`
  }, [title])
  if (link === null) return null
  const groups = groupsOf(link, devices, cards)
  const isShort = link.devices.length < WORTH_SECTIONS
  const all = groups.flatMap((group) => group.cards)
  const terms = <LinkTerms link={link} names={all.map((card) => card.device.name)} />
  return (
    <CardAnnouncer>
      <LinkHead link={link} />
      {link.state === 'spent' && (
        <div className={styles.news}>
          <Banner icon="check">{t('guest.spent')}</Banner>
        </div>
      )}
      {groups.length === 0 && (
        <div className={styles.news}>
          <EmptyState title={t('guest.empty.title')} text={t('guest.empty.text')} />
        </div>
      )}
      {isShort ? (
        <div className={styles.short} data-cards={all.length}>
          {terms}
          <section className={styles.group}>
            <h2>
              <VisuallyHidden>{t('guest.title')}</VisuallyHidden>
            </h2>
            <Cards cards={all} />
          </section>
        </div>
      ) : (
        terms
      )}
      {(isShort ? [] : groups).map((group) => (
        <section key={group.family} className={styles.group} aria-labelledby={`group-${group.family}`}>
          <h2 id={`group-${group.family}`} className={styles.heading}>
            {t(`guest.family.${group.family}`)}
          </h2>
          <Cards cards={group.cards} />
        </section>
      ))}
    </CardAnnouncer>
  )
}

const Cards = ({ cards }: { cards: readonly SharedCard[] }) => (
  <ul className={styles.grid}>
    {cards.map((card) => (
      <li key={card.key}>
        <Card card={card} />
      </li>
    ))}
  </ul>
)

/** Only renders when its device or its commands change. */
const Card = memo(function Card({ card }: { card: SharedCard }) {
  const view = useCommandView(card)
  const actions = useActions(card)
  const stale = useStale()
  const { search } = usePlace()
  return (
    <DeviceCard
      device={card.device}
      stale={stale}
      {...view}
      {...actions}
      parts={<Dimmers card={card} />}
      href={deviceAddress(search, { id: card.id, specifier: card.specifier })}
    />
  )
})

/** Memoizes the cards of a device, so that they stay the same objects until the device or the link changes. */
function rememberedCards(): typeof cardsOf {
  const known = new WeakMap<GuestLink, WeakMap<DeviceInfo, SharedCard[]>>()
  return (link, device) => {
    const ofLink = known.get(link) ?? new WeakMap<DeviceInfo, SharedCard[]>()
    known.set(link, ofLink)
    const cards = ofLink.get(device) ?? cardsOf(link, device)
    ofLink.set(device, cards)
    return cards
  }
}
