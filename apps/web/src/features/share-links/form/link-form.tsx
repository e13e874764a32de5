import type { DeviceInfo, DeviceLink } from '@senca/contract'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Field } from '#ui/forms/field.tsx'
import { DeviceChecks } from './device-checks.tsx'
import styles from './form.module.css'
import type { FormPart } from './form-fields.ts'
import { SpanFields } from './span-fields.tsx'
import { TermsFields } from './terms-fields.tsx'
import { useLinkForm } from './use-link-form.ts'

/** The form waits for the account's password, since it lends the unlocking of a door that asks for more than a gesture. */
export interface WantedProof {
  doorName: string
  isNew: boolean
  onCancel: () => void
  /** Sends the form; raises refusals. */
  onProved: (password: string) => Promise<void>
}

/** Makes a link, `deviceIds` being ticked, or edits one; `proofFor` asks for the password where it is wanted. */
export function LinkForm(props: {
  devices: readonly DeviceInfo[]
  link: DeviceLink | null
  deviceIds: readonly string[]
  onDone: (link: DeviceLink) => void
  onUnconfirmed: () => void
  proofFor: (wanted: WantedProof) => ReactNode
}) {
  const { t } = useTranslation()
  const { form, draft, isSending, hasFaults, submit, change, faultOf, ...proof } = useLinkForm(props)
  const { guardedDoor } = proof
  const part: FormPart = { draft, faultOf, onChange: change }

  const send = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }

  return (
    <>
      <form ref={form} className={styles.form} onSubmit={send} noValidate>
        <Field
          label={t('linkForm.name')}
          name="link-name"
          autoComplete="off"
          hint={t('linkForm.nameHint')}
          value={draft.name}
          error={faultOf('name')}
          onChange={(event) => change({ name: event.target.value })}
        />
        <section>
          <h2 className={styles.heading}>{t('linkForm.devices')}</h2>
          <DeviceChecks {...part} devices={props.devices} />
        </section>
        <section>
          <h2 className={styles.heading}>{t('linkForm.often')}</h2>
          <ChoiceChips
            label={t('linkForm.often')}
            value={draft.multiUse ? 'many' : 'once'}
            options={[
              { value: 'many', label: t('linkForm.many') },
              { value: 'once', label: t('linkForm.once') },
            ]}
            onChange={(often) => change({ multiUse: often === 'many' })}
          />
        </section>
        <SpanFields {...part} />
        <TermsFields {...part} devices={props.devices} hasFaults={hasFaults} />
        <Button type="submit" variant="primary" wide loading={isSending}>
          {t(props.link === null ? 'linkForm.create' : 'linkForm.save')}
        </Button>
      </form>
      {guardedDoor !== null &&
        props.proofFor({
          doorName: props.devices.find(({ id }) => id === guardedDoor)?.name ?? '',
          isNew: props.link === null,
          onCancel: proof.cancelProof,
          onProved: proof.prove,
        })}
    </>
  )
}
