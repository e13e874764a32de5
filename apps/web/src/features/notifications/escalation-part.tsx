import { LIMITS } from '@senca/contract'
import type { Escalation } from '@senca/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { SwitchLine } from '#features/sharing-model/switch-line.tsx'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Field } from '#ui/forms/field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { RecordRow, Records } from '#ui/layout/record-row.tsx'
import styles from './choices.module.css'
import { durationText } from './duration-text.ts'
import { escalationApi, escalationQuery } from './escalation.ts'
import { notificationsQuery, reloadNotifications } from './notifications.ts'
import { phonesApi, pushInfoQuery } from './phones.ts'

const MINUTES = [1, 5, 10, 15, 30, LIMITS.ESCALATION_MAX_MINUTES]

/** Who is reached next about what must not be missed, if nobody looks at it [PK31]. */
export function EscalationPart() {
  const { t } = useTranslation()
  const query = useQuery(escalationQuery)
  const words = useLoadedWords()
  return (
    <section className={styles.part} aria-labelledby="escalation">
      <h2 id="escalation">{t('escalation.title')}</h2>
      <Loaded query={query} words={words}>
        {(escalation) => <Fields escalation={escalation} />}
      </Loaded>
    </section>
  )
}

function Fields({ escalation }: { escalation: Escalation }) {
  const { t } = useTranslation()
  const { afterMinutes, mail, people, asked } = escalation
  const change = useServerCall({ send: escalationApi.change, meanwhile: 'queued' })
  const accept = useServerCall({
    send: ({ owner, isAccepted }: { owner: string; isAccepted: boolean }) =>
      escalationApi.accept(owner, isAccepted),
    meanwhile: 'queued',
  })
  const minutes = [...new Set([...MINUTES, afterMinutes])].sort((one, other) => one - other)
  const emails = people.map(({ email }) => email)
  return (
    <>
      <p className={styles.note}>{t('escalation.text')}</p>
      <div className={styles.lines}>
        <SelectField
          isLine
          label={t('escalation.after')}
          value={String(afterMinutes)}
          options={minutes.map((each) => ({ value: String(each), label: durationText(each) }))}
          onChange={(value) => change.send({ afterMinutes: Number(value) })}
        />
        <SwitchLine
          label={t('escalation.mail')}
          checked={mail}
          onChange={(isOn) => change.send({ mail: isOn })}
        />
      </div>
      {people.length > 0 && (
        <Records>
          {people.map(({ email, accepted }) => (
            <RecordRow
              key={email}
              icon="people"
              name={email}
              actions={
                <IconButton
                  icon="trash"
                  label={t('escalation.remove', { email })}
                  onClick={() => change.send({ people: emails.filter((one) => one !== email) })}
                />
              }
            >
              <p className={styles.note}>{t(accepted ? 'escalation.accepted' : 'escalation.waiting')}</p>
            </RecordRow>
          ))}
        </Records>
      )}
      {people.length < LIMITS.ESCALATION_PEOPLE && <AddPerson emails={emails} />}
      {asked.length > 0 && (
        <div className={styles.lines}>
          {asked.map(({ owner, accepted }) => (
            <SwitchLine
              key={owner}
              label={t('escalation.asked', { owner })}
              checked={accepted}
              onChange={(isAccepted) => accept.send({ owner, isAccepted })}
            />
          ))}
        </div>
      )}
      <Rehearsal />
    </>
  )
}

/** A test that takes the same way as what must not be missed [PK41]. */
function Rehearsal() {
  const { t } = useTranslation()
  const [sent, setSent] = useState<string | null>(null)
  const call = useServerCall({
    send: phonesApi.rehearse,
    async onDone({ id }) {
      await reloadNotifications()
      setSent(id)
    },
  })
  const { data: { available = false } = {} } = useQuery(pushInfoQuery)
  const { data: notifications = [] } = useQuery(notificationsQuery)
  const entry = notifications.find(({ id }) => id === sent)
  if (!available) return null
  return (
    <div className={styles.lasting}>
      <Button loading={call.isSending} onClick={() => call.send()}>
        {t('escalation.test')}
      </Button>
      <p role="status" className={styles.note}>
        {entry !== undefined && t(entry.level === 'must' ? 'escalation.testBegun' : 'escalation.testLimit')}
      </p>
    </div>
  )
}

function AddPerson({ emails }: { emails: readonly string[] }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const add = useServerCall({
    send: () => escalationApi.change({ people: [...emails, email.trim()] }),
    onDone: () => setEmail(''),
    onFailure: (failure) =>
      failure instanceof ApiFailure && failure.error === 'resource_not_found'
        ? t('escalation.noRole')
        : undefined,
  })
  return (
    <div className={styles.person}>
      <Field
        label={t('escalation.person')}
        type="email"
        value={email}
        error={null}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Button loading={add.isSending} disabled={email.trim() === ''} onClick={() => add.send()}>
        {t('escalation.add')}
      </Button>
    </div>
  )
}
