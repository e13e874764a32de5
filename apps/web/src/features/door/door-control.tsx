import type { DeviceInfo, LockType } from '@senca/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { commands } from '#features/device-model/devices.ts'
import { chosenTab, type DoorTab, doorTabsOf } from '#features/device-model/views/door-tabs.ts'
import { unlockSecondsOf } from '#features/device-model/views/door-view.ts'
import { hasReported } from '#features/device-model/views/scene-of.ts'
import { DeviceAnnouncer, useAnnouncement } from '#features/device-parts/announcer.tsx'
import { LazyGuardedUnlock } from '#features/device-parts/lazy-guarded-unlock.tsx'
import { RoomPage } from '#features/device-parts/room-page.tsx'
import { useDoorSentence } from '#features/device-parts/use-door-sentence.ts'
import type { UnlockSeconds } from '#features/device-parts/use-unlock-keys.ts'
import { TabList, TabPanel, TabRoot } from '#ui/controls/tab-list.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { DoorLightsPanel } from './door-lights-panel.tsx'
import { DoorPanel } from './door-panel.tsx'
import { doorRoomOf } from './door-room.ts'
import { FoilPanel } from './foil-panel.tsx'
import { LocksPanel } from './locks-panel.tsx'
import { useDoorHistory } from './use-door-history.ts'

/**
 * A door with a tab for each of its parts. `tab` is the requested tab; it is ignored if the door does not have it. The texts are in
 * the part `door`.
 */
export function DoorControl(props: {
  device: DeviceInfo
  /** The connection is lost, so the values may be outdated. */
  stale: boolean
  header: ReactNode
  tab: string | null
  onTab: (tab: DoorTab) => void
  /** Who unlocked the door last, if the person may know that. */
  lastCame?: ReactNode
  more?: ReactNode
}) {
  return (
    <DeviceAnnouncer>
      <Door {...props} />
    </DeviceAnnouncer>
  )
}

function Door(props: Parameters<typeof DoorControl>[0]) {
  const { device, stale } = props
  const { t } = useTranslation()
  const { history, onAsked } = useDoorHistory(device)
  const [asked, setAsked] = useState<{ locks: readonly LockType[]; seconds: UnlockSeconds } | null>(null)
  const tabs = doorTabsOf(device.state)
  const tab = chosenTab(tabs, props.tab)
  const scene = doorRoomOf(device, stale)
  useAnnouncement(device.id, useDoorSentence(device))

  const notify = (locks: readonly LockType[], seconds: UnlockSeconds) => {
    for (const lock of locks) onAsked(lock, seconds ?? unlockSecondsOf(device))
  }
  const unlock = (locks: readonly LockType[], seconds: UnlockSeconds = null): void => {
    if (device.unlockBy === 'pin' || device.unlockBy === 'passkey') {
      setAsked({ locks, seconds })
      return
    }
    commands.unlock(device.id, locks, seconds === null ? {} : { unlockDuration: seconds })
    notify(locks, seconds)
  }
  const shown = { device, stale, history, isAsking: asked !== null }

  if (tab === null) {
    return (
      <RoomPage device={device} scene={scene} header={props.header} more={props.more}>
        {hasReported(device) ? (
          <EmptyState title={t('door.none.title')} text={t('door.none.text')} />
        ) : (
          <EmptyState title={t('card.never')} text={t('card.neverText')} />
        )}
      </RoomPage>
    )
  }
  return (
    <TabRoot value={tab} onChange={props.onTab}>
      <RoomPage
        device={device}
        scene={scene}
        header={props.header}
        more={props.more}
        lead={
          <TabList
            label={t('door.parts')}
            tabs={tabs.map((value) => ({ value, label: t(`door.tab.${value}`) }))}
          />
        }
      >
        <TabPanel value={tab}>
          {tab === 'door' && (
            <DoorPanel {...shown} lastCame={props.lastCame} onUnlock={(locks) => unlock(locks)} />
          )}
          {tab === 'locks' && <LocksPanel {...shown} onUnlock={unlock} />}
          {tab === 'foil' && <FoilPanel device={device} stale={stale} />}
          {tab === 'lights' && <DoorLightsPanel device={device} stale={stale} />}
        </TabPanel>
      </RoomPage>
      {asked !== null && (
        <LazyGuardedUnlock device={device} {...asked} onSent={notify} onOver={() => setAsked(null)} />
      )}
    </TabRoot>
  )
}
