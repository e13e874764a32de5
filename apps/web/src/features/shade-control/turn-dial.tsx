import type { DeviceInfo, Target } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { blockReasonOf } from '#features/device-model/views/control-view.ts'
import { figureText } from '#features/device-model/views/shade-view.ts'
import { TiltDial } from '#ui/controls/tilt-dial.tsx'
import type { DraftStore } from './draft-store.ts'
import { goalText } from './goal-text.ts'

/** The dial of a blind's slats or a pergola's louvers. `onTurn` is called once per turn with an inclination 0..1. */
export function TurnDial(props: {
  device: DeviceInfo
  goal: Target | null
  draft: DraftStore
  onTurn: (inclination: number) => void
}) {
  const { device, draft } = props
  const { t } = useTranslation()
  const held = useStore(draft, ({ inclination }) => inclination)
  const blockReason = blockReasonOf(device, 'inclination')
  const isPergola = device.devicetype === 'pergola'
  const setDraft = (inclination: number | null) => draft.setState({ inclination })
  return (
    <TiltDial
      label={t(isPergola ? 'card.inclination' : 'card.tiltOf', { name: device.name })}
      kind={isPergola ? 'pergola' : 'venetian'}
      inclinationType={device.settings.inclinationType ?? 'full_180'}
      reported={device.state.inclination}
      target={props.goal?.inclination ?? null}
      draft={held}
      disabled={blockReason !== null}
      hint={blockReason === null ? t('control.turnHint') : t(`control.hindrance.${blockReason}`)}
      describe={(inclination) =>
        inclination === null || inclination === device.state.inclination
          ? goalText(device, 'inclination', props.goal, t)
          : figureText(device, 'inclination', inclination, t)
      }
      onDraft={setDraft}
      onCommit={props.onTurn}
    />
  )
}
