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
  lock: LockType
  seconds: UnlockSeconds
  /** Called when the unlock has started, was canceled or failed. A failure is shown by the status of the command. */
  onOver: () => void
  /** Called when the command is sent. */
  onSent?: (lock: LockType, seconds: UnlockSeconds) => void
}

/** Asks for the PIN or passkey that the owner of the door requires, then unlocks. */
export function GuardedUnlock(asked: Asked) {
  return asked.device.unlockBy === 'passkey' ? <PasskeyUnlock {...asked} /> : <PinUnlock {...asked} />
}

const unlockOptions = (seconds: UnlockSeconds) => (seconds === null ? {} : { unlockDuration: seconds })

const isUnlockOf = ({ intent }: CommandEntry, lock: LockType): boolean =>
  intent.kind === 'unlock' && intent.lockType === lock

const detailOf = ({ failure }: CommandEntry) => (failure?.by === 'device' ? failure.detail : null)

function PinUnlock({ device, lock, seconds, onOver, onSent }: Asked) {
  const { t } = useTranslation()
  const [tries, setTries] = useState(0)
  const [isLocked, setLocked] = useState(false)
  const [isSending, setSending] = useState(false)
  const entry = useCommandEntries(device.id).find((each) => isUnlockOf(each, lock))
  const over = useRef(onOver)
  over.current = onOver

  useEffect(() => {
    if (!isSending || entry?.phase === 'pending') return
    const detail = entry === undefined ? null : detailOf(entry)
    if (detail !== 'pin_wrong' && detail !== 'pin_locked') {
      over.current()
      return
    }
    setSending(false)
    setTries((before) => before + 1)
    if (detail === 'pin_locked') setLocked(true)
    commands.dismiss(device.id)
  }, [entry, isSending, device.id])

  const send = (pin: string) => {
    commands.unlock(device.id, lock, { ...unlockOptions(seconds), proof: { pin } })
    onSent?.(lock, seconds)
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
function PasskeyUnlock({ device, lock, seconds, onOver, onSent }: Asked) {
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
      commands.unlock(device.id, lock, { ...unlockOptions(seconds), proof: { proof: { state, credential } } })
      onSent?.(lock, seconds)
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
