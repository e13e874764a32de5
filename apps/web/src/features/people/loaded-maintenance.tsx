import type { DeviceInfo } from '@senca/contract'
import { loadTexts } from '#i18n/language.ts'
import { createPart, usePart } from '#ui/feedback/part.ts'

const banner = createPart(async () => {
  const [{ MaintenanceBanner }] = await Promise.all([import('./maintenance-banner.tsx'), loadTexts('people')])
  return MaintenanceBanner
})

/** Says who maintains a device now; loads nothing while nobody does. */
export function LoadedMaintenance({ device }: { device: DeviceInfo }) {
  const isMaintained = device.maintenance != null
  const { data: MaintenanceBanner } = usePart(banner, isMaintained)
  return isMaintained && MaintenanceBanner ? <MaintenanceBanner device={device} /> : null
}
