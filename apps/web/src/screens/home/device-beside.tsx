import { type DeviceInfo, kindOf } from '@senca/contract'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDevice } from '#features/device-model/live-device.ts'
import DeviceScreen from '../device/device-screen.tsx'
import DoorScreen from '../device/door-screen.tsx'
import styles from './device-beside.module.css'

const isDoor = (device: DeviceInfo | null): boolean =>
  device !== null && kindOf(device.devicetype).family === 'door'

/** The screen of a device as a panel beside the device list. */
export function DeviceBeside({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data: device } = useDevice(id)
  const panel = useRef<HTMLElement>(null)
  useFocusWithin(panel, id)
  return (
    <section
      ref={panel}
      className={styles.beside}
      aria-label={device?.name ?? t('device.title')}
      data-beside=""
    >
      {device !== undefined && <Screen key={id} device={device} panel={panel} />}
    </section>
  )
}

function Screen({ device, panel }: { device: DeviceInfo | null; panel: RefObject<HTMLElement | null> }) {
  // Moves the focus to a device that the person opened, but not when the page was loaded with it.
  useEffect(() => {
    if (document.activeElement === document.body) return
    const heading = panel.current?.querySelector('h1')
    if (heading == null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [panel])
  return isDoor(device) ? <DoorScreen /> : <DeviceScreen />
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
