import { LIMITS, nameKeyOf } from '@senca/contract'
import { DEFAULT_MQTT_LOGIN, type MqttCredentials, mqttCredentialsRequestSchema } from '@senca/contract/mqtt'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#i18n/error-text.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Field } from '#ui/forms/field.tsx'
import styles from './mqtt.module.css'
import { mqttApi } from './mqtt.ts'

/** The first free name: `default`, then the same with a number. */
export function proposedLogin(names: readonly string[]): string {
  const taken = new Set(names.map(nameKeyOf))
  const candidates = Array.from({ length: names.length + 1 }, (_, index) =>
    index === 0 ? DEFAULT_MQTT_LOGIN : `${DEFAULT_MQTT_LOGIN} ${index + 1}`,
  )
  return candidates.find((name) => !taken.has(nameKeyOf(name))) ?? ''
}

/** Makes a login under a name. A name that is in use replaces its login, which is asked first. */
export function NewLoginDialog(props: {
  names: readonly string[]
  onCancel: () => void
  onMade: (login: MqttCredentials) => void
}) {
  const { t } = useTranslation()
  const formId = useId()
  const [name, setName] = useState(() => proposedLogin(props.names))
  const [isAsked, setAsked] = useState(false)
  const isValid = mqttCredentialsRequestSchema.safeParse({ name }).success
  const isTaken = props.names.some((other) => nameKeyOf(other) === nameKeyOf(name.trim()))
  const make = useServerCall({
    send: () => mqttApi.makeLogin(name),
    onDone: (login) => props.onMade(login),
    onFailure: () => null,
  })
  const submit = () => {
    if (!isValid) return
    if (isTaken && !isAsked) setAsked(true)
    else make.send()
  }
  return (
    <Dialog
      open
      title={isAsked ? t('mqtt.replaceTitle', { name }) : t('mqtt.newLogin')}
      text={t(isAsked ? 'mqtt.replaceText' : 'mqtt.newLoginText')}
      onCancel={props.onCancel}
      actions={
        <>
          <Button variant="quiet" disabled={make.isSending} onClick={props.onCancel}>
            {t('dialog.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={isAsked ? 'danger' : 'primary'}
            disabled={!isValid}
            loading={make.isSending}
          >
            {t(isAsked ? 'mqtt.replace' : 'mqtt.make')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {!isAsked && (
          <Field
            label={t('mqtt.loginName')}
            name="login-name"
            autoComplete="off"
            hint={t('mqtt.loginNameHint')}
            maxLength={LIMITS.MQTT_LOGIN_NAME_MAX_LENGTH}
            value={name}
            error={make.failure === null ? null : errorText(make.failure, t)}
            onChange={({ target }) => {
              setName(target.value)
              make.forgetFailure()
            }}
          />
        )}
        {isAsked && make.failure !== null && <p role="alert">{errorText(make.failure, t)}</p>}
      </form>
    </Dialog>
  )
}
