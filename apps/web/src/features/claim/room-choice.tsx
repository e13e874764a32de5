import type { Room } from '@senca/contract'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#ui/forms/field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import type { RoomPreference } from './claim-rules.ts'

const NEW = 'new'

/** Chooses the room of a device; a new room can be named at once. */
export function RoomChoice(props: {
  ref: Ref<HTMLInputElement>
  rooms: readonly Room[]
  value: RoomPreference
  error: string | null
  onChange: (intent: RoomPreference) => void
}) {
  const { value, onChange } = props
  const { t } = useTranslation()
  return (
    <>
      <SelectField
        label={t('claim.room')}
        value={value.kind === 'known' ? value.id : value.kind === 'new' ? NEW : ''}
        options={[
          { value: '', label: t('home.room.rest') },
          ...props.rooms.map(({ id, name }) => ({ value: id, label: name })),
          { value: NEW, label: t('claim.newRoom') },
        ]}
        onChange={(chosen) => {
          if (chosen === '') onChange({ kind: 'none' })
          else onChange(chosen === NEW ? { kind: 'new', name: '' } : { kind: 'known', id: chosen })
        }}
      />
      {value.kind === 'new' && (
        <Field
          ref={props.ref}
          label={t('claim.roomName')}
          name="room-name"
          autoComplete="off"
          value={value.name}
          error={props.error}
          onChange={(event) => onChange({ kind: 'new', name: event.target.value })}
        />
      )}
    </>
  )
}
