// @vitest-environment happy-dom
import { DEFAULT_PREFERENCES } from '@senca/contract'
import { groupStateOf, type Scenario } from '@senca/contract/automation'
import { roleSchema } from '@senca/contract/people'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiFailure } from '#core/api/failures.ts'
import { queryClient } from '#core/api/query-client.ts'
import { hideMessage } from '#core/messages.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { GroupForm } from '#features/groups/group-form.tsx'
import { groupsApi } from '#features/groups/groups.ts'
import { RoleForm } from '#features/people/form/role-form.tsx'
import { rolesApi } from '#features/people/roles.api.ts'
import { roomKeys } from '#features/room-model/rooms.queries.ts'
import { roomEvents, roomsApi } from '#features/room-model/rooms.ts'
import { RoomForm } from '#features/rooms/room-form.tsx'
import { ScenarioForm } from '#features/scenarios/form/scenario-form.tsx'
import { scenariosApi } from '#features/scenarios/scenarios.api.ts'
import { LinkForm } from '#features/share-links/form/link-form.tsx'
import { linksApi } from '#features/share-links/links.ts'
import { linkOf } from '#features/share-links/testing/links.ts'
import { settled } from '#i18n/testing/settled.ts'

const shade = deviceOf({ id: 'shade', name: 'Shade', devicetype: 'roller_shutter' })
const group = {
  id: 'g',
  name: 'Old',
  devicetype: shade.devicetype,
  activeDeviceTokens: ['shade'],
  ...groupStateOf(shade.devicetype, [shade]),
}
const scenario: Scenario = {
  id: 's',
  name: 'Old',
  enabled: true,
  targets: ['shade'],
  groups: [],
  devicesManagerId: 'me',
  madeBy: null,
  triggers: [{ type: 'TimeOfDay', hour: 7, minute: 0 }],
  actions: [{ type: 'MoveSelf', position: 0 }],
  catchUp: 'within',
  status: 'idle',
  nextAt: null,
  lastRun: null,
}
const role = roleSchema.parse({
  id: 'r',
  name: 'Old',
  permissions: ['view'],
  devices: ['shade'],
  users: [{ email: 'ana@example.com', since: '2026-06-01T12:00:00Z', lastUsedAt: null }],
  validAfter: null,
  validBefore: null,
  state: 'active',
})
const room = { id: 'm', name: 'Old', devices: ['shade'] }
const link = linkOf({ name: 'Old', devices: ['shade'] })

let router: ReturnType<typeof createMemoryRouter>
const leave = () => act(() => router.navigate(-1))
const toList = () => void router.navigate('/list', { replace: true })

interface Form {
  title: string
  /** `null` makes something new. */
  show: (isNew: boolean) => ReactElement
  /** A text that is changed, by the label of its field, and how it is sent. */
  edit: { label: string; before: string; after: string; sent: object }
  update: () => { mock: { calls: unknown[][] }; mockRejectedValue: (reason: unknown) => unknown }
  /** A new one can be saved with nothing but that text. */
  needsNoMore?: boolean
}
const none = () => {}
const rename = (label: string) => ({ label, before: 'Old', after: 'New', sent: { name: 'New' } })
const FORMS: readonly Form[] = [
  {
    title: 'a scenario',
    edit: rename('scenarios.name'),
    update: () => vi.spyOn(scenariosApi, 'update').mockResolvedValue(scenario),
    show: (isNew) => (
      <ScenarioForm
        scenario={isNew ? null : scenario}
        home={{ devices: [shade], groups: [], place: null }}
        insteadOfWeather={null}
        onClose={toList}
      />
    ),
  },
  {
    title: 'a group',
    edit: rename('groups.name'),
    update: () => vi.spyOn(groupsApi, 'update').mockResolvedValue(group),
    show: (isNew) => <GroupForm group={isNew ? null : group} devices={[shade]} onClose={toList} />,
  },
  {
    title: 'a room',
    edit: rename('rooms.name'),
    update: () => vi.spyOn(roomsApi, 'update').mockResolvedValue(room),
    show: (isNew) => (
      <RoomForm room={isNew ? null : room} part="all" rooms={[room]} devices={[shade]} onClose={toList} />
    ),
    needsNoMore: true,
  },
  {
    title: 'a link',
    edit: { label: 'linkForm.maxUses', before: '', after: '5', sent: { maxUses: 5 } },
    update: () => vi.spyOn(linksApi, 'update').mockResolvedValue(link),
    show: (isNew) => (
      <LinkForm
        devices={[shade]}
        link={isNew ? null : link}
        name=""
        deviceIds={[]}
        onSaved={(_, leave) => leave(toList)}
        onUnconfirmed={none}
        proofFor={() => null}
      />
    ),
  },
  {
    title: 'a role',
    edit: rename('roleForm.name'),
    update: () => vi.spyOn(rolesApi, 'update').mockResolvedValue(role),
    show: (isNew) => (
      <RoleForm
        devices={[shade]}
        edited={isNew ? null : role}
        given={{ devices: [], email: '' }}
        names={[]}
        me="me@example.com"
        onSaved={(_, leave) => leave(toList)}
        onUnconfirmed={none}
        proofFor={() => null}
      />
    ),
  },
]

/** Opens a form from the page before it. */
async function open({ show }: Form, isNew = false) {
  const form = <QueryClientProvider client={queryClient}>{show(isNew)}</QueryClientProvider>
  router = createMemoryRouter(
    [
      { path: '/before', element: <p>before</p> },
      { path: '/list', element: <p>list</p> },
      { path: '/form', element: form },
    ],
    { initialEntries: ['/before', '/form'] },
  )
  render(<RouterProvider router={router} />)
  await settled()
}
const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const question = () => screen.queryByRole('dialog', { name: 'dialog.unsaved' })
const press = async (name: string) => {
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
  await settled()
  // A closed dialog leaves the page a frame later.
  await act(() => vi.advanceTimersByTimeAsync(50))
}
/** Whether the browser asks before it closes the tab. */
const asksToClose = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-06-19T13:00:00Z') })
  hideMessage()
  document.documentElement.lang = 'en'
  queryClient.setQueryData(roomKeys.preferences, DEFAULT_PREFERENCES)
  queryClient.setQueryData(roomKeys.list, [])
  vi.spyOn(roomEvents, 'updated').mockResolvedValue(undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
  queryClient.clear()
})

describe.each(FORMS)('the form of $title', (form) => {
  const { edit, update } = form
  const { label, before, after, sent } = edit

  it.each([false, true])('asks nothing without a change (new: %s)', async (isNew) => {
    await open(form, isNew)
    expect(asksToClose()).toBe(false)
    await leave()
    expect(router.state.location.pathname).toBe('/before')
  })

  it('asks nothing when a change was undone', async () => {
    await open(form)
    write(label, after)
    write(label, before)
    expect(asksToClose()).toBe(false)
    await leave()
    expect(router.state.location.pathname).toBe('/before')
  })

  it('asks before a change is lost, and keeps it after Cancel [SN14]', async () => {
    await open(form)
    write(label, after)
    expect(asksToClose()).toBe(true)
    await leave()
    expect(question()).toBeTruthy()
    await press('dialog.cancel')
    expect(router.state.location.pathname).toBe('/form')
    expect(field(label).value).toBe(after)
  })

  it('is left without saving', async () => {
    const calls = update()
    await open(form)
    write(label, after)
    await leave()
    await press('dialog.leave')
    expect(router.state.location.pathname).toBe('/before')
    expect(calls.mock.calls).toEqual([])
  })

  it('saves, and then goes to where the person wanted to go', async () => {
    const calls = update()
    await open(form)
    write(label, after)
    await leave()
    await press('dialog.save')
    expect(calls.mock.calls).toMatchObject([[sent]])
    expect(router.state.location.pathname).toBe('/before')
  })

  it('stays with what was written if it cannot be saved [SN14]', async () => {
    update().mockRejectedValue(new ApiFailure(500, { error: 'internal_error', error_description: '' }))
    await open(form)
    write(label, after)
    await leave()
    await press('dialog.save')
    expect(question()).toBeNull()
    expect(router.state.location.pathname).toBe('/form')
    expect(field(label).value).toBe(after)
  })

  it('offers to save what is new only if it is complete', async () => {
    await open(form, true)
    write(label, after)
    await leave()
    const keys = within(screen.getByRole('dialog')).getAllByRole('button')
    const offered = form.needsNoMore
      ? ['dialog.leave', 'dialog.cancel', 'dialog.save']
      : ['dialog.leave', 'dialog.cancel']
    expect(keys.map(({ textContent }) => textContent)).toEqual(offered)
  })

  it('[SN19] shows errors from the first submit on, and the first wrong field gets the focus', async () => {
    const wrong = '[aria-invalid="true"], [data-invalid="true"] button'
    await open(form, true)
    expect(document.querySelector(wrong)).toBeNull()
    fireEvent.submit(document.querySelector('form') ?? document.body)
    await settled()
    expect(document.activeElement).toBe(document.querySelector(wrong))
  })

  it('asks nothing after its own button has saved', async () => {
    update()
    await open(form)
    write(label, after)
    fireEvent.click(screen.getByRole('button', { name: /\.save$/ }))
    await settled()
    expect(question()).toBeNull()
    expect(router.state.location.pathname).toBe('/list')
  })
})
