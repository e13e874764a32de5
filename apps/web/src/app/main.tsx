import '#ui/styles/base.css'
import '#ui/styles/boot.css'
import { LANGUAGE_CODES } from '@senca/contract'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Link } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { followDeployment } from '#core/deployment.ts'
import { followInstallPrompt } from '#core/install-prompt.ts'
import { isFromWorker, isStorageRefused } from '#core/storage.ts'
import { session } from '#features/account-model/accounts.ts'
import { startLanguage } from '#i18n/language.ts'
import { nextTask, requestIdle } from '#light/paint/idle.ts'
import { preparePlaster } from '#light/wall/plaster.ts'
import { CrashNotice } from '#screens/crash-notice.tsx'
import { LinkContext } from '#ui/layout/app-link.tsx'
import { followDaylight } from './daylight.ts'
import { offerReload } from './reload-page.ts'
import { createRouter } from './routes.tsx'
import { startWiring } from './wiring.ts'

/** The first paint waits no longer for what was kept of the home. */
const KEPT_WAIT_MS = 150

followInstallPrompt()
followDeployment(offerReload)
startWiring()
// Only the cookie knows then who is signed in.
const restored = isStorageRefused() ? session.restore() : null
const isKept = isFromWorker() && session.store.getState().isLoggedIn
const kept = isKept ? import('./kept-home.ts').then(({ restoreHome }) => restoreHome()) : null
await nextTask()
followDaylight()
await nextTask()
const languageStarted = startLanguage(LANGUAGE_CODES, ['app'])
await nextTask()
await restored
if (kept !== null)
  await Promise.race([kept.catch(() => {}), new Promise((done) => setTimeout(done, KEPT_WAIT_MS))])
const router = createRouter()
const hasTexts = await languageStarted

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    {hasTexts ? (
      <LinkContext value={Link}>
        <RouterProvider router={router} />
      </LinkContext>
    ) : (
      <CrashNotice />
    )}
  </StrictMode>,
)
requestIdle(preparePlaster)
