import { type DeviceInfo, UNLOCK_GESTURES } from '@senca/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { deviceEvents, devicesApi } from '#features/device-model/devices.ts'
import { type GuardRefusal, guardRefusal } from '#features/device-parts/guard-refusal.ts'
import { PIN_MAX_LENGTH } from '#features/device-parts/pin-dialog.tsx'
import { errorText } from '#i18n/error-text.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { PasswordField } from '#ui/forms/field.tsx'
import { PinPad } from '#ui/forms/pin-pad.tsx'
import { RadioList } from '#ui/forms/radio-list.tsx'
import styles from './guard-dialog.module.css'
import { draftOf, type GuardDraft, isStepDone, nextStep } from './guard-steps.ts'
import { FormDialog } from './setting-dialog.tsx'

/**
 * A dialog for the unlock protection of a door: the kind of protection, for a PIN the new PIN twice, and the account's password
 * as proof. An account without a password needs a recent sign-in instead. `pastGuard` says who may unlock without the PIN or
 * passkey. Must be mounted again for each opening.
 */
export function GuardDialog(props: {
  device: DeviceInfo
  hasPassword: boolean
  pastGuard: ReactNode
  onClose: () => void
}) {
  const { device, hasPassword, onClose } = props
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => draftOf(device.unlockBy ?? 'tap'))
  const saving = useServerCall({
    send: () => {
      const { gesture, pin, password } = draft
      const guard = { unlockBy: gesture, password, ...(gesture === 'pin' ? { pin } : {}) }
      return devicesApi.guardUnlock(device.id, guard)
    },
    onDone: (changed) => {
      deviceEvents.put(changed)
      onClose()
      showMessage('success', t('settings.saved'))
    },
    onFailure: () => null,
  })
  const { failure } = saving
  const refusal = failure === null ? null : guardRefusal(failure)
  const confirm = () => {
    if (draft.step === 'proof') saving.send()
    else setDraft(nextStep(draft))
  }
  return (
    <FormDialog
      open
      title={t(TITLES[draft.step])}
      text={t(draft.step === 'proof' && !hasPassword ? 'doorSettings.guard.proofFresh' : TEXTS[draft.step])}
      confirmLabel={t(draft.step === 'proof' ? 'settings.do.save' : 'doorSettings.guard.next')}
      isBusy={saving.isSending}
      error={
        refusal === null || refusal === 'wrongPassword'
          ? null
          : refusal === 'other'
            ? errorText(failure, t)
            : t(`doorSettings.guard.${refusal}`)
      }
      onCancel={onClose}
      onConfirm={isStepDone(draft, hasPassword) ? confirm : null}
    >
      <Step
        draft={draft}
        hasPassword={hasPassword}
        pastGuard={props.pastGuard}
        refusal={refusal}
        onChange={(next) => {
          setDraft(next)
          saving.forgetFailure()
        }}
      />
    </FormDialog>
  )
}

const TITLES = {
  gesture: 'doorSettings.guard.title',
  newPin: 'doorSettings.guard.newPin',
  repeatPin: 'doorSettings.guard.repeatPin',
  proof: 'doorSettings.guard.title',
} as const satisfies Record<GuardDraft['step'], string>

const TEXTS = {
  gesture: 'doorSettings.guard.text',
  newPin: 'doorSettings.guard.newPinText',
  repeatPin: 'doorSettings.guard.repeatPinText',
  proof: 'doorSettings.guard.proof',
} as const satisfies Record<GuardDraft['step'], string>

function Step(props: {
  draft: GuardDraft
  hasPassword: boolean
  pastGuard: ReactNode
  refusal: GuardRefusal | null
  onChange: (draft: GuardDraft) => void
}) {
  const { draft, onChange } = props
  const { t } = useTranslation()
  const change = (part: Partial<GuardDraft>) => onChange({ ...draft, ...part })
  switch (draft.step) {
    case 'gesture':
      return (
        <>
          <RadioList
            label={t('doorSettings.guard.title')}
            value={draft.gesture}
            options={UNLOCK_GESTURES.map((value) => ({ value, label: t(`doorSettings.guard.${value}`) }))}
            onChange={(gesture) => change({ gesture })}
          />
          <p className={styles.about} aria-live="polite">
            {t(`doorSettings.guard.${draft.gesture}Text`)}
          </p>
          {(draft.gesture === 'pin' || draft.gesture === 'passkey') && props.pastGuard}
        </>
      )
    case 'newPin':
    case 'repeatPin': {
      const field = draft.step === 'newPin' ? 'pin' : 'repeated'
      const isMismatch = draft.step === 'newPin' && draft.mismatches > 0 && draft.pin === ''
      return (
        <PinPad
          key={`${draft.step} ${draft.mismatches}`}
          label={t('door.pin.label')}
          deleteLabel={t('door.pin.delete')}
          value={draft[field]}
          maxLength={PIN_MAX_LENGTH}
          error={isMismatch ? t('doorSettings.guard.mismatch') : null}
          onChange={(value) => change({ [field]: value })}
        />
      )
    }
    case 'proof':
      return props.hasPassword ? <Password {...props} change={change} /> : null
  }
}

function Password(props: {
  draft: GuardDraft
  refusal: GuardRefusal | null
  change: (part: Partial<GuardDraft>) => void
}) {
  const { t } = useTranslation()
  return (
    <div className={styles.proof}>
      <PasswordField
        label={t('doorSettings.guard.password')}
        name="password"
        autoComplete="current-password"
        autoFocus
        showLabel={t('password.show')}
        hideLabel={t('password.hide')}
        value={props.draft.password}
        error={props.refusal === 'wrongPassword' ? t('errors.incorrectPassword') : null}
        onChange={(event) => props.change({ password: event.target.value })}
      />
    </div>
  )
}
