import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CardList } from '#features/device-card/opened-card.ts'
import { TogetherHead } from '../house/together-head.tsx'
import styles from './home-sections.module.css'
import type { Section } from './sections.ts'

/** The home in sections, on a wide screen in columns; `list` renders the devices of a section. */
export function HomeSections({
  sections,
  pinned,
  list,
}: {
  sections: readonly Section[]
  /** The sections of pinned groups and scenarios. */
  pinned: ReactNode
  list: (deviceIds: readonly string[]) => ReactNode
}) {
  const [only, another] = sections
  if (only !== undefined && another === undefined && only.kind === 'rest') {
    return (
      <>
        <div className={styles.sections}>{pinned}</div>
        {list(only.deviceIds)}
      </>
    )
  }
  return (
    <div className={styles.sections}>
      {pinned}
      {sections.map((section) => (
        <HomeSection key={section.id} section={section}>
          <CardList value={section.kind === 'pinned' ? 'pinned' : ''}>{list(section.deviceIds)}</CardList>
        </HomeSection>
      ))}
    </div>
  )
}

function HomeSection({ section, children }: { section: Section; children: ReactNode }) {
  const { t } = useTranslation()
  const { id, kind, name, deviceIds } = section
  const nameId = `${id}-title`
  const style: CSSProperties & Record<`--${string}`, number> = { '--count': deviceIds.length }
  return (
    <section
      className={styles.section}
      style={style}
      id={id}
      data-kind={kind}
      data-cards={deviceIds.length}
      aria-labelledby={nameId}
    >
      {kind === 'room' ? (
        <TogetherHead name={name} nameId={nameId} deviceIds={deviceIds} />
      ) : (
        <h2 className={styles.title} id={nameId} tabIndex={-1}>
          {t(`home.room.${kind}`)}
        </h2>
      )}
      {children}
    </section>
  )
}
