import '#ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { startLanguage } from '#i18n/language.ts'
import { followDaylight } from './daylight.ts'
import { createRouter } from './routes.tsx'
import { startWiring } from './wiring.ts'

followDaylight()
startWiring()
const router = createRouter()
await startLanguage()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
