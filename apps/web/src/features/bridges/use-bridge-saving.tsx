import type { BridgeCreateRequest, CreatedBridge } from '@senca/contract/bridges'
import { type FormEvent, type ReactNode, useState } from 'react'
import { isProofMissing, isUnconfirmed } from '#features/sharing-model/sharing-failures.ts'
import { useServerCall } from '#i18n/use-server-call.ts'

/** What the server asks for before a guarded door may be commanded. */
export interface WantedProof {
  deviceId: string
  onCancel: () => void
  /** Sends the request; throws refusals. */
  onProved: (password: string) => Promise<void>
}

/** What a page does with a form that makes or changes a connected app. */
export interface BridgeSaving<Answer> {
  onSaved: (answer: Answer) => void
  onUnconfirmed: () => void
  /** Renders the password dialog when the server requires it. */
  proofFor: (wanted: WantedProof) => ReactNode
}
export type BridgeMaking = BridgeSaving<CreatedBridge>

/** Saves a connected app once its form has a name and a device, with the password where a door is guarded. */
export function useBridgeSaving<
  Request extends Required<Pick<BridgeCreateRequest, 'name' | 'grants'>>,
  Answer,
>(
  request: Request,
  send: (request: Request & { password?: string }) => Promise<Answer>,
  { onSaved, onUnconfirmed, proofFor }: BridgeSaving<Answer>,
) {
  const [guardedDoor, setGuardedDoor] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const save = useServerCall({
    send: () => send(request),
    onDone: (answer) => onSaved(answer),
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
    isSending: save.isSending,
    forgetFailure: save.forgetFailure,
    isNameMissing: isTried && isNameMissing,
    areDevicesMissing: isTried && areDevicesMissing,
    onSubmit(event: FormEvent) {
      event.preventDefault()
      setTried(true)
      if (!isNameMissing && !areDevicesMissing) save.send()
    },
    proof:
      guardedDoor !== null &&
      proofFor({
        deviceId: guardedDoor,
        onCancel: () => setGuardedDoor(null),
        async onProved(password) {
          const answer = await send({ ...request, password })
          setGuardedDoor(null)
          onSaved(answer)
        },
      }),
  }
}
