import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chosenTab, type DoorTab, doorTabsOf } from '#features/device-model/views/door-tabs.ts'
import { locksOf, locksToUnlock } from '#features/device-model/views/door-view.ts'
import { hasReported, sceneOf } from '#features/device-model/views/scene-of.ts'
import { useAnnouncement } from '#features/device-parts/announcer.tsx'
import { useDoorSentence } from '#features/device-parts/use-door-sentence.ts'
import { type SharedCard, usesOf } from '#features/guest-link/link-view.ts'
import { useGuestState, useStale } from '#features/guest-link/use-guest.tsx'
import { FADE } from '#light/paint/glide.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { DetailPage } from './detail-page.tsx'
import { LocksTab, WholeDoorTab } from './lock-tab.tsx'
import styles from './part-tabs.module.css'
import { PartTabs, tabId } from './part-tabs.tsx'
import { FoilTab, LightsTab } from './switch-tabs.tsx'

const PANEL = 'part'

/**
 * A door with a tab for the whole of it, for its locks if it has several, and for each part that is connected and shared. Each lock
 * takes a use of the link: where too few are left for all, there are only the locks.
 */
export function DoorDetail({ card, header }: { card: SharedCard; header: ReactNode }) {
  const { device } = card
  const { t } = useTranslation()
  const stale = useStale()
  const [wanted, setWanted] = useState<DoorTab | null>(null)
  const link = useGuestState((state) => state.link)
  const uses = link && usesOf(link)
  const areSeveral = locksOf(device.state).length > 1
  const canUnlockAll = uses === null || uses.left >= locksToUnlock(device).length
  const tabs = doorTabsOf(device.state).filter(
    (tab) => !(tab === 'locks' && !areSeveral) && !(tab === 'door' && !canUnlockAll && areSeveral),
  )
  const tab = chosenTab(tabs, wanted)
  const scene = sceneOf(device, stale, null)
  useAnnouncement(device.id, useDoorSentence(device))
  if (tab === null) {
    return (
      <DetailPage device={device} scene={scene} glide={FADE} header={header}>
        {hasReported(device) ? (
          <EmptyState title={t('guest.noParts.title')} text={t('guest.noParts.text')} />
        ) : (
          <EmptyState title={t('card.never')} text={t('card.neverText')} />
        )}
      </DetailPage>
    )
  }
  return (
    <DetailPage
      device={device}
      scene={scene}
      glide={FADE}
      header={header}
      lead={
        <PartTabs
          label={t('guest.parts')}
          tabs={tabs.map((value) => ({
            value,
            label: t(`guest.tab.${value}`),
          }))}
          value={tab}
          panelId={PANEL}
          onChange={setWanted}
        />
      }
    >
      <div id={PANEL} className={styles.tab} role="tabpanel" aria-labelledby={tabId(PANEL, tab)}>
        {tab === 'door' && <WholeDoorTab card={card} />}
        {tab === 'locks' && <LocksTab card={card} />}
        {tab === 'foil' && <FoilTab card={card} />}
        {tab === 'lights' && <LightsTab card={card} />}
      </div>
    </DetailPage>
  )
}
