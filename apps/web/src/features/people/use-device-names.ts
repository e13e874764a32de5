import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'

/** Names devices in a line; one that has left the home is called that. */
export function useDeviceNames(devices: readonly DeviceInfo[]): (ids: readonly string[]) => string {
  const { t } = useTranslation()
  const nameById = new Map(devices.map(({ id, name }) => [id, name]))
  return (ids) => ids.map((id) => nameById.get(id) ?? t('links.gone')).join(', ')
}
