import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { showMessage } from '#core/messages.ts'
import { deviceEvents } from '#features/device-model/devices.ts'
import { type AddRequest, discoveryApi, reloadFound } from './discovery.ts'

/** Makes a device, and shows it everywhere. */
export async function addDevice(request: AddRequest): Promise<DeviceInfo> {
  const device = await discoveryApi.add(request)
  deviceEvents.put(device)
  await reloadFound()
  return device
}

/** Says that a device was added, with the way to it. */
export function useSayAdded() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return ({ name }: Pick<DeviceInfo, 'name'>) =>
    showMessage('success', t('found.added', { name }), {
      action: { label: t('found.goHome'), run: () => navigate('/home'), isPassing: true },
    })
}
