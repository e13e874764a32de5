import type { DeviceInfo } from '@senca/contract'
import { useLocation } from 'react-router'
import { isOwn } from '#features/device-model/rights.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { useMedia } from '#ui/layout/use-media.ts'

const DeviceDay = lazyPart(async () => (await import('./device-day.tsx')).DeviceDay, {
  texts: ['scenarios', 'activity', 'weather'],
})

/** The window size from which the panel of a device has room for more than its controls. */
const ROOMY = matchMedia('(min-width: 1200px) and (min-height: 720px)')

/** The day of a device in its panel. Nothing is loaded where there is no room for it, or beside the home. */
export function DayBeside({ device }: { device: DeviceInfo }) {
  const isRoomy = useMedia(ROOMY)
  const isBesideHome = useLocation().pathname === '/home'
  return isRoomy && !isBesideHome && isOwn(device) && <DeviceDay device={device} />
}
