import { type DeviceInfo, LIMITS } from '@senca/contract'
import type { Group } from '@senca/contract/automation'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { changesOf, hasChanges } from '#core/changes.ts'
import { useLeaveWords } from '#i18n/use-leave-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { LeaveDialog } from '#ui/feedback/leave-dialog.tsx'
import { useLeaveGuard } from '#ui/feedback/use-leave-guard.ts'
import { Field } from '#ui/forms/field.tsx'
import styles from './group-form.module.css'
import { groupsApi, reloadGroups } from './groups.ts'
import { MemberFields } from './member-fields.tsx'

type Fault = 'nameNeeded' | 'nameInUse' | 'devicesNeeded' | 'scenarioMisfit'

/** Server errors that are shown at the field that caused them. */
const FAULT_BY_ERROR: ReadonlyMap<string, Fault> = new Map([
  ['device_name_in_use', 'nameInUse'],
  ['malformed_scenario', 'scenarioMisfit'],
  ['malformed_action', 'scenarioMisfit'],
])

/** A form for the name and the devices of a group. All devices must have the same type. `group` is null for a new group. */
export function GroupForm(props: {
  group: Group | null
  devices: readonly DeviceInfo[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { group, onClose } = props
  const [name, setName] = useState(group?.name ?? '')
  const [chosen, setChosen] = useState<readonly string[]>(group?.activeDeviceTokens ?? [])
  const [opened] = useState({ name, devices: [...chosen] })
  const [fault, setFault] = useState<Fault | null>(null)
  const [isAsked, setAsked] = useState(false)
  const given = { name: name.trim(), devices: [...chosen] }
  const guard = useLeaveGuard(hasChanges(opened, given))
  const leaveWords = useLeaveWords()
  const done = async () => {
    guard.free()
    await reloadGroups()
    guard.leave(onClose)
  }
  const save = useServerCall({
    send: () =>
      group === null
        ? groupsApi.create(given)
        : groupsApi.update({ id: group.id, ...changesOf(opened, given) }),
    onDone: done,
    onFailure: (failure) => {
      guard.stay()
      const known = failure instanceof ApiFailure ? FAULT_BY_ERROR.get(failure.error) : undefined
      if (known === undefined) return undefined
      setFault(known)
      return null
    },
  })
  const remove = useServerCall({
    send: async () => group !== null && (await groupsApi.remove(group.id)),
    onDone: done,
  })
  const missing = given.name === '' ? 'nameNeeded' : chosen.length === 0 ? 'devicesNeeded' : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing === null) save.send()
    else setFault(missing)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={t('groups.name')}
        name="group-name"
        autoComplete="off"
        autoFocus
        maxLength={LIMITS.DEVICE_NAME_MAX_LENGTH}
        value={name}
        error={fault === 'nameNeeded' || fault === 'nameInUse' ? t(`groups.${fault}`) : null}
        onChange={(event) => {
          setName(event.target.value)
          setFault(null)
        }}
      />
      <MemberFields
        devices={props.devices}
        chosen={chosen}
        error={fault === 'devicesNeeded' || fault === 'scenarioMisfit' ? t(`groups.${fault}`) : null}
        onChange={(ids) => {
          setChosen(ids)
          setFault(null)
        }}
      />
      <div className={styles.keys}>
        {group !== null && (
          <Button variant="quiet" onClick={() => setAsked(true)}>
            {t('groups.delete')}
          </Button>
        )}
        <Button onClick={onClose}>{t('groups.cancel')}</Button>
        <Button type="submit" variant="primary" loading={save.isSending || save.isDone}>
          {t(group === null ? 'groups.create' : 'groups.save')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        danger
        title={t('groups.askDelete', { name: group?.name ?? '' })}
        text={t('groups.deleteText')}
        cancelLabel={t('groups.cancel')}
        confirmLabel={t('groups.delete')}
        loading={remove.isSending || remove.isDone}
        onCancel={() => setAsked(false)}
        onConfirm={() => remove.send()}
      />
      <LeaveDialog
        guard={guard}
        words={leaveWords}
        isBusy={save.isSending || save.isDone}
        onSave={missing === null ? () => save.send() : null}
      />
    </form>
  )
}
