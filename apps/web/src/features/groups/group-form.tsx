import { type DeviceInfo, kindOf, LIMITS } from '@senca/contract'
import { type Group, groupCreateRequestSchema } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { changesOf } from '#core/changes.ts'
import { useRooms } from '#features/room-model/rooms.ts'
import { DeviceChecks, ofOneType } from '#features/sharing-model/device-checks.tsx'
import { Form } from '#i18n/form.tsx'
import { FormEnd } from '#i18n/form-end.tsx'
import { fieldErrorsOf, useForm } from '#i18n/use-form.ts'
import { Field } from '#ui/forms/field.tsx'
import styles from './group-form.module.css'
import { groupsApi, reloadGroups } from './groups.ts'

type GroupError = 'nameNeeded' | 'nameInUse' | 'devicesNeeded' | 'scenarioMisfit'

/** Server errors that are shown at the field that caused them. */
const BY_REFUSAL: ReadonlyMap<string, { name: GroupError } | { devices: GroupError }> = new Map([
  ['device_name_in_use', { name: 'nameInUse' }],
  ['malformed_scenario', { devices: 'scenarioMisfit' }],
  ['malformed_action', { devices: 'scenarioMisfit' }],
])

/** What the schema refuses of a field. */
const BY_SCHEMA: Readonly<Record<string, GroupError>> = { name: 'nameNeeded', devices: 'devicesNeeded' }

/** A form for the name and the devices of a group. All devices must have the same type. `group` is null for a new group. */
export function GroupForm(props: {
  group: Group | null
  devices: readonly DeviceInfo[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const rooms = useRooms() ?? []
  const { group, onClose } = props
  const opened = { name: group?.name ?? '', devices: group?.activeDeviceTokens ?? [] }
  const form = useForm<typeof opened, GroupError, void>({
    opened,
    validate: (values) => fieldErrorsOf(groupCreateRequestSchema, values, BY_SCHEMA),
    refusalOf: (failure) => (failure instanceof ApiFailure && BY_REFUSAL.get(failure.error)) || null,
    textOf: (error) => t(`groups.${error}`),
    async send({ name, devices }) {
      const given = { name: name.trim(), devices }
      if (group === null) await groupsApi.create(given)
      else await groupsApi.update({ id: group.id, ...changesOf(opened, given) })
      await reloadGroups()
    },
    onSaved: (_, leave) => leave(onClose),
  })
  const { values } = form
  // Doors cannot be in a group; they are only locked and unlocked individually.
  const possible = props.devices.filter(({ devicetype }) => kindOf(devicetype).family !== 'door')
  const type = possible.find(({ id }) => values.devices.includes(id))?.devicetype ?? null
  const fits = ({ devicetype }: DeviceInfo) => type === null || devicetype === type
  const others = possible.filter((one) => !fits(one))
  return (
    <Form form={form} className={styles.form}>
      <Field
        label={t('groups.name')}
        name="group-name"
        autoComplete="off"
        autoFocus
        maxLength={LIMITS.DEVICE_NAME_MAX_LENGTH}
        value={values.name}
        error={form.errorOf('name')}
        onChange={(event) => form.change({ name: event.target.value })}
      />
      <p className={styles.hint}>{t('groups.oneKind')}</p>
      <DeviceChecks
        devices={possible.filter(fits)}
        rooms={rooms}
        chosen={values.devices}
        others={{ reason: t('groups.others', { number: others.length }), ones: others }}
        error={form.errorOf('devices')}
        onChange={(ids) => form.change({ devices: [...ofOneType(ids, possible, type)] })}
      />
      <FormEnd
        form={form}
        texts="groups"
        existing={
          group && {
            name: group.name,
            remove: () => groupsApi.remove(group.id),
            reload: reloadGroups,
          }
        }
        onClose={onClose}
      />
    </Form>
  )
}
