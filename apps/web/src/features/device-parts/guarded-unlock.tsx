import type { DeviceInfo, LockType } from '@senca/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import type { CommandEntry } from '#features/device-model/commands/command-lifecycle.ts'
import { commands, devicesApi } from '#features/device-model/devices.ts'
import { useCommandEntries } from '#features/device-model/live-device.ts'
import { errorText } from '#i18n/error-text.ts'
import { guardRefusal } from './guard-refusal.ts'
import { PinDialog } from './pin-dialog.tsx'
import type { UnlockSeconds } from './use-unlock-keys.ts'

interface Asked {
  device: DeviceInfo
  locks: readonly LockType[]
  seconds: UnlockSeconds
  /** Called when the unlock has started, was canceled or failed. A failure is shown by the status of the command. */
  onOver: () => void
  /** Called when the command is sent. */
  onSent?: (locks: readonly LockType[], seconds: UnlockSeconds) => void
}

/** Asks once for the PIN or passkey that the owner of the door requires, then unlocks all of `locks`. */
export function GuardedUnlock(asked: Asked) {
  return asked.device.unlockBy === 'passkey' ? <PasskeyUnlock {...asked} /> : <PinUnlock {...asked} />
}

const unlockOptions = (seconds: UnlockSeconds) => (seconds === null ? {} : { unlockDuration: seconds })

const isUnlockOf = ({ intent }: CommandEntry, locks: readonly LockType[]): boolean =>
  intent.kind === 'unlock' && locks.includes(intent.lockType)

const detailOf = ({ failure }: CommandEntry) => (failure?.by === 'device' ? failure.detail : null)

function PinUnlock({ device, locks, seconds, onOver, onSent }: Asked) {
  const { t } = useTranslation()
  const [tries, setTries] = useState(0)
  const [isLocked, setLocked] = useState(false)
  const [isSending, setSending] = useState(false)
  const entries = useCommandEntries(device.id).filter((entry) => isUnlockOf(entry, locks))
  const isPending = entries.some(({ phase }) => phase === 'pending')
  const details = entries.map(detailOf)
  const refusal = details.includes('pin_locked') ? 'pin_locked' : details.find((one) => one === 'pin_wrong')
  const over = useRef(onOver)
  over.current = onOver

  useEffect(() => {
    if (!isSending || isPending) return
    if (refusal === undefined) {
      over.current()
      return
    }
    setSending(false)
    setTries((before) => before + 1)
    if (refusal === 'pin_locked') setLocked(true)
    commands.dismiss(device.id)
  }, [isPending, refusal, isSending, device.id])

  const send = (pin: string) => {
    commands.unlock(device.id, locks, { ...unlockOptions(seconds), proof: { pin } })
    onSent?.(locks, seconds)
    setSending(true)
  }

  return (
    <PinDialog
      title={t('door.pin.title')}
      text={t('door.pin.text', { name: device.name })}
      confirmLabel={t('door.pin.unlock')}
      error={isLocked ? t('door.pin.locked') : tries > 0 ? t('door.pin.wrong', { count: tries }) : null}
      refusals={tries}
      isBusy={isSending}
      isLocked={isLocked}
      onCancel={onOver}
      onPin={send}
    />
  )
}

/** Resolves to null if they could not be loaded. */
const loadPasskeys = () => import('#core/passkey.ts').catch(() => null)

/** Renders nothing, because the browser shows its own dialog. */
function PasskeyUnlock({ device, locks, seconds, onOver, onSent }: Asked) {
  const { t } = useTranslation()
  const hasBegun = useRef(false)

  const unlock = async () => {
    const passkeys = await loadPasskeys()
    if (passkeys === null) {
      showMessage('error', t('errors.network'))
      onOver()
      return
    }
    const { askPasskey, rightHost, wasDeclined } = passkeys
    try {
      const { state, passkey } = await devicesApi.challengeUnlock(device.id)
      const credential = await askPasskey(passkey)
      commands.unlock(device.id, locks, {
        ...unlockOptions(seconds),
        proof: { proof: { state, credential } },
      })
      onSent?.(locks, seconds)
    } catch (failure) {
      const host = rightHost(failure)
      if (host !== null) showMessage('error', t('errors.passkeyElsewhere', { address: `https://${host}` }))
      else if (!wasDeclined(failure)) {
        showMessage(
          'error',
          guardRefusal(failure) === 'noPasskey' ? t('door.noPasskey') : errorText(failure, t),
        )
      }
    }
    onOver()
  }
  const begin = useRef(unlock)

  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void begin.current()
  }, [])

  return null
}
