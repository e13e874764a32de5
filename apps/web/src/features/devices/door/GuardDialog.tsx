import { UNLOCK_GESTURES, type UnlockGesture } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { errorText } from '#i18n/error-text.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { PasswordField } from '#ui/Field.tsx'
import { RadioList } from '#ui/RadioList.tsx'
import { deviceEvents, devicesApi } from '../devices.ts'
import { type DeviceDialogProps, SettingDialog } from '../settings/index.ts'
import styles from './GuardDialog.module.css'
import { type GuardStep, guardRefusal } from './guard-steps.ts'
import { PinDialog } from './PinDialog.tsx'

/**
 * What unlocking a door takes: the gesture, the new PIN twice where it is one, and the account's password as proof;
 * an account without a password goes by how fresh its sign-in is. Mounted anew for each opening.
 */
export function GuardDialog(props: Omit<DeviceDialogProps, 'open'> & { hasPassword: boolean }) {
  const { device, onClose } = props
  const { t } = useTranslation()
  const [step, setStep] = useState<GuardStep>('gesture')
  const [gesture, setGesture] = useState<UnlockGesture>(device.unlockBy ?? 'tap')
  const [pin, setPin] = useState<string | null>(null)
  const [mismatches, setMismatches] = useState(0)

  switch (step) {
    case 'gesture':
      return (
        <GestureStep
          gesture={gesture}
          onGesture={setGesture}
          onCancel={onClose}
          onNext={() => setStep(gesture === 'pin' ? 'newPin' : 'proof')}
        />
      )
    case 'newPin':
      return (
        <PinDialog
          key={`new ${mismatches}`}
          title={t('doorSettings.guard.newPin')}
          text={t('doorSettings.guard.newPinText')}
          confirmLabel={t('doorSettings.guard.next')}
          error={mismatches > 0 ? t('doorSettings.guard.mismatch') : null}
          onCancel={onClose}
          onPin={(entered) => {
            setPin(entered)
            setStep('repeatPin')
          }}
        />
      )
    case 'repeatPin':
      return (
        <PinDialog
          key="repeat"
          title={t('doorSettings.guard.repeatPin')}
          text={t('doorSettings.guard.repeatPinText')}
          confirmLabel={t('doorSettings.guard.next')}
          error={null}
          onCancel={onClose}
          onPin={(entered) => {
            if (entered !== pin) setMismatches(mismatches + 1)
            setStep(entered === pin ? 'proof' : 'newPin')
          }}
        />
      )
    case 'proof':
      return <ProofStep {...props} gesture={gesture} pin={pin} />
  }
}

function GestureStep(props: {
  gesture: UnlockGesture
  onGesture: (gesture: UnlockGesture) => void
  onCancel: () => void
  onNext: () => void
}) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      title={t('doorSettings.guard.title')}
      text={t('doorSettings.guard.text')}
      onCancel={props.onCancel}
      actions={
        <>
          <Button variant="quiet" onClick={props.onCancel}>
            {t('dialog.cancel')}
          </Button>
          <Button variant="primary" onClick={props.onNext}>
            {t('doorSettings.guard.next')}
          </Button>
        </>
      }
    >
      <RadioList
        label={t('doorSettings.guard.title')}
        value={props.gesture}
        options={UNLOCK_GESTURES.map((value) => ({ value, label: t(`doorSettings.guard.${value}`) }))}
        onChange={props.onGesture}
      />
      <p className={styles.about} aria-live="polite">
        {t(`doorSettings.guard.${props.gesture}Text`)}
      </p>
    </Dialog>
  )
}

function ProofStep(
  props: Parameters<typeof GuardDialog>[0] & { gesture: UnlockGesture; pin: string | null },
) {
  const { device, gesture, pin, hasPassword, onClose } = props
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const refuse = (failure: unknown): void => {
    const refusal = guardRefusal(failure)
    if (refusal === 'wrongPassword') setWrong(true)
    else setError(refusal === 'other' ? errorText(failure, t) : t(`doorSettings.guard.${refusal}`))
  }
  const confirm = async () => {
    setBusy(true)
    setError(null)
    try {
      const guard = { unlockBy: gesture, password, ...(gesture === 'pin' && pin !== null ? { pin } : {}) }
      deviceEvents.put(await devicesApi.guardUnlock(device.id, guard))
      onClose()
      showMessage('success', t('settings.saved'))
    } catch (failure) {
      refuse(failure)
      setBusy(false)
    }
  }

  return (
    <SettingDialog
      open
      title={t('doorSettings.guard.title')}
      text={t(hasPassword ? 'doorSettings.guard.proof' : 'doorSettings.guard.proofFresh')}
      isInvalid={hasPassword && password === ''}
      isBusy={isBusy}
      error={error}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      {hasPassword && (
        <PasswordField
          label={t('doorSettings.guard.password')}
          name="password"
          autoComplete="current-password"
          autoFocus
          showLabel={t('password.show')}
          hideLabel={t('password.hide')}
          value={password}
          error={isWrong ? t('errors.incorrectPassword') : null}
          onChange={(event) => {
            setPassword(event.target.value)
            setWrong(false)
          }}
        />
      )}
    </SettingDialog>
  )
}
