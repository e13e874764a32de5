import { LIMITS } from '@senca/contract'
import type { TransferOffer } from '@senca/contract/people'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { showMessage } from '#core/messages.ts'
import { deviceEvents } from '#features/device-model/devices.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './transfers.module.css'
import { transfersApi } from './transfers.ts'

/** Accepts the transfer of devices. If the own home already has a device with the same name, another name can be entered. */
export function AcceptForm(props: {
  token: string
  offer: TransferOffer
  onAccepted: () => unknown
  /** Some names were taken in the meantime. */
  onNameTaken: () => unknown
}) {
  const { token, offer } = props
  const { t } = useTranslation()
  const [nameById, setNameById] = useState<ReadonlyMap<string, string>>(new Map())
  const [isMissing, setMissing] = useState(false)
  const [isTaken, setTaken] = useState(false)
  const renamed = offer.devices.filter(({ isNameTaken }) => isNameTaken)
  const nameOf = (deviceId: string) => nameById.get(deviceId)?.trim() ?? ''

  const accept = useServerCall({
    send: () =>
      transfersApi.accept({
        token,
        ...(renamed.length === 0
          ? {}
          : { names: renamed.map(({ deviceId }) => ({ deviceId, name: nameOf(deviceId) })) }),
      }),
    onDone: async () => {
      await deviceEvents.reload()
      showMessage('success', t('transfer.accepted', { count: offer.devices.length }))
      await props.onAccepted()
    },
    onFailure: (failure) => {
      if (!(failure instanceof ApiFailure) || failure.error !== 'device_name_in_use') return undefined
      setTaken(true)
      props.onNameTaken()
      return null
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (renamed.some(({ deviceId }) => nameOf(deviceId) === '')) return setMissing(true)
    accept.send()
  }
  const errorOf = (deviceId: string) => {
    if (isMissing && nameOf(deviceId) === '') return t('transfer.nameNeeded')
    return isTaken ? t('transfer.nameTaken') : null
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{t('transfer.from', { email: offer.email })}</p>
      <ul className={styles.devices}>
        {offer.devices.map(({ deviceId, deviceName, devicetype, isNameTaken }) => (
          <li key={deviceId} className={styles.device}>
            <span className={styles.name}>
              <Icon name={devicetype} />
              <span>{deviceName}</span>
            </span>
            {isNameTaken && (
              <Field
                label={t('transfer.newName', { name: deviceName })}
                hint={t('transfer.newNameHint')}
                name={`name-${deviceId}`}
                autoComplete="off"
                maxLength={LIMITS.DEVICE_NAME_MAX_LENGTH}
                value={nameById.get(deviceId) ?? ''}
                error={errorOf(deviceId)}
                onChange={({ target }) => {
                  setNameById(new Map(nameById).set(deviceId, target.value))
                  setMissing(false)
                  setTaken(false)
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <p>{t('transfer.acceptText')}</p>
      <div className={styles.keys}>
        <Button type="submit" variant="primary" wide loading={accept.isSending}>
          {t('transfer.accept')}
        </Button>
        <ButtonLink variant="quiet" wide to="/home">
          {t('transfer.later')}
        </ButtonLink>
      </div>
    </form>
  )
}
