import './clock.ts'
import '#ui/styles/base.css'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import type { ControlView } from '#features/device-model/views/control-view.ts'
import { isShade } from '#features/device-model/views/shade-view.ts'
import { CardAnnouncer } from '#features/device-parts/announcer.tsx'
import { ShadeControl } from '#features/shade-control/shade-control.tsx'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { MenuLink, PageHeader, SubHeader } from '#ui/layout/page-header.tsx'
import { openAddress } from './address.ts'
import { CONTROL_STATES, controlDevice } from './fixtures/control-fixtures.ts'
import { showPage } from './gallery-page.ts'

const useQuery = await openAddress(['device'])

/**
 * One complete control screen. `kind`, `state`, `name`, `language`, `theme` and `time` are in its URL. Changes of the first four
 * are applied while it is open.
 */
function Page() {
  const query = useQuery()
  return <Control key={String(query)} query={query} />
}

function Control({ query }: { query: URLSearchParams }) {
  const state = CONTROL_STATES[query.get('state') ?? 'rest'] ?? { state: {} }
  const device = controlDevice(
    query.get('kind') ?? 'roller_shutter',
    query.get('name') ?? 'Living room, south',
    state,
  )
  const [view, setView] = useState<ControlView>(state.view ?? 'position')
  const [notified, setNotified] = useState<object[]>([])
  const notify = (words: object) => setNotified((before) => [...before, words])
  if (!isShade(device)) return null
  return (
    <>
      <div style={{ position: 'relative', zIndex: 1 }}>
        <PageHeader homeTo="/" homeLabel="Senca, start page" menu={<MenuLink to="/menu" label="Menu" />} />
      </div>
      <main data-notified={JSON.stringify(notified)}>
        <CardAnnouncer>
          <ShadeControl
            device={device}
            stale={state.stale ?? false}
            command={state.command ?? null}
            view={view}
            head={
              <SubHeader
                title={device.name}
                backLabel="Back"
                onBack={() => notify({ back: true })}
                action={<IconLink icon="sliders" to="/settings" label="Settings" />}
              />
            }
            onView={setView}
            onMove={(move) => notify({ move })}
            onOpen={() => notify({ open: true })}
            onClose={() => notify({ close: true })}
            onStop={() => notify({ stop: true })}
            onVentilate={() => notify({ ventilate: true })}
            onFavourite={() => notify({ favourite: true })}
            onRetry={() => notify({ retry: true })}
            onDismissError={() => notify({ dismiss: true })}
          />
        </CardAnnouncer>
      </main>
    </>
  )
}

showPage(
  <MemoryRouter>
    <Page />
  </MemoryRouter>,
)
