import { kindOf } from '@senca/contract'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { CardAnnouncer } from '#features/device-parts/announcer.tsx'
import { type AddressedDevice, listAddress } from '#features/guest-link/address.ts'
import { cardsOf, type SharedCard } from '#features/guest-link/link-view.ts'
import { goBack, goTo, usePlace } from '#features/guest-link/navigation.tsx'
import { useGuestState } from '#features/guest-link/use-guest.tsx'
import { isShade } from '#features/shade-control/shade-room.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SubHeader } from '#ui/layout/page-header.tsx'
import styles from './guest-app.module.css'

const ShadeDetail = lazy(async () => ({ default: (await import('./device/shade-detail.tsx')).ShadeDetail }))
const DoorDetail = lazy(async () => ({ default: (await import('./device/door-detail.tsx')).DoorDetail }))
const LightDetail = lazy(async () => ({ default: (await import('./device/light-detail.tsx')).LightDetail }))

/** One device of the link, or one channel of a light. */
export function DeviceScreen({ addressed }: { addressed: AddressedDevice }) {
  const { t } = useTranslation()
  const { search } = usePlace()
  const link = useGuestState((state) => state.link)
  const device = useGuestState(({ devices }) =>
    Object.hasOwn(devices, addressed.id) ? devices[addressed.id] : undefined,
  )
  const cards = link === null || device === undefined ? [] : cardsOf(link, device)
  // A URL that does not name a channel means the first one.
  const card =
    addressed.specifier === null ? cards[0] : cards.find((one) => one.specifier === addressed.specifier)
  const title = card?.device.name ?? t('guest.missing.title')
  useEffect(() => {
    document.title = `${title} · Senca`
  }, [title])

  const back = () => goBack(listAddress(search))
  if (card === undefined) {
    return (
      <>
        <SubHeader title="" backLabel={t('header.back')} onBack={back} />
        <div className={styles.bare}>
          <EmptyState
            title={title}
            text={t('guest.missing.text')}
            action={
              <Button onClick={() => goTo(listAddress(search), true)}>{t('guest.missing.action')}</Button>
            }
          />
        </div>
      </>
    )
  }
  return (
    <CardAnnouncer>
      <Suspense>
        <Detail
          card={card}
          header={
            <>
              <SubHeader
                title={title}
                backLabel={t('header.back')}
                onBack={back}
                action={<span className={styles.of}>{link?.name}</span>}
              />
              {link?.state === 'spent' && <Banner icon="check">{t('guest.spent')}</Banner>}
            </>
          }
        />
      </Suspense>
    </CardAnnouncer>
  )
}

function Detail({ card, header }: { card: SharedCard; header: ReactNode }) {
  const { device } = card
  if (isShade(device)) return <ShadeDetail card={card} device={device} header={header} />
  return kindOf(device.devicetype).family === 'door' ? (
    <DoorDetail card={card} header={header} />
  ) : (
    <LightDetail card={card} header={header} />
  )
}
