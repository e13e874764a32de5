import { query } from './clock.ts'
import '#ui/styles/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { MenuLink, PageHeader } from '#ui/layout/page-header.tsx'
import { showPage } from './gallery-page.ts'
import { Screens } from './screens.tsx'
import { prepareTexts } from './texts.ts'

await prepareTexts(query.get('language') ?? 'en', ['device', 'settings', 'door', 'activity'])

showPage(
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
