import './clock.ts'
import '#ui/styles/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { TIMES_OF_DAY } from '#light/sky/time-of-day.ts'
import { MenuLink, PageHeader } from '#ui/layout/page-header.tsx'
import { Screens } from './screens.tsx'
import { prepareTexts } from './texts.ts'

const query = new URLSearchParams(location.search)
const root = document.documentElement
root.dataset.time = TIMES_OF_DAY.find((each) => each === query.get('time')) ?? 'day'
root.dataset.theme = query.get('theme') === 'dark' ? 'dark' : 'light'
await prepareTexts(query.get('language') ?? 'en', ['device', 'settings', 'door', 'activity'])

const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
createRoot(place).render(
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>
      <div style={{ position: 'relative', zIndex: 1 }}>
        <PageHeader homeTo="/" homeLabel="Senca, start page" menu={<MenuLink to="/menu" label="Menu" />} />
      </div>
      <main>
        <Screens query={query} />
      </main>
    </MemoryRouter>
  </QueryClientProvider>,
)
