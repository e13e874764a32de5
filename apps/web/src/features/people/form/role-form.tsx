import type { DeviceInfo } from '@senca/contract'
import type { Role } from '@senca/contract/people'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useRooms } from '#features/room-model/rooms.ts'
import { DeviceChecks } from '#features/sharing-model/device-checks.tsx'
import formStyles from '#features/sharing-model/form.module.css'
import { Form } from '#i18n/form.tsx'
import type { OnSaved } from '#i18n/use-form.ts'
import { Button } from '#ui/controls/button.tsx'
import { isHandOver, type Level } from '../levels.ts'
import type { WantedProof } from '../use-role-change.ts'
import { LevelField } from './level-field.tsx'
import { MoreFields } from './more-fields.tsx'
import { PeopleFields } from './people-fields.tsx'
import { type FormPart, freeName } from './role-draft.ts'
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
  const rooms = useRooms() ?? []
  const navigate = useNavigate()
  const form = useRoleForm({ ...props, role: props.edited })
  const { values: draft, change, errorOf } = form
  const [template, setTemplate] = useState<Template | null>(null)
  const part: FormPart = { draft, errorOf, onChange: change }

  const begin = (chosen: Template) => {
    setTemplate(chosen)
    const name = freeName(t(`roleForm.template.${chosen}`), props.names)
    change({ ...templateDraft(chosen, draft, props.devices), name })
  }
  /** A link for the same devices, named after the person. */
  const linkInstead = (email: string) => {
    const devices = new URLSearchParams(draft.devices.map((id) => ['deviceId', id]))
    form.guard.free()
    void navigate(`/links/new?${devices}`, { state: { guest: email.split('@')[0] } })
  }
  const chooseLevel = (level: Level) =>
    change({ level, ...(isHandOver(level) && draft.end === 'never' ? { end: 'twoDays' } : {}) })

  return (
    <>
      <Form form={form} className={formStyles.form}>
        {props.edited === null && (
          <fieldset className={styles.templates} aria-label={t('roleForm.templates')}>
            {TEMPLATES.map((one) => (
              <Button key={one} aria-pressed={one === template} onClick={() => begin(one)}>
                {t(`roleForm.template.${one}`)}
              </Button>
            ))}
          </fieldset>
        )}
        <PeopleFields
          {...part}
          isUnknown={(key) => form.errors[`people.${key}`] === 'unknown'}
          onLinkInstead={linkInstead}
        />
        <section>
          <h2 className={formStyles.heading}>{t('linkForm.devices')}</h2>
          <DeviceChecks
            // A template checks other devices, and all of them must be visible, so the list is mounted again.
            key={template}
            devices={props.devices}
            rooms={rooms}
            chosen={draft.devices}
            error={errorOf('devices')}
            onChange={(devices) => change({ devices })}
          />
        </section>
        <section>
          <h2 className={formStyles.heading}>{t('roleForm.level')}</h2>
          <LevelField level={draft.level} onChange={chooseLevel} />
        </section>
        <UntilField {...part} />
        <MoreFields {...part} proposed={form.proposed} />
        <div className={formStyles.foot}>
          <Button type="submit" variant="primary" wide loading={form.isSending}>
            {t(props.edited === null ? 'roleForm.give' : 'roleForm.save')}
          </Button>
        </div>
      </Form>
      {form.guardedDoor !== null &&
        props.proofFor({
          deviceId: form.guardedDoor,
          onCancel: form.cancelProof,
          onProved: form.saveWith,
        })}
    </>
  )
}
