import type { MqttCredentials } from '@senca/contract/mqtt'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { CodeBlock, FieldValues } from '../copy-value.tsx'
import styles from '../mqtt.module.css'
import { loginsQuery, mqttApi } from '../mqtt.ts'
import { type Entry, entryOf, FOREIGN_NAMES, GUIDES, type Guide, notesOf, worksWith } from './guides.ts'

/** The steps that connect a bridge or firmware: make a login, type its values there, and look at what was found. */
export function GuideSteps({ guide }: { guide: Guide }) {
  const { t } = useTranslation()
  const [login, setLogin] = useState<MqttCredentials | null>(null)
  const isUsable = login === null || worksWith(guide, login)
  return (
    <ol className={styles.steps}>
      <Step title={t('mqtt.steps.login')}>
        <LoginStep guide={guide} login={login} onMade={setLogin} />
      </Step>
      <Step title={t('mqtt.steps.type', { name: GUIDES[guide] })}>
        <p className={styles.note}>{t(`mqtt.guide.${guide}.where`, FOREIGN_NAMES)}</p>
        {login === null && <p className={styles.note}>{t('mqtt.steps.first')}</p>}
        {login !== null && isUsable && <Typed guide={guide} login={login} />}
        {!isUsable && (
          <>
            <p className={styles.note}>{t('mqtt.steps.prefix', { name: GUIDES[guide] })}</p>
            <ButtonLink to="/mqtt/join">{t('mqtt.join.title')}</ButtonLink>
          </>
        )}
      </Step>
      <Step title={t('mqtt.steps.look')}>
        {login !== null && <Connection name={login.name} />}
        <p className={styles.note}>{t(`mqtt.guide.${guide}.then`)}</p>
        <ButtonLink to="/newdevices">{t('mqtt.steps.newDevices')}</ButtonLink>
      </Step>
    </ol>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <h2>
        <span>{title}</span>
      </h2>
      {children}
    </li>
  )
}

/** Makes the login of the guide, under the name of the software. One that exists is replaced only if the person wants it. */
function LoginStep(props: {
  guide: Guide
  login: MqttCredentials | null
  onMade: (login: MqttCredentials) => void
}) {
  const { login } = props
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const name = GUIDES[props.guide]
  const exists = useQuery(loginsQuery).data?.some((one) => one.name === name) ?? false
  const make = useServerCall({
    send: () => mqttApi.makeLogin(name),
    onDone(made) {
      setAsked(false)
      props.onMade(made)
    },
  })
  if (login !== null) {
    return (
      <>
        <p className={styles.state} data-on="true" role="status">
          <Icon name="check" />
          <span>{t('mqtt.steps.made', { name })}</span>
        </p>
        <p className={styles.note}>{t('mqtt.once')}</p>
      </>
    )
  }
  return (
    <>
      <p className={styles.note}>{t(exists ? 'mqtt.steps.exists' : 'mqtt.steps.loginText', { name })}</p>
      <Button
        variant="primary"
        loading={make.isSending}
        onClick={() => (exists ? setAsked(true) : make.send())}
      >
        {t(exists ? 'mqtt.steps.remake' : 'mqtt.steps.make')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={t('mqtt.replaceTitle', { name })}
        text={t('mqtt.replaceText')}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('mqtt.replace')}
        danger
        loading={make.isSending}
        onCancel={() => setAsked(false)}
        onConfirm={() => make.send()}
      />
    </>
  )
}

function Typed({ guide, login }: { guide: Guide; login: MqttCredentials }) {
  const { t } = useTranslation()
  return (
    <>
      <EntryView entry={entryOf(guide, login)} />
      {notesOf(guide, login).map((note) => (
        <p key={note} className={styles.detail}>
          {t(`mqtt.guideNote.${note}`, { part: 'my-device' })}
        </p>
      ))}
    </>
  )
}

function EntryView({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  if (entry.kind === 'lines') return <CodeBlock text={entry.text} />
  const fields = entry.fields.map((field) => ({
    label: field.label,
    isForeign: true,
    ...('value' in field ? { value: field.value } : { value: t('mqtt.turnOn'), isAction: true }),
  }))
  return <FieldValues fields={fields} />
}

/** Whether a client is connected with the login, live. */
function Connection({ name }: { name: string }) {
  const { t } = useTranslation()
  const login = useQuery(loginsQuery).data?.find((one) => one.name === name)
  const isConnected = login !== undefined && login.connections > 0
  return (
    <p className={styles.state} data-on={isConnected} role="status">
      {isConnected ? <Icon name="check" /> : <Spinner size="small" />}
      <span>{t(isConnected ? 'mqtt.steps.connected' : 'mqtt.steps.waiting', { name })}</span>
    </p>
  )
}
