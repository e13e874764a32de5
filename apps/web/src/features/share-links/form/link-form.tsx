import type { DeviceInfo, DeviceLink } from '@senca/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { useRooms } from '#features/room-model/rooms.ts'
import { DeviceChecks } from '#features/sharing-model/device-checks.tsx'
import styles from '#features/sharing-model/form.module.css'
import { useDeviceNames } from '#features/sharing-model/use-device-names.ts'
import { Form } from '#i18n/form.tsx'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { endsOfTime, weekdayMoment } from '#i18n/moments.ts'
import type { OnSaved } from '#i18n/use-form.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Sentence, useSentence } from '#ui/forms/sentence.tsx'
import { type FormPart, type LinkDraft, momentsOf } from './link-draft.ts'
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
  const sentence = useSentence(PARTS, draft.devices.length === 0 ? ['devices'] : [], (name) =>
    FIELDS_OF[name].some((field) => errorOf(field) !== null),
  )
  const part: FormPart = {
    draft,
    errorOf,
    onChange: (changes) => {
      sentence.keep()
      form.change(changes)
    },
  }
  const whenWords = useWhenWords(draft)
  const deviceNames = namesOf(draft.devices)

  return (
    <>
      <Form form={form} className={styles.form}>
        <Sentence
          text={t('linkForm.sentence')}
          sentence={sentence}
          parts={{
            who: {
              label: t('linkForm.name'),
              words: draft.name.trim() === '' ? t('linkForm.say.anyone') : draft.name.trim(),
              fields: <NameField {...part} />,
            },
            devices: {
              label: t('linkForm.devices'),
              words: deviceNames === '' ? t('linkForm.say.noDevice') : deviceNames,
              isBlank: deviceNames === '',
              fields: (
                <DeviceChecks
                  devices={props.devices}
                  rooms={rooms}
                  chosen={draft.devices}
                  error={errorOf('devices')}
                  onChange={(devices) => part.onChange({ devices })}
                />
              ),
            },
            when: {
              label: t('linkForm.when'),
              words: whenWords,
              fields: (
                <>
                  <SpanFields {...part} />
                  <OftenField {...part} />
                </>
              ),
            },
          }}
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

const NO_BREAK = '\u00a0'

const PARTS = ['who', 'devices', 'when'] as const

/** The fields in each part of the sentence. */
const FIELDS_OF = {
  who: ['name'],
  devices: ['devices'],
  when: ['from', 'until'],
} as const satisfies Record<(typeof PARTS)[number], readonly string[]>

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

function useWhenWords(draft: LinkDraft): string {
  const { t } = useTranslation()
  const tag = formatTag(currentLanguage())
  const now = pageNow()
  const { from, until } = momentsOf(draft, now)
  if (from === null || until === null) return t('linkForm.say.noTime')
  const when =
    from <= now
      ? t('linkForm.say.until', { when: weekdayMoment(until, tag, draft.timeZone).replaceAll(' ', NO_BREAK) })
      : t('linkForm.say.span', endsOfTime(from, until, tag, draft.timeZone))
  return draft.multiUse ? when : t('linkForm.say.once', { when })
}
