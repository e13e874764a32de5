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
import { doorRoomOf } from './door-room.ts'
import { FoilPanel } from './foil-panel.tsx'
import { LockPanel } from './lock-panel.tsx'
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
  const [asked, setAsked] = useState<{ lock: LockType; seconds: UnlockSeconds } | null>(null)
  const tabs = doorTabsOf(device.state)
  const tab = chosenTab(tabs, props.tab)
  const scene = doorRoomOf(device, stale, tab)
  useAnnouncement(device.id, useDoorSentence(device))

  const notify = (lock: LockType, seconds: UnlockSeconds) => onAsked(lock, seconds ?? unlockSecondsOf(device))
  const unlock = (lock: LockType, seconds: UnlockSeconds): void => {
    if (device.unlockBy === 'pin' || device.unlockBy === 'passkey') {
      setAsked({ lock, seconds })
      return
    }
    commands.unlock(device.id, lock, seconds === null ? {} : { unlockDuration: seconds })
    notify(lock, seconds)
  }

  if (tab === null) {
    return (
      <RoomPage device={device} scene={scene} header={props.header}>
        {hasReported(device) ? (
          <EmptyState title={t('door.none.title')} text={t('door.none.text')} />
        ) : (
          <EmptyState title={t('card.never')} text={t('card.neverText')} />
        )}
      </RoomPage>
    )
  }
  const moment = tab === 'magnet' || tab === 'motor' ? history.locks[tab] : undefined
  return (
    <TabRoot value={tab} onChange={props.onTab}>
      <RoomPage
        device={device}
        scene={scene}
        header={props.header}
        lead={
          <TabList
            label={t('door.parts')}
            tabs={tabs.map((value) => ({ value, label: t(`door.tab.${value}`) }))}
          />
        }
      >
        <TabPanel value={tab}>
          {moment !== undefined && (tab === 'magnet' || tab === 'motor') && (
            <LockPanel
              device={device}
              stale={stale}
              lock={tab}
              moment={moment}
              history={history}
              isAsking={asked !== null}
              lastCame={props.lastCame}
              onUnlock={unlock}
            />
          )}
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
