import { type DeviceInfo, kindOf, type Target } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { showMessage } from '#core/messages.ts'
import { deviceLinkState, devicePath, type PlaceName } from '#features/device-model/device-paths.ts'
import { mayMaintain } from '#features/device-model/rights.ts'
import { positionText } from '#features/device-model/views/shade-view.ts'
import { PlaceEditor } from '#features/saved-positions/place-editor.tsx'
import { startOf } from '#features/saved-positions/saved-place.ts'
import { useAskedPlace, usePlaceSaving } from '#features/saved-positions/use-place-saving.ts'
import { useLeaveWords } from '#i18n/use-leave-words.ts'
import { Button } from '#ui/controls/button.tsx'
import { LeaveDialog } from '#ui/feedback/leave-dialog.tsx'
import { useLeaveGuard } from '#ui/feedback/use-leave-guard.ts'
import { SubHeader } from '#ui/layout/page-header.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import { DeviceGate } from './device-page.tsx'
import styles from './saved-place-page.module.css'

export const FavouriteScreen = () => <SavedPlacePage name="favourite" />
export const VentilationScreen = () => <SavedPlacePage name="ventilation" />

/** The page that edits the favorite or ventilation position of a shade; other devices have no such position. */
function SavedPlacePage({ name }: { name: PlaceName }) {
  return (
    <DeviceGate>
      {(device) =>
        kindOf(device.devicetype).family === 'shade' &&
        mayMaintain(device) &&
        (name === 'favourite' || device.can.includes('moveToVentilation')) ? (
          <Page key={device.id} device={device} name={name} />
        ) : (
          <Navigate replace to={devicePath(device, 'settings')} state={deviceLinkState(device)} />
        )
      }
    </DeviceGate>
  )
}

function Page({ device, name }: { device: DeviceInfo; name: PlaceName }) {
  const { t } = useTranslation()
  const title = t(`savedPlace.${name}.title`)
  usePageTitle(`${title}, ${device.name}`)
  const [draft, setDraft] = useState(() => startOf(device, name))
  const saving = usePlaceSaving(device, name, draft)
  const guard = useLeaveGuard(saving.isUnsaved)
  const leaveWords = useLeaveWords()
  const goBack = useGoBack(devicePath(device, 'settings'))

  const asked = useAskedPlace(guard.isAsked, saving.place)

  const figure = asked === null ? null : positionText(device, asked, t)

  const save = (place: Target | null) =>
    saving.save(place, () => {
      guard.free()
      guard.leave(goBack)
      showMessage('success', t(`savedPlace.${name}.done`))
    })

  return (
    <>
      <SubHeader
        title={title}
        backLabel={t('header.back')}
        onBack={goBack}
        action={
          <span className={styles.save}>
            <Button
              variant="primary"
              isCommand
              disabled={!saving.canSave}
              loading={saving.isBusy || saving.isWaiting}
              onClick={() => save(saving.place)}
            >
              {t('dialog.save')}
            </Button>
          </span>
        }
      />
      {saving.error !== null && !guard.isAsked && (
        <p className={styles.error} role="alert">
          {saving.error}
        </p>
      )}
      <PlaceEditor device={device} name={name} draft={draft} onDraft={setDraft} />
      <LeaveDialog
        guard={guard}
        words={{
          ...leaveWords,
          title: t('savedPlace.confirmation'),
          text: (
            <>
              <span>{t(`savedPlace.${name}.ask`)}</span>
              {figure !== null && <strong>{` ${figure}`}</strong>}
            </>
          ),
        }}
        isBusy={saving.isBusy || figure === null}
        error={saving.error}
        onSave={() => save(asked)}
      />
    </>
  )
}
