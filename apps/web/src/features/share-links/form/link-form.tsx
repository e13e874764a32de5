import type { DeviceInfo, DeviceLink } from '@senca/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRooms } from '#features/room-model/rooms.ts'
import { DeviceChecks } from '#features/sharing-model/device-checks.tsx'
import styles from '#features/sharing-model/form.module.css'
import { Form } from '#i18n/form.tsx'
import type { OnSaved } from '#i18n/use-form.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { useDeviceNames } from '../use-device-names.ts'
import type { FormPart } from './form-fields.ts'
import { LinkSentence, SENTENCE_PARTS, type SentencePart } from './link-sentence.tsx'
import { OftenField, SpanFields } from './span-fields.tsx'
import { TermsFields } from './terms-fields.tsx'
import { useLinkForm } from './use-link-form.ts'

/** The form waits for the account's password, because the link can unlock a door that requires a PIN or passkey. */
export interface WantedProof {
  doorName: string
  isNew: boolean
  onCancel: () => void
  /** Submits the form; throws refusals. */
  onProved: (password: string) => Promise<void>
}

/** Creates a link with `deviceIds` checked, or edits one. `proofFor` renders the password dialog when the server requires it. */
export function LinkForm(props: {
  devices: readonly DeviceInfo[]
  link: DeviceLink | null
  /** For whom a new link is. */
  name: string
  deviceIds: readonly string[]
  onSaved: OnSaved<DeviceLink>
  onUnconfirmed: () => void
  proofFor: (wanted: WantedProof) => ReactNode
}) {
  const { t } = useTranslation()
  const rooms = useRooms() ?? []
  const form = useLinkForm(props)
  const { values: draft, errorOf, guardedDoor } = form
  const namesOf = useDeviceNames(props.devices)
  /** The part that was tapped last stands first, directly below the sentence. */
  const [unfolded, setUnfolded] = useState<readonly SentencePart[]>(
    draft.devices.length === 0 ? ['devices'] : [],
  )
  // A part with an error is always expanded.
  const shown = [
    ...unfolded,
    ...SENTENCE_PARTS.filter(
      (name) => !unfolded.includes(name) && FIELDS_OF[name].some((field) => errorOf(field) !== null),
    ),
  ]
  const part: FormPart = {
    draft,
    errorOf,
    onChange: (changes) => {
      // A part that was expanded because of an error stays expanded while the person corrects it.
      setUnfolded(shown)
      form.change(changes)
    },
  }

  return (
    <>
      <Form form={form} className={styles.form}>
        <LinkSentence
          draft={draft}
          deviceNames={namesOf(draft.devices)}
          shown={shown}
          fields={{
            who: <NameField {...part} />,
            devices: (
              <DeviceChecks
                devices={props.devices}
                rooms={rooms}
                chosen={draft.devices}
                error={errorOf('devices')}
                onChange={(devices) => part.onChange({ devices })}
              />
            ),
            when: (
              <>
                <SpanFields {...part} />
                <OftenField {...part} />
              </>
            ),
          }}
          onToggle={(toggled) =>
            setUnfolded(
              shown.includes(toggled) ? unfolded.filter((name) => name !== toggled) : [toggled, ...unfolded],
            )
          }
        />
        <TermsFields {...part} devices={props.devices} hasErrors={hasTermErrors(Object.keys(form.errors))} />
        <div className={styles.foot}>
          <Button type="submit" variant="primary" wide loading={form.isSending}>
            {t(props.link === null ? 'linkForm.create' : 'linkForm.save')}
          </Button>
        </div>
      </Form>
      {guardedDoor !== null &&
        props.proofFor({
          doorName: props.devices.find(({ id }) => id === guardedDoor)?.name ?? '',
          isNew: props.link === null,
          onCancel: form.cancelProof,
          onProved: form.saveWith,
        })}
    </>
  )
}

/** The fields in each part of the sentence. */
const FIELDS_OF = {
  who: ['name'],
  devices: ['devices'],
  when: ['from', 'until'],
} as const satisfies Record<SentencePart, readonly string[]>

const IN_SENTENCE: readonly string[] = Object.values(FIELDS_OF).flat()

const hasTermErrors = (fields: readonly string[]): boolean =>
  fields.some((field) => !IN_SENTENCE.includes(field))

function NameField({ draft, errorOf, onChange }: FormPart) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('linkForm.name')}
      name="link-name"
      autoComplete="off"
      hint={t('linkForm.nameHint')}
      value={draft.name}
      error={errorOf('name')}
      onChange={(event) => onChange({ name: event.target.value })}
    />
  )
}
