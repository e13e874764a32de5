import './clock.ts'
import '#ui/styles/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { MenuLink, PageHeader } from '#ui/layout/page-header.tsx'
import { openAddress } from './address.ts'
import { showPage } from './gallery-page.ts'
import { Screens } from './screens.tsx'

const useQuery = await openAddress(['device', 'settings', 'door', 'activity'])

function Page() {
  const query = useQuery()
  return <Screens key={String(query)} query={query} />
}

showPage(
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>
      <div style={{ position: 'relative', zIndex: 1 }}>
        <PageHeader homeTo="/" homeLabel="Senca, start page" menu={<MenuLink to="/menu" label="Menu" />} />
      </div>
      <main>
        <Page />
      </main>
    </MemoryRouter>
  </QueryClientProvider>,
)
