import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'

/** Returns a function that lists the names of devices in one line. A device that has left the home gets a general name. */
export function useDeviceNames(
  devices: readonly Pick<DeviceInfo, 'id' | 'name'>[],
): (ids: readonly string[]) => string {
  const { t } = useTranslation()
  const nameById = new Map(devices.map(({ id, name }) => [id, name]))
  return (ids) => ids.map((id) => nameById.get(id) ?? t('links.gone')).join(', ')
}
