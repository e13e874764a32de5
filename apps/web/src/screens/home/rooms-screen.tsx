import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { roomsQuery } from '#features/room-model/rooms.queries.ts'
import { roomsApi } from '#features/room-model/rooms.ts'
import { PinList } from '#features/rooms/pin-list.tsx'
import { RoomList } from '#features/rooms/room-list.tsx'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { useGoBack } from '../use-go-back.ts'
import styles from './rooms-screen.module.css'

/** The share of the window above a list of which too little is visible. */
const LOW = 0.65

/** The rooms of the home and their order, in the place of the list of the home. */
export default function RoomsScreen() {
  const { t } = useTranslation()
  const rooms = useQuery(roomsQuery(roomsApi))
  const devices = useHomeDevices()
  const words = useLoadedWords()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    bringIntoView(title.current)
  }, [])
  return (
    <section className={styles.rooms} aria-labelledby="rooms-title">
      <div className={styles.head}>
        <h2 ref={title} className={styles.title} id="rooms-title" tabIndex={-1}>
          {t('rooms.title')}
        </h2>
        <ButtonLink variant="quiet" to="/groups">
          {t('home.groups')}
        </ButtonLink>
        <Button onClick={useGoBack('/home')}>{t('rooms.done')}</Button>
      </div>
      <p className={styles.intro}>{t('rooms.intro')}</p>
      <Loaded query={rooms} words={words}>
        {(loaded) => (
          <>
            <PinList devices={devices} />
            <RoomList rooms={loaded} devices={devices} />
          </>
        )}
      </Loaded>
    </section>
  )
}

/** Scrolls only if the list starts above the window or far down in it: what a person is reading should not move. */
function bringIntoView(title: HTMLElement | null): void {
  const list = title?.closest('section')
  if (!list) return
  const { top } = list.getBoundingClientRect()
  if (top < 0 || top > innerHeight * LOW) list.scrollIntoView()
}
