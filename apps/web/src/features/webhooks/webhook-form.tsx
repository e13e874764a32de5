import { LIMITS } from '@senca/contract'
import { WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from '@senca/contract/webhooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import formStyles from '#features/sharing-model/form.module.css'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { CheckList } from '#ui/forms/check-list.tsx'
import { Field } from '#ui/forms/field.tsx'
import { EVENT_WORDS } from './webhooks.ts'

interface Draft {
  url: string
  events: WebhookEvent[]
}

/** What is chosen before a person chooses: everything but what comes often. */
const PROPOSED: readonly WebhookEvent[] = WEBHOOK_EVENTS.filter((event) => event !== 'device.connection')

const isAbout = (failure: Error | null, key: string) =>
  failure instanceof ApiFailure && failure.error === 'malformed_request' && failure.key === key

/** The address and the events of a webhook, for a new one or to change one. */
export function WebhookForm<Answer>(props: {
  webhook?: Webhook
  saveLabel: string
  save: (draft: Draft) => Promise<Answer>
  onSaved: (answer: Answer) => void
}) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<Draft>({
    url: props.webhook?.url ?? '',
    events: [...(props.webhook?.events ?? PROPOSED)],
  })
  const [isTried, setTried] = useState(false)
  const save = useServerCall({
    send: () => props.save({ ...draft, url: draft.url.trim() }),
    onDone: props.onSaved,
    onFailure: (failure) => (isAbout(failure, 'url') ? null : undefined),
  })
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    save.forgetFailure()
  }
  const isMissing = draft.url.trim() === ''
  const hasEvents = draft.events.length > 0
  const urlError = isAbout(save.failure, 'url')
    ? t('webhooks.urlRefused')
    : isTried && isMissing
      ? t('webhooks.urlMissing')
      : null
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!isMissing && hasEvents) save.send()
      }}
    >
      <Field
        label={t('webhooks.url')}
        name="webhook-url"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={t('webhooks.urlHint')}
        maxLength={LIMITS.WEBHOOK_URL_MAX_LENGTH}
        value={draft.url}
        error={urlError}
        onChange={({ target }) => change({ url: target.value })}
      />
      <section>
        <h2 className={formStyles.heading}>{t('webhooks.events')}</h2>
        <CheckList
          label={t('webhooks.events')}
          chosen={draft.events}
          options={WEBHOOK_EVENTS.map((value) => ({
            value,
            label: t(`webhooks.event.${EVENT_WORDS[value]}`),
          }))}
          error={isTried && !hasEvents ? t('webhooks.eventsMissing') : null}
          onChange={(events) => change({ events })}
        />
      </section>
      <div className={formStyles.foot}>
        <Button type="submit" variant="primary" wide loading={save.isSending}>
          {props.saveLabel}
        </Button>
      </div>
    </form>
  )
}
