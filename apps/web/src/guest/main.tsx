import './old-phones.ts'
import '#ui/styles/base.css'
import '#ui/styles/boot.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onReturn } from '#core/on-return.ts'
import { guestApi, guestClock, onAccepted, onMessages, pinOf, realtime } from './browser.ts'
import { followDaylight } from './daylight.ts'
import { GuestApp } from './guest-app.tsx'
import { deviceOf, tokenOf } from './link/address.ts'
import { createGuest } from './link/guest.ts'
import { readPlace } from './navigation.tsx'
import { CrashScreen } from './screens/crash.tsx'
import { loadDeviceScreen, loadListScreen } from './screens/screens.ts'
import { startLanguage } from './words/guest-language.ts'

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

// All at once: a slow line has long ways there and back.
void guest.load()
// One that does not come is told by the page, which asks for it too.
const screen = (deviceOf(place) === null ? loadListScreen() : loadDeviceScreen()).catch(() => {})
followDaylight()
followConnection()
// No await at the top: the screens import the file that this is bundled into, and would wait for it for ever.
void Promise.all([startLanguage(), screen]).then(([hasTexts]) => draw(hasTexts))

function draw(hasTexts: boolean): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no #root')
  createRoot(root).render(<StrictMode>{hasTexts ? <GuestApp guest={guest} /> : <CrashScreen />}</StrictMode>)
}

function followConnection(): void {
  onMessages(guest.heard)
  // What happened before the socket was there is told by nothing else, also between the first answer and the first socket.
  onAccepted(() => void guest.load())
  realtime.subscribe(() => {
    // A link that has ended cuts its connection.
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
