import { LIMITS } from '@senca/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import formStyles from '#features/sharing-model/form.module.css'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { type FormPart, withPerson } from './role-draft.ts'
import styles from './role-form.module.css'

/** The receivers: an e-mail field for each. `isUnknown` says of one that no account has this address, so a link is offered. */
export function PeopleFields({
  draft,
  errorOf,
  onChange,
  isUnknown,
  onLinkInstead,
}: FormPart & { isUnknown: (key: number) => boolean; onLinkInstead: (email: string) => void }) {
  const { t } = useTranslation()
  const list = useRef<HTMLFieldSetElement>(null)
  const { people } = draft
  const focusLast = () =>
    requestAnimationFrame(() => {
      const fields = list.current?.querySelectorAll('input')
      fields?.item(fields.length - 1)?.focus()
    })
  const error = errorOf('people')
  return (
    <section>
      <h2 className={formStyles.heading}>{t('roleForm.who')}</h2>
      <fieldset ref={list} className={styles.people} aria-label={t('roleForm.who')}>
        {people.map(({ key, email }, index) => (
          <div key={key} className={styles.person}>
            <Field
              label={
                people.length > 1 ? t('roleForm.emailNumber', { number: index + 1 }) : t('roleForm.email')
              }
              type="email"
              name={`role-person-${key}`}
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              hint={index === 0 ? t('roleForm.emailHint') : undefined}
              value={email}
              error={errorOf(`people.${key}`)}
              onChange={({ target }) =>
                onChange({
                  people: people.map((one) => (one.key === key ? { key, email: target.value } : one)),
                })
              }
            />
            {isUnknown(key) && (
              <p className={styles.instead}>
                <Button variant="quiet" icon="link" onClick={() => onLinkInstead(email)}>
                  {t('roleForm.linkInstead')}
                </Button>
              </p>
            )}
            {people.length > 1 && (
              <IconButton
                icon="close"
                label={t('roleForm.removePerson', { person: email.trim() || String(index + 1) })}
                onClick={() => {
                  onChange({ people: people.filter((one) => one.key !== key) })
                  focusLast()
                }}
              />
            )}
          </div>
        ))}
      </fieldset>
      {error !== null && (
        <p className={formStyles.fault} role="alert">
          {error}
        </p>
      )}
      {people.length < LIMITS.ROLE_USERS && (
        <p className={styles.add}>
          <Button
            variant="quiet"
            icon="plus"
            onClick={() => {
              onChange({ people: withPerson(draft) })
              focusLast()
            }}
          >
            {t('roleForm.addPerson')}
          </Button>
        </p>
      )}
    </section>
  )
}
