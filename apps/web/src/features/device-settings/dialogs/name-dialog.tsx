import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { nameError } from '#features/device-model/device-name.ts'
import { deviceEvents, devicesApi } from '#features/device-model/devices.ts'
import { Field } from '#ui/forms/field.tsx'
import type { DeviceDialogProps } from '../device-dialog.ts'
import { useDraft } from '../use-draft.ts'
import { SettingDialog } from './setting-dialog.tsx'
import { useDialogCall } from './use-dialog-call.ts'

/** A dialog for a name; it can be saved when the name is valid. */
function NameDialog(props: {
  open: boolean
  title: string
  name: string
  save: (name: string) => Promise<DeviceInfo>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [name, setName] = useDraft(props.open, props.name)
  const fault = nameError(name)
  // An empty field that was not edited shows no error.
  const isNotified = fault !== null && name !== props.name

  const saving = useDialogCall({
    send: () => props.save(name.normalize('NFC').trim()),
    onDone: deviceEvents.put,
    onClose: props.onClose,
    doneText: t('settings.rename.done'),
  })

  return (
    <SettingDialog
      open={props.open}
      title={props.title}
      isInvalid={fault !== null}
      call={saving}
      onCancel={props.onClose}
      onConfirm={saving.send}
    >
      <Field
        label={t('settings.rename.label')}
        value={name}
        autoComplete="off"
        enterKeyHint="done"
        hint={t('settings.rename.hint')}
        error={isNotified ? t(`settings.rename.${fault}`) : null}
        onChange={(event) => {
          setName(event.target.value)
          saving.forgetFailure()
        }}
      />
    </SettingDialog>
  )
}

/** A dialog that renames a device. */
export function RenameDialog({ device, open, onClose }: DeviceDialogProps) {
  const { t } = useTranslation()
  return (
    <NameDialog
      open={open}
      title={t('settings.rename.title')}
      name={device.name}
      save={(name) => devicesApi.rename(device.id, name)}
      onClose={onClose}
    />
  )
}

/** A dialog for the name of a light channel. */
export function ChannelNameDialog({
  device,
  channel,
  open,
  onClose,
}: DeviceDialogProps & { channel: 'light1' | 'light2' }) {
  const { t } = useTranslation()
  const setting = `${channel}Name` as const
  return (
    <NameDialog
      open={open}
      title={t(`settings.channel.${channel}`)}
      name={device.settings[setting] ?? ''}
      save={(name) => devicesApi.changeSettings(device.id, { [setting]: name })}
      onClose={onClose}
    />
  )
}
