import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { roomsQuery } from '#features/room-model/rooms.queries.ts'
import { roomsApi } from '#features/room-model/rooms.ts'
import { PinList } from '#features/rooms/pin-list.tsx'
import { RoomList } from '#features/rooms/room-list.tsx'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'

/** The rooms of the home and their order. */
export default function RoomsScreen() {
  const { t } = useTranslation()
  const rooms = useQuery(roomsQuery(roomsApi))
  const devices = useHomeDevices()
  const words = useLoadedWords()
  usePageTitle(t('rooms.title'))
  return (
    <SubPage
      title={t('rooms.title')}
      intro={t('rooms.intro')}
      backLabel={t('header.back')}
      onBack={useGoBack('/home')}
    >
      <Loaded query={rooms} words={words}>
        {(loaded) => (
          <>
            <PinList devices={devices} />
            <RoomList rooms={loaded} devices={devices} />
          </>
        )}
      </Loaded>
    </SubPage>
  )
}
