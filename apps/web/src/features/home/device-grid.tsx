import type { Room } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type ComponentType, type ReactNode, useDeferredValue, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#core/api/query-client.ts'
import { readDevice } from '#features/device-model/device-cache.ts'
import { homeQuery } from '#features/device-model/devices.queries.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { useIsMarked } from '#features/device-model/marked-devices.ts'
import { CardAnnouncer } from '#features/device-parts/announcer.tsx'
import { usePreferences, useRooms } from '#features/room-model/rooms.ts'
import { errorText } from '#i18n/error-text.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { Button } from '#ui/controls/button.tsx'
import { CardSkeleton } from '#ui/feedback/card-skeleton.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './device-grid.module.css'
import { useDensity } from './home-density.ts'
import { useHomeView } from './home-view.ts'
import { houseSentence } from './house/house-sentence.ts'
import { houseNow, useDevicesWith } from './house/use-house-summary.ts'
import { LiveDeviceCard } from './live-device-card.tsx'
import { OnlyShown } from './only-shown.tsx'
import { useShown } from './owner-choice.ts'
import { HomeSearch } from './search/home-search.tsx'
import { useHomeSearch } from './search/use-home-search.ts'
import { HomeBar, type HomeBarSlots } from './sections/home-bar.tsx'
import { HomeSections } from './sections/home-sections.tsx'
import { type Section, sectionsOf } from './sections/sections.ts'
import { useGrowing } from './use-growing.ts'
import { useNearness } from './use-near-view.ts'

/** With more devices, cards far from the view are rendered as placeholders, because each card has a canvas. */
const DRAW_ALL_UP_TO = 60
const NOTHING_PINNED: readonly string[] = []
const NO_SECTIONS: readonly Section[] = []
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f']

const OwnerSwitch = lazyPart(
  async () => {
    const { OwnerSwitch, restoreOwner } = await import('./owner-switch.tsx')
    restoreOwner()
    return OwnerSwitch
  },
  { texts: ['people'] },
)
const LiveDeviceTile = lazyPart(async () => (await import('./tiles/live-device-tile.tsx')).LiveDeviceTile, {
  waiting: () => <CardSkeleton />,
})
/** What the screen places around the devices. */
interface HomePlaces extends HomeBarSlots {
  /** What is pinned besides devices: groups and scenarios. */
  pinned?: ReactNode
}

/** The devices of the home, or what is shown while there are none. */
export function DeviceGrid({
  whileEmpty,
  arePinsReady,
  ...places
}: HomePlaces & {
  whileEmpty: ReactNode
  /** The devices wait until what is pinned above them can be shown. */
  arePinsReady: boolean
}) {
  const { t } = useTranslation()
  const home = useQuery(homeQuery(queryClient, devicesApi, Date.now))
  // Rendering many cards takes long; a deferred value keeps a slow phone responsive meanwhile.
  const ids = useDeferredValue(home.data)
  const rooms = useDeferredValue(useRooms())

  if (ids === undefined || rooms === undefined || (ids.length > 0 && !arePinsReady)) {
    return (
      <>
        {/* Its keys come with the devices: what was opened here would close when they are there. */}
        <HomeBar start={places.start} sections={NO_SECTIONS} />
        {home.isError ? (
          <LoadFailed failure={home.error} onRetry={() => home.refetch()} />
        ) : (
          <div className={styles.grid} aria-busy="true">
            <VisuallyHidden>{t('home.loading')}</VisuallyHidden>
            {SKELETONS.map((key) => (
              <CardSkeleton key={key} />
            ))}
          </div>
        )}
      </>
    )
  }
  if (ids.length === 0)
    return (
      <>
        {places.start}
        <div className={styles.empty}>{whileEmpty}</div>
      </>
    )
  return (
    <CardAnnouncer sumUp={() => houseInWords(t)}>
      <HomeList ids={ids} rooms={rooms} {...places} />
    </CardAnnouncer>
  )
}

/** The devices of the home as cards or tiles: all of them, those of one owner, or the results of the search. */
function HomeList({
  ids: all,
  rooms,
  pinned: pinnedBesides,
  ...bar
}: HomePlaces & {
  ids: readonly string[]
  rooms: readonly Room[]
}) {
  const { t } = useTranslation()
  const { ids, owners, isAll } = useShown(all)
  const { only, query } = useHomeView()
  const noticed = useDevicesWith(only)
  const isCompact = useDensity() === 'compact'
  const search = useHomeSearch(noticed ?? ids, ids.length)
  const Device = isCompact ? LiveDeviceTile : LiveDeviceCard
  const pinned = usePreferences()?.pinned ?? NOTHING_PINNED
  const sections = useMemo(() => sectionsOf(ids, rooms, pinned), [ids, rooms, pinned])
  const isSectioned = only === null && query === ''
  /** Its heading is not shown, but the names of the devices are below it in the outline of the page. */
  const isOneList = only === null && (!isSectioned || sections.every(({ kind }) => kind === 'rest'))
  const hasRooms = sections.some(({ kind }) => kind === 'room')
  const drawn = useGrowing(ids.length)
  const early = useMemo(
    () => new Set(sections.flatMap(({ deviceIds }) => deviceIds).slice(0, drawn)),
    [sections, drawn],
  )
  const list = (deviceIds: readonly string[]) => (
    <ul className={styles.grid} data-density={isCompact ? 'compact' : 'comfortable'}>
      {deviceIds.map((id) => (
        <GridPlace
          key={id}
          id={id}
          isLong={ids.length > DRAW_ALL_UP_TO}
          Device={drawn >= ids.length || early.has(id) ? Device : undefined}
        />
      ))}
    </ul>
  )
  return (
    <>
      <HomeBar {...bar} sections={isSectioned && hasRooms ? sections : NO_SECTIONS} />
      {owners.length > 1 && <OwnerSwitch owners={owners} isAll={isAll} />}
      {search.isOpen && <HomeSearch query={query} find={search.find} onClose={search.close} />}
      {only !== null && <OnlyShown notice={only} isNone={noticed?.length === 0} />}
      {isOneList && (
        <h2>
          <VisuallyHidden>{t('home.devices')}</VisuallyHidden>
        </h2>
      )}
      {/* The second skip link leads here. */}
      <span id="devices" tabIndex={-1} className={styles.start} />
      {isSectioned ? (
        <HomeSections sections={sections} pinned={pinnedBesides} list={list} />
      ) : (
        list(search.ids)
      )}
    </>
  )
}

function houseInWords(t: TFunction): string | null {
  const summary = houseNow()
  return summary === null ? null : houseSentence(summary, t, formatTag(currentLanguage()))
}

function GridPlace({
  id,
  isLong,
  Device,
}: {
  id: string
  isLong: boolean
  Device: ComponentType<{ id: string; isInView: boolean }> | undefined
}) {
  const place = useRef<HTMLLIElement>(null)
  const nearness = useNearness(place, isLong)
  return (
    <li ref={place} data-device={id} data-marked={useIsMarked(id) || undefined}>
      {nearness === 'far' || Device === undefined ? (
        <CardSkeleton isStill={nearness === 'far'} name={readDevice(queryClient, id)?.name} />
      ) : (
        <Device id={id} isInView={nearness === 'inView'} />
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
        action={<Button onClick={onRetry}>{t('life.retry')}</Button>}
      />
    </div>
  )
}
