import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { devicesWords } from './link-words.ts'

/** Returns a function that lists the names of devices in one line. */
export function useDeviceNames(devices: readonly DeviceInfo[]): (ids: readonly string[]) => string {
  const { t } = useTranslation()
  const nameById = new Map(devices.map(({ id, name }) => [id, name]))
  return (ids) => devicesWords(ids, (id) => nameById.get(id) ?? null, t)
}
