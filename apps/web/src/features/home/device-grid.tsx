import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#core/query-client.ts'
import { CardAnnouncer } from '#features/device-card/index.ts'
import { homeQuery } from '#features/device-model/devices.queries.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { errorText } from '#i18n/error-text.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { WallCanvas } from '#light/wall/wall-canvas.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { CardSkeleton } from '#ui/feedback/card-skeleton.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './device-grid.module.css'
import { houseSentence } from './house-sentence.ts'
import { LiveDeviceCard } from './live-device-card.tsx'
import { houseNow } from './use-house-summary.ts'
import { useNearness } from './use-near-view.ts'

/** Above this many, cards far from view are bare walls: each card holds a canvas. */
const DRAW_ALL_UP_TO = 60
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f']

/** The cards of the home with `foot` below them, and what stands in their place while there are none. */
export function DeviceGrid({ stale, foot }: { stale: boolean; foot: ReactNode }) {
  const { t } = useTranslation()
  const home = useQuery(homeQuery(queryClient, devicesApi, Date.now))

  if (home.data === undefined) {
    if (home.isError) return <LoadFailed failure={home.error} onRetry={() => home.refetch()} />
    return (
      <div className={styles.grid} aria-busy="true">
        <VisuallyHidden>{t('home.loading')}</VisuallyHidden>
        {SKELETONS.map((key) => (
          <CardSkeleton key={key} />
        ))}
      </div>
    )
  }
  if (home.data.length === 0) return <EmptyHome />
  const isLong = home.data.length > DRAW_ALL_UP_TO
  return (
    <CardAnnouncer sumUp={() => houseInWords(t)}>
      <h2 className={styles.heading}>
        <VisuallyHidden>{t('home.devices')}</VisuallyHidden>
      </h2>
      <ul className={styles.grid}>
        {home.data.map((id) => (
          <GridPlace key={id} id={id} stale={stale} isLong={isLong} />
        ))}
      </ul>
      {foot}
    </CardAnnouncer>
  )
}

function houseInWords(t: TFunction): string | null {
  const summary = houseNow()
  return summary === null ? null : houseSentence(summary, t, formatTag(currentLanguage()))
}

function GridPlace({ id, stale, isLong }: { id: string; stale: boolean; isLong: boolean }) {
  const place = useRef<HTMLLIElement>(null)
  const nearness = useNearness(place, isLong)
  return (
    <li ref={place}>
      {nearness === 'far' ? (
        <CardSkeleton isStill />
      ) : (
        <LiveDeviceCard id={id} stale={stale} isInView={nearness === 'inView'} />
      )}
    </li>
  )
}

function LoadFailed({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <EmptyState
        title={t('home.failed.title')}
        text={errorText(failure, t)}
        action={<Button onClick={onRetry}>{t('home.failed.retry')}</Button>}
      />
    </div>
  )
}

const BARE_WALL = { left: 0.45, top: 0.06, width: 0.46, height: 0.7, position: 0.35, tilt: -50 }

function EmptyHome() {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('home.empty.title')}
      text={t('home.empty.text')}
      art={<WallCanvas wall={BARE_WALL} />}
      action={
        <ButtonLink to="/claim" variant="primary" icon="plus">
          {t('home.empty.action')}
        </ButtonLink>
      }
    />
  )
}
