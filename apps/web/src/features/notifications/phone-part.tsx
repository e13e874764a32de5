import { type Phone, PUSH_CONTENTS, type PushContent } from '@senca/contract/push'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import {
  type NotificationState,
  noteAccount,
  notificationState,
  readSubscription,
  subscribe,
  unsubscribe,
} from '#core/pocket.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { AppLink } from '#ui/layout/app-link.tsx'
import { RecordRow, Records } from '#ui/layout/record-row.tsx'
import { browserKind, followPermission, isApple } from './allowing.ts'
import styles from './choices.module.css'
import { PhoneTest } from './phone-test.tsx'
import { phonesApi, phonesQuery, pushInfoQuery, reloadPhones } from './phones.ts'

const HTTPS_HELP = 'https://github.com/senca-home/senca/blob/main/docs/start/https.md'

/** The phones that receive notifications, this one first, and how this one is made one. */
export function PhonePart() {
  const { t } = useTranslation()
  const query = useQuery(pushInfoQuery)
  const words = useLoadedWords()
  return (
    <section className={styles.part} aria-labelledby="phones">
      <h2 id="phones">{t('phones.title')}</h2>
      <Loaded query={query} words={words}>
        {({ publicKey, reason }) =>
          publicKey === null ? (
            <p className={styles.note}>{t(reason === 'off' ? 'phones.off' : 'phones.noKey')}</p>
          ) : (
            <Phones publicKey={publicKey} />
          )
        }
      </Loaded>
    </section>
  )
}

function Phones({ publicKey }: { publicKey: string }) {
  const query = useQuery(phonesQuery)
  const words = useLoadedWords()
  return (
    <Loaded query={query} words={words}>
      {(phones) => {
        const own = phones.find(({ current }) => current)
        const others = phones.filter(({ current }) => !current)
        return (
          <>
            {own === undefined ? (
              <TurnOn publicKey={publicKey} />
            ) : (
              <ThisPhone phone={own} publicKey={publicKey} />
            )}
            {others.length > 0 && (
              <Records>
                {others.map((phone) => (
                  <OtherPhone key={phone.id} phone={phone} />
                ))}
              </Records>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

/** Asked by a tap on a sentence of ours: a browser asks once, and its question says nothing. */
function TurnOn({ publicKey }: { publicKey: string }) {
  const { t } = useTranslation()
  const email = useAccount((account) => account.email)
  const [state, setState] = useState<NotificationState>(notificationState)
  useEffect(() => followPermission(() => setState(notificationState())), [])
  const call = useServerCall({
    async send() {
      await noteAccount(email)
      const subscription = await subscribe(publicKey)
      setState(notificationState())
      if (subscription === null) return
      await phonesApi.subscribe(subscription, {})
      await reloadPhones()
    },
    onFailure(failure) {
      const code = failure instanceof ApiFailure ? failure.error : null
      if (code === 'push_subscriptions_limit_exceeded') return t('phones.tooMany')
      return code === 'push_service_not_allowed' ? t('phones.notAllowed') : undefined
    },
  })
  if (!isSecureContext)
    return (
      <p className={styles.note}>
        {t('phones.http')} <AppLink to={HTTPS_HELP}>{t('phones.httpHelp')}</AppLink>
      </p>
    )
  if (state === 'unsupported')
    return <p className={styles.note}>{t(isApple() ? 'phones.installFirst' : 'phones.unsupported')}</p>
  if (state === 'denied')
    return (
      <>
        <p>{t('phones.denied')}</p>
        <p>{t(`phones.allow.${browserKind()}`)}</p>
      </>
    )
  return (
    <>
      <p>{t('phones.why')}</p>
      <Button variant="primary" loading={call.isSending} onClick={() => call.send()}>
        {t('phones.turnOn')}
      </Button>
    </>
  )
}

const isContent = (content: string): content is PushContent =>
  PUSH_CONTENTS.some((known) => known === content)

function ThisPhone({ phone, publicKey }: { phone: Phone; publicKey: string }) {
  const { t } = useTranslation()
  const change = useServerCall({
    async send(content: PushContent) {
      const subscription = await readSubscription(publicKey)
      if (subscription !== null) await phonesApi.subscribe(subscription, { content })
      await reloadPhones()
    },
  })
  const end = useServerCall({
    async send() {
      await phonesApi.unsubscribe(phone.id)
      await unsubscribe()
      await reloadPhones()
    },
  })
  return (
    <>
      <p>{t('phones.on')}</p>
      <div className={styles.lines}>
        <SelectField
          isLine
          label={t('phones.content')}
          value={isContent(phone.content) ? phone.content : 'normal'}
          options={PUSH_CONTENTS.map((value) => ({ value, label: t(`phones.contents.${value}`) }))}
          onChange={change.send}
        />
      </div>
      <PhoneTest phone={phone}>
        <Button variant="quiet" loading={end.isSending} onClick={() => end.send()}>
          {t('phones.turnOff')}
        </Button>
      </PhoneTest>
    </>
  )
}

function OtherPhone({ phone }: { phone: Phone }) {
  const { t } = useTranslation()
  const { id, label, lastShownAt, state } = phone
  const tag = formatTag(currentLanguage())
  const end = useServerCall({
    send: () => phonesApi.unsubscribe(id),
    onDone: reloadPhones,
  })
  const name = label === '' ? t('phones.unnamed') : label
  const shown =
    lastShownAt === null
      ? t('phones.neverShown')
      : t('phones.lastShown', { when: fullMoment(new Date(lastShownAt), tag) })
  return (
    <RecordRow
      icon="bell"
      name={name}
      actions={
        <IconButton
          icon="trash"
          label={t('phones.remove', { name })}
          disabled={end.isSending}
          onClick={() => end.send()}
        />
      }
    >
      <p className={styles.note}>
        {state === 'doubtful' ? t('phones.doubtful') : state === 'stopped' ? t('phones.stopped') : shown}
      </p>
    </RecordRow>
  )
}
