import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { deviceEvents, devicesApi } from '#features/device-model/devices.ts'
import { RadioList } from '#ui/forms/radio-list.tsx'
import type { DeviceDialogProps } from '../device-dialog.ts'
import { useDraft } from '../use-draft.ts'
import { SettingDialog } from './setting-dialog.tsx'
import { useDialogCall } from './use-dialog-call.ts'

const NONE = ''

/** A dialog to choose the door of the home that is behind a shade. */
export function DoorwayDialog(props: DeviceDialogProps & { doors: readonly DeviceInfo[] }) {
  const { t } = useTranslation()
  const { device, open, onClose } = props
  const [door, setDoor] = useDraft(open, device.doorId ?? NONE)
  const saving = useDialogCall({
    send: (chosen: string) => devicesApi.setDoor(device.id, chosen === NONE ? null : chosen),
    onDone: deviceEvents.put,
    onClose,
    doneText: t('settings.saved'),
  })
  const title = t('settings.doorway.title')
  return (
    <SettingDialog
      open={open}
      title={title}
      text={t('settings.doorway.text')}
      call={saving}
      onCancel={onClose}
      onConfirm={() => saving.send(door)}
    >
      <RadioList
        label={title}
        value={door}
        options={[
          { value: NONE, label: t('settings.doorway.none') },
          ...props.doors.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(value) => {
          setDoor(value)
          saving.forgetFailure()
        }}
      />
    </SettingDialog>
  )
}
