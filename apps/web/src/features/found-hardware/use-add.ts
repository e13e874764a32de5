import type { DeviceInfo } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { showMessage } from '#core/messages.ts'
import { deviceEvents } from '#features/device-model/devices.ts'
import { isProofMissing } from '#features/sharing-model/sharing-failures.ts'
import { type AddRequest, type AssignRequest, discoveryApi, reloadFound } from './discovery.ts'

/** Makes a device, and shows it everywhere. */
export async function addDevice(request: AddRequest): Promise<DeviceInfo> {
  const device = await discoveryApi.add(request)
  deviceEvents.put(device)
  await reloadFound()
  return device
}

/** Gives a device other hardware, and shows it everywhere. */
export async function assignHardware(request: AssignRequest): Promise<DeviceInfo> {
  const device = await discoveryApi.assign(request)
  deviceEvents.put(device)
  await reloadFound()
  return device
}

/** The form waits for the account's password, because a lock of it was ever in a door that requires a PIN or passkey. */
export interface WantedHardwareProof {
  onCancel: () => void
  /** Submits the form; throws refusals. */
  onProved: (password: string) => Promise<void>
}

/** Whether a form waits for the password, and what notices that. */
export function useWantedProof() {
  const [isWanted, setWanted] = useState(false)
  return {
    isWanted,
    cancel: () => setWanted(false),
    onFailure(failure: Error): boolean {
      const isMissing = isProofMissing(failure)
      if (isMissing) setWanted(true)
      return isMissing
    },
  }
}

export const proofOf = (password: string | undefined) => (password === undefined ? {} : { password })

/** Says that a device was added, with the way to it. */
export function useSayAdded() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return ({ name }: Pick<DeviceInfo, 'name'>) =>
    showMessage('success', t('found.added', { name }), {
      action: { label: t('found.goHome'), run: () => navigate('/home'), isPassing: true },
    })
}
