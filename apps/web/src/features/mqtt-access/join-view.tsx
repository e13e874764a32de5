import type { JoinedBroker } from '@senca/contract/mqtt'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { PasswordInput } from '#features/account-model/password-input.tsx'
import { Form } from '#i18n/form.tsx'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useForm } from '#i18n/use-form.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { joinBroker, joinQuery, leaveBroker } from './join.ts'
import {
  type JoinDraft,
  type JoinError,
  joinRefusal,
  joinRequestOf,
  NEW_JOIN,
  validateJoin,
} from './join-draft.ts'
import styles from './mqtt.module.css'

/** The broker that the person runs: its state once it is joined, before that the form that joins it. */
export function JoinView() {
  return (
    <Loaded query={useQuery(joinQuery)} words={useLoadedWords()}>
      {(joined) => (joined === null ? <JoinForm /> : <Joined joined={joined} />)}
    </Loaded>
  )
}

function Joined({ joined }: { joined: JoinedBroker }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { status, since, host, port, tls, username, entities, lastError } = joined
  const leave = useServerCall({
    send: leaveBroker,
    onDone: () => showMessage('success', t('mqtt.join.left', { host })),
  })
  const tone = status === 'connected' ? 'true' : status === 'connecting' ? 'false' : 'bad'
  return (
    <>
      <p className={styles.state} data-on={tone} role="status">
        {status === 'connecting' ? (
          <Spinner size="small" />
        ) : (
          <Icon name={status === 'connected' ? 'check' : 'alert'} />
        )}
        <span>{t(`mqtt.join.status.${status}`)}</span>
      </p>
      <p className={styles.name}>{`${host}:${port}`}</p>
      <Facts
        facts={[
          tls ? 'TLS' : null,
          username,
          t('mqtt.join.since', { when: fullMoment(new Date(since), pageTag()) }),
          t('mqtt.join.entities', { count: entities }),
        ]}
      />
      {status !== 'connected' && lastError !== null && (
        <p className={styles.detail}>{t(`mqtt.join.error.${lastError}`)}</p>
      )}
      <div className={styles.keys}>
        <ButtonLink to="/newdevices">{t('mqtt.steps.newDevices')}</ButtonLink>
        <Button variant="danger-text" onClick={() => setAsked(true)}>
          {t('mqtt.join.leave')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        title={t('mqtt.join.leaveTitle', { host })}
        text={t('mqtt.join.leaveText')}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('mqtt.join.leave')}
        danger
        loading={leave.isSending}
        onCancel={() => setAsked(false)}
        onConfirm={() => leave.send()}
      />
    </>
  )
}

const USUAL_PORT = { plain: '1883', secure: '8883' }

function JoinForm() {
  const { t } = useTranslation()
  const form = useForm<JoinDraft, JoinError, JoinedBroker>({
    opened: NEW_JOIN,
    validate: validateJoin,
    refusalOf: joinRefusal,
    textOf: (error) => t(`mqtt.join.error.${error}`),
    send: (draft) => joinBroker(joinRequestOf(draft)),
    onSaved: ({ host }) => showMessage('success', t('mqtt.join.joined', { host })),
  })
  const { values: draft, change, errorOf } = form
  const text = (name: Exclude<keyof JoinDraft, 'tls'>) => ({
    name,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    value: draft[name],
    error: errorOf(name),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <Form form={form} className={styles.join}>
      <Field {...text('host')} label={t('mqtt.field.host')} hint={t('mqtt.join.hostHint')} />
      <div className={styles.switchLine}>
        <span>{t('mqtt.join.tls')}</span>
        <Switch label={t('mqtt.join.tls')} checked={draft.tls} onChange={(tls) => change({ tls })} />
      </div>
      <Field
        {...text('port')}
        label={t('mqtt.field.port')}
        inputMode="numeric"
        placeholder={draft.tls ? USUAL_PORT.secure : USUAL_PORT.plain}
      />
      <Field {...text('username')} label={t('mqtt.field.username')} />
      <PasswordInput {...text('password')} label={t('mqtt.field.password')} autoComplete="new-password" />
      <Field
        {...text('discoveryPrefix')}
        label={t('mqtt.field.discoveryPrefix')}
        placeholder="homeassistant"
        hint={t('mqtt.join.prefixHint')}
      />
      {draft.tls && (
        <Field
          {...text('ca')}
          label={t('mqtt.join.ca')}
          hint={t('mqtt.join.caHint')}
          render={<textarea className={styles.text} rows={5} />}
        />
      )}
      <div>
        <Button type="submit" variant="primary" wide loading={form.isSending}>
          {t('mqtt.join.submit')}
        </Button>
      </div>
    </Form>
  )
}
