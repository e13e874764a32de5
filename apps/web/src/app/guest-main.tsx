import '#ui/styles/base.css'
import '#ui/styles/boot.css'
import { GUEST_LANGUAGE_CODES } from '@senca/contract'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onReturn } from '#core/on-return.ts'
import { deviceOf, tokenOf } from '#features/guest-link/address.ts'
import {
  guestApi,
  guestClock,
  onAccepted,
  onMessages,
  pinOf,
  realtime,
} from '#features/guest-link/browser.ts'
import { followDaylight } from '#features/guest-link/daylight.ts'
import { createGuest } from '#features/guest-link/guest.ts'
import { readPlace } from '#features/guest-link/navigation.tsx'
import { startLanguage } from '#i18n/language.ts'
import { CrashNotice } from '#screens/crash-notice.tsx'
import { GuestApp, loadDeviceScreen, loadListScreen } from '#screens/guest/guest-app.tsx'

const place = readPlace()
const token = tokenOf(place)
const guest = createGuest({
  token,
  api: guestApi,
  realtime,
  ...pinOf(token),
  isSeen: () => document.visibilityState === 'visible',
  clock: guestClock,
})

// Everything is requested at once, because round trips on a slow connection take long.
void guest.load()
// A failure is ignored here: the page requests the screen again and shows the failure.
const screen = (deviceOf(place) === null ? loadListScreen() : loadDeviceScreen()).catch(() => {})
followDaylight()
followConnection()
// There must be no top-level await: the screens import the chunk of this module and would wait for it forever.
void Promise.all([startLanguage(GUEST_LANGUAGE_CODES, ['guest']), screen]).then(([hasTexts]) =>
  draw(hasTexts),
)

function draw(hasTexts: boolean): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no #root')
  createRoot(root).render(<StrictMode>{hasTexts ? <GuestApp guest={guest} /> : <CrashNotice />}</StrictMode>)
}

function followConnection(): void {
  onMessages(guest.received)
  // Messages that were sent before the socket was open are lost, also on the first connection, so the state is loaded again.
  onAccepted(() => void guest.load())
  realtime.subscribe(() => {
    // The server closes the connection when a link ends.
    if (realtime.status(guest.key)?.state !== 'lost') return
    guest.lost()
    if (navigator.onLine) void guest.load()
  })
  guest.followByCalls(() => !navigator.onLine || realtime.status(guest.key)?.state === 'live')
  onReturn(() => {
    realtime.wake()
    guest.returned()
  })
  addEventListener('offline', () => {
    realtime.dropAll()
    guest.lost()
  })
}
