import { DEVICE_PIN } from '@senca/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { PIN_MAX_LENGTH } from '#features/device-parts/pin-dialog.tsx'
import { Button } from '#ui/controls/button.tsx'
import { PinPad } from '#ui/forms/pin-pad.tsx'
import styles from './approvals.module.css'

/** Asks for the PIN of the door. A refused PIN clears the input. */
export function PinStep(props: {
  failure: unknown
  isSending: boolean
  onCancel: () => void
  onPin: (pin: string) => void
}) {
  const { t } = useTranslation()
  const [pin, setPin] = useState('')
  const [refused, setRefused] = useState<{ failure: unknown; count: number }>({ failure: null, count: 0 })
  const detail = props.failure instanceof ApiFailure ? props.failure.detail : null
  if (detail !== null && props.failure !== refused.failure) {
    setRefused({ failure: props.failure, count: refused.count + 1 })
    setPin('')
  }
  const isLocked = detail === 'pin_locked'
  const isReady = !isLocked && DEVICE_PIN.test(pin)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !props.isSending) props.onPin(pin)
  }
  const wrong = refused.count === 0 ? null : t('door.pin.wrong', { count: refused.count })
  return (
    <form className={styles.pin} onSubmit={submit} noValidate>
      <PinPad
        label={t('door.pin.label')}
        deleteLabel={t('door.pin.delete')}
        value={pin}
        maxLength={PIN_MAX_LENGTH}
        error={isLocked ? t('door.pin.locked') : wrong}
        disabled={isLocked}
        onChange={setPin}
      />
      <div className={styles.keys}>
        <Button type="submit" variant="primary" wide isCommand loading={props.isSending} disabled={!isReady}>
          {t('door.pin.unlock')}
        </Button>
        <Button variant="quiet" wide disabled={props.isSending} onClick={props.onCancel}>
          {t('dialog.cancel')}
        </Button>
      </div>
    </form>
  )
}
