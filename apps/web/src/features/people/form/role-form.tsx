import type { DeviceInfo } from '@senca/contract'
import type { Role } from '@senca/contract/people'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeviceChecks } from '#features/sharing-model/device-checks.tsx'
import formStyles from '#features/sharing-model/form.module.css'
import type { OnSaved } from '#features/sharing-model/use-sharing-form.ts'
import { useLeaveWords } from '#i18n/use-leave-words.ts'
import { Button } from '#ui/controls/button.tsx'
import { LeaveDialog } from '#ui/feedback/leave-dialog.tsx'
import { isHandOver, type Level } from '../levels.ts'
import type { WantedProof } from '../use-role-change.ts'
import type { FormPart } from './form-part.ts'
import { LevelField } from './level-field.tsx'
import { MoreFields } from './more-fields.tsx'
import { PeopleFields } from './people-fields.tsx'
import { freeName } from './role-draft.ts'
import styles from './role-form.module.css'
import { TEMPLATES, type Template, templateDraft } from './templates.ts'
import { UntilField } from './until-field.tsx'
import { useRoleForm } from './use-role-form.ts'

/** Creates a role, starting with `given`, or edits one. `proofFor` renders the password dialog when the server requires it. */
export function RoleForm(props: {
  /** The devices that the account owns. */
  devices: readonly DeviceInfo[]
  /** The role to edit; null to create one. */
  edited: Role | null
  given: { devices: readonly string[]; email: string }
  names: readonly string[]
  me: string
  onSaved: OnSaved<Role>
  onUnconfirmed: () => void
  proofFor: (wanted: WantedProof) => ReactNode
}) {
  const { t } = useTranslation()
  const { form, draft, proposed, isSending, canSave, guard, submit, change, faultOf, ...proof } = useRoleForm(
    {
      ...props,
      role: props.edited,
    },
  )
  const leaveWords = useLeaveWords()
  const [template, setTemplate] = useState<Template | null>(null)
  const part: FormPart = { draft, faultOf, onChange: change }

  const begin = (chosen: Template) => {
    setTemplate(chosen)
    const name = freeName(t(`roleForm.template.${chosen}`), props.names)
    change({ ...templateDraft(chosen, draft, props.devices), name })
  }
  const chooseLevel = (level: Level) =>
    change({ level, ...(isHandOver(level) && draft.end === 'never' ? { end: 'twoDays' } : {}) })
  const send = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }

  return (
    <>
      <form ref={form} className={formStyles.form} onSubmit={send} noValidate>
        {props.edited === null && (
          <fieldset className={styles.templates} aria-label={t('roleForm.templates')}>
            {TEMPLATES.map((one) => (
              <Button key={one} aria-pressed={one === template} onClick={() => begin(one)}>
                {t(`roleForm.template.${one}`)}
              </Button>
            ))}
          </fieldset>
        )}
        <PeopleFields {...part} />
        <section>
          <h2 className={formStyles.heading}>{t('linkForm.devices')}</h2>
          <DeviceChecks
            // A template checks other devices, and all of them must be visible, so the list is mounted again.
            key={template}
            devices={props.devices}
            chosen={draft.devices}
            error={faultOf('devices')}
            onChange={(devices) => change({ devices })}
          />
        </section>
        <section>
          <h2 className={formStyles.heading}>{t('roleForm.level')}</h2>
          <LevelField level={draft.level} onChange={chooseLevel} />
        </section>
        <UntilField {...part} />
        <MoreFields {...part} proposed={proposed} />
        <div className={formStyles.foot}>
          <Button type="submit" variant="primary" wide loading={isSending}>
            {t(props.edited === null ? 'roleForm.give' : 'roleForm.save')}
          </Button>
        </div>
      </form>
      <LeaveDialog guard={guard} words={leaveWords} isBusy={isSending} onSave={canSave ? submit : null} />
      {proof.guardedDoor !== null &&
        props.proofFor({
          deviceId: proof.guardedDoor,
          onCancel: proof.cancelProof,
          onProved: proof.prove,
        })}
    </>
  )
}
