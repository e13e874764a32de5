import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PIN_LENGTH } from '#features/guest-link/guest.ts'
import { useGuest } from '#features/guest-link/use-guest.tsx'
import { Button } from '#ui/controls/button.tsx'
import { PinPad } from '#ui/forms/pin-pad.tsx'
import styles from './pin-screen.module.css'

/** Asks for the PIN of the link. */
export function PinScreen({ fault }: { fault: 'wrong' | 'locked' | null }) {
  const { t } = useTranslation()
  const guest = useGuest()
  const [pin, setPin] = useState('')
  const [isAsking, setAsking] = useState(false)
  // The error of a refusal is shown until the guest types again.
  const [isRead, setRead] = useState(false)
  const title = t('stop.pin.title')
  useEffect(() => {
    document.title = `${title} · Senca`
  }, [title])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isAsking || pin.length < PIN_LENGTH.least) return
    setAsking(true)
    await guest.enterPin(pin)
    setAsking(false)
    setRead(false)
    setPin('')
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <h1 className={styles.title}>{title}</h1>
      <p>{t('stop.pin.text')}</p>
      <PinPad
        label={t('stop.pin.label')}
        deleteLabel={t('stop.pin.delete')}
        value={pin}
        maxLength={PIN_LENGTH.most}
        error={fault === null || isRead ? null : t(`stop.pin.${fault}`)}
        disabled={isAsking}
        onChange={(value) => {
          setPin(value)
          setRead(true)
        }}
      />
      <Button
        variant="primary"
        wide
        type="submit"
        loading={isAsking}
        disabled={pin.length < PIN_LENGTH.least}
      >
        {t('stop.pin.submit')}
      </Button>
    </form>
  )
}
