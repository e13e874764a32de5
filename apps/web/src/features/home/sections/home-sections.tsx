import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CardList } from '#features/device-card/opened-card.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { TogetherBar } from '../house/together-bar.tsx'
import styles from './home-sections.module.css'
import { RoomBar } from './room-bar.tsx'
import type { Section } from './sections.ts'
import { shadesAmong, useShadesTogether } from './use-shades-together.ts'

/** With fewer devices the home is not divided into rooms. */
const WORTH_ROOMS = 4

/** The home in sections; `list` renders the devices of a section. */
export function HomeSections({
  sections,
  list,
}: {
  sections: readonly Section[]
  list: (deviceIds: readonly string[]) => ReactNode
}) {
  const { t } = useTranslation()
  const hasRooms = sections.some(({ kind }) => kind === 'room')
  const [only, another] = sections
  const isOneList = only !== undefined && another === undefined && only.kind === 'rest'
  return (
    <>
      {hasRooms && <RoomBar sections={sections} />}
      {isOneList
        ? list(only.deviceIds)
        : sections.map((section) => (
            <HomeSection key={section.id} section={section}>
              <CardList value={section.kind === 'pinned' ? 'pinned' : ''}>{list(section.deviceIds)}</CardList>
            </HomeSection>
          ))}
      {isOneList && only.deviceIds.length >= WORTH_ROOMS && (
        <p className={styles.offer}>
          <ButtonLink to="/rooms" variant="quiet">
            {t('home.room.arrange')}
          </ButtonLink>
        </p>
      )}
    </>
  )
}

function HomeSection({ section, children }: { section: Section; children: ReactNode }) {
  const { t } = useTranslation()
  const titleId = `${section.id}-title`
  return (
    <section className={styles.section} id={section.id} aria-labelledby={titleId}>
      {section.kind === 'room' ? (
        <RoomHead section={section} titleId={titleId} />
      ) : (
        <h2 className={styles.title} id={titleId} tabIndex={-1}>
          {t(`home.room.${section.kind}`)}
        </h2>
      )}
      {children}
    </section>
  )
}

function RoomHead({ section, titleId }: { section: Section; titleId: string }) {
  const { name, deviceIds } = section
  return (
    <TogetherBar
      title={name}
      titleId={titleId}
      room={name}
      counts={useShadesTogether(deviceIds)}
      shadesNow={() => shadesAmong(deviceIds)}
    />
  )
}
