import { type DeviceInfo, kindOf } from '@senca/contract'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDevice } from '#features/device-model/live-device.ts'
import { loadTexts } from '#i18n/language.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { createPart, usePart } from '#ui/feedback/part.ts'
import styles from './device-beside.module.css'

const control = createPart(async () => (await import('#screens/device/device-screen.tsx')).default)
const door = createPart(async () => {
  const [screen] = await Promise.all([import('#screens/device/door-screen.tsx'), loadTexts('door')])
  return screen.default
})

const isDoor = (device: DeviceInfo | null): boolean =>
  device !== null && kindOf(device.devicetype).family === 'door'

/** The screen of a device as a panel beside the device list. */
export function DeviceBeside({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data: device } = useDevice(id)
  const panel = useRef<HTMLElement>(null)
  useFocusWithin(panel, id)
  useOwnTitle()
  return (
    <section
      ref={panel}
      className={styles.beside}
      aria-label={device?.name ?? t('device.title')}
      data-beside=""
    >
      {device !== undefined && <Screen key={id} part={isDoor(device) ? door : control} panel={panel} />}
    </section>
  )
}

function Screen(props: { part: typeof control; panel: RefObject<HTMLElement | null> }) {
  const query = usePart(props.part)
  const words = useLoadedWords()
  const isLoaded = query.data !== undefined
  const { panel } = props
  // Moves the focus to a device that the person opened, but not when the page was loaded with it.
  useEffect(() => {
    if (!isLoaded || document.activeElement === document.body) return
    const heading = panel.current?.querySelector('h1')
    if (heading == null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [isLoaded, panel])
  return (
    <Loaded query={query} words={words}>
      {(Device) => <Device />}
    </Loaded>
  )
}

/** When the panel closes, the focus returns to the card of its device. */
function useFocusWithin(panel: RefObject<HTMLElement | null>, id: string): void {
  useLayoutEffect(() => {
    const element = panel.current
    return () => {
      if (element?.contains(document.activeElement) !== true) return
      document
        .querySelector<HTMLElement>(`[data-device="${CSS.escape(id)}"] :is(h3 a, button)`)
        ?.focus({ preventScroll: true })
    }
  }, [panel, id])
}

/** The device screen sets the title of the browser tab; the home title is restored when the panel closes. */
function useOwnTitle(): void {
  useEffect(() => {
    const { title } = document
    return () => {
      document.title = title
    }
  }, [])
}
