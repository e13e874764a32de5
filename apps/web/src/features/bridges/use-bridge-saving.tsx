import type { BridgeCreateRequest, CreatedBridge } from '@senca/contract/bridges'
import { type FormEvent, type ReactNode, useState } from 'react'
import { isProofMissing, isUnconfirmed } from '#features/sharing-model/sharing-failures.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { bridgesApi } from './bridges.ts'

/** What the server asks for before a guarded door may be commanded. */
export interface WantedProof {
  deviceId: string
  onCancel: () => void
  /** Sends the request; throws refusals. */
  onProved: (password: string) => Promise<void>
}

/** What a page does with a form that makes a connected app. */
export interface BridgeMaking {
  onMade: (bridge: CreatedBridge) => void
  onUnconfirmed: () => void
  /** Renders the password dialog when the server requires it. */
  proofFor: (wanted: WantedProof) => ReactNode
}

/** Makes a connected app once its form has a name and a device, with the password where a door is guarded. */
export function useBridgeMaking(
  request: BridgeCreateRequest,
  { onMade, onUnconfirmed, proofFor }: BridgeMaking,
) {
  const [guardedDoor, setGuardedDoor] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const make = useServerCall({
    send: () => bridgesApi.create(request),
    onDone: (bridge) => onMade(bridge),
    onFailure(failure) {
      if (isProofMissing(failure)) setGuardedDoor(failure.deviceId ?? '')
      else if (isUnconfirmed(failure)) onUnconfirmed()
      else return undefined
      return null
    },
  })
  const isNameMissing = request.name.trim() === ''
  const areDevicesMissing = Object.keys(request.grants).length === 0
  return {
    isSending: make.isSending,
    forgetFailure: make.forgetFailure,
    isNameMissing: isTried && isNameMissing,
    areDevicesMissing: isTried && areDevicesMissing,
    onSubmit(event: FormEvent) {
      event.preventDefault()
      setTried(true)
      if (!isNameMissing && !areDevicesMissing) make.send()
    },
    proof:
      guardedDoor !== null &&
      proofFor({
        deviceId: guardedDoor,
        onCancel: () => setGuardedDoor(null),
        async onProved(password) {
          const made = await bridgesApi.create({ ...request, password })
          setGuardedDoor(null)
          onMade(made)
        },
      }),
  }
}
