import { type ReactNode, useState } from 'react'
import { ActivityRow } from '#features/activity/activity-row.tsx'
import type { PlaceName } from '#features/device-model/device-paths.ts'
import { commands } from '#features/device-model/devices.ts'
import { DOOR_TABS } from '#features/device-model/views/door-tabs.ts'
import { DeviceSettings } from '#features/device-settings/device-settings.tsx'
import { DoorControl } from '#features/door/door-control.tsx'
import { LightControl } from '#features/light-control/light-control.tsx'
import { PlaceEditor } from '#features/saved-positions/place-editor.tsx'
import { startOf } from '#features/saved-positions/saved-place.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { SubHeader } from '#ui/layout/page-header.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import {
  ACTIVITY,
  DOOR_STATES,
  LIGHT_STATES,
  OTHER_SETTINGS,
  type ScreenState,
  SHADE_STATES,
} from './fixtures/screen-fixtures.ts'

const ignore = (): void => {}
const ME = 'ana.kovac@tivolska.si'

const Header = ({ title, action }: { title: string; action: ReactNode }) => (
  <SubHeader title={title} backLabel="Back" onBack={ignore} action={action} />
)
const settingsLink = <IconLink icon="sliders" to="/settings" label="Settings" />

function Door({ state, tab }: { state: ScreenState; tab: string | null }) {
  const [chosen, setChosen] = useState(tab)
  return (
    <DoorControl
      device={state.device}
      stale={state.stale ?? false}
      tab={chosen}
      onTab={setChosen}
      header={<Header title={state.device.name} action={settingsLink} />}
    />
  )
}

function Light({ state }: { state: ScreenState }) {
  return (
    <LightControl
      device={state.device}
      stale={state.stale ?? false}
      header={<Header title={state.device.name} action={settingsLink} />}
    />
  )
}

function Settings({ state }: { state: ScreenState }) {
  const { device } = state
  return (
    <SubPage title={device.name} backLabel="Back" onBack={ignore} wide>
      <DeviceSettings device={device} hasPassword pastGuard={null} onDeleted={ignore} />
    </SubPage>
  )
}

function Place({ state, name }: { state: ScreenState; name: PlaceName }) {
  const { device } = state
  const [draft, setDraft] = useState(() => startOf(device, name))
  return (
    <>
      <Header title={name} action={<Button variant="primary">Save</Button>} />
      <PlaceEditor device={device} name={name} draft={draft} onDraft={setDraft} />
    </>
  )
}

function Activity() {
  return (
    <SubPage title="Activity" backLabel="Back" onBack={ignore}>
      <ul>
        {ACTIVITY.map((entry) => (
          <ActivityRow
            key={entry.id}
            line={[entry]}
            isNamed
            typeOf={() => (entry.deviceName === 'Front door' ? 'home_door' : 'roller_shutter')}
            me={ME}
            now={Date.parse(ACTIVITY[0]?.at ?? '')}
          />
        ))}
      </ul>
    </SubPage>
  )
}

type Screen = {
  states: Record<string, ScreenState>
  show: (state: ScreenState, tab: string | null) => ReactNode
}

/** Every device screen with its states, except the control of a shade, which has its own page. */
const SCREENS: Record<string, Screen> = {
  door: { states: DOOR_STATES, show: (state, tab) => <Door state={state} tab={tab} /> },
  light: { states: LIGHT_STATES, show: (state) => <Light state={state} /> },
  settings: {
    states: { ...SHADE_STATES, ...OTHER_SETTINGS },
    show: (state) => <Settings state={state} />,
  },
  favourite: { states: SHADE_STATES, show: (state) => <Place state={state} name="favourite" /> },
  ventilation: { states: SHADE_STATES, show: (state) => <Place state={state} name="ventilation" /> },
}

/** Puts the commands into the store from which the screens read them. */
function ask({ device, asked }: ScreenState): void {
  if (asked === undefined) return
  const { lane, intent, phase, failure = null } = asked
  const entry = { sequence: 1, intent, phase, failure, sentAt: Date.now(), durationMs: null }
  commands.store.setState({ byDevice: { [device.id]: { [lane]: entry } } })
}

/** The screen and state in the URL; without them a list of all screens. */
export function Screens({ query }: { query: URLSearchParams }) {
  const screen = query.get('screen') ?? ''
  if (screen === 'activity') return <Activity />
  const named = SCREENS[screen]
  const state = named?.states[query.get('state') ?? '']
  if (named === undefined || state === undefined) return <Contents />
  ask(state)
  return named.show(state, query.get('tab'))
}

function Contents() {
  const addresses = Object.entries(SCREENS).flatMap(([screen, { states }]) =>
    Object.keys(states).flatMap((state) =>
      (screen === 'door' ? DOOR_TABS : [null]).map((tab) => {
        const address = new URLSearchParams({ screen, state, ...(tab === null ? {} : { tab }) })
        return { address: `?${address}`, words: [screen, state, tab].filter(Boolean).join(', ') }
      }),
    ),
  )
  return (
    <SubPage title="Screens" backLabel="Back" onBack={ignore}>
      <ul>
        {[...addresses, { address: '?screen=activity', words: 'activity' }].map(({ address, words }) => (
          <li key={address}>
            <a href={address}>{words}</a>
          </li>
        ))}
      </ul>
    </SubPage>
  )
}
